import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createScratch } from "../../../src/host/tools/scratch.ts";

let temp: string;
let parent: string;
beforeEach(() => {
  temp = mkdtempSync(join(realpathSync(tmpdir()), "assent-scratch-"));
  parent = join(temp, `assent-${userInfo().username}`);
});
afterEach(() => rmSync(temp, { recursive: true, force: true }));

it("is one folder a chat, for this user alone, made when it is asked for", () => {
  const scratchOf = createScratch(temp);
  const [one, two] = [scratchOf("cht_1"), scratchOf("cht_2")];
  expect([one, two, scratchOf("cht_1")]).toEqual([join(parent, "cht_1"), join(parent, "cht_2"), one]);
  expect([parent, one as string].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

it("is made again where it was removed, and never outside of its parent", () => {
  const scratchOf = createScratch(temp);
  rmSync(scratchOf("cht_1") as string, { recursive: true });
  expect(scratchOf("cht_1")).toBe(join(parent, "cht_1"));
  expect(scratchOf("../../etc")).toBe(join(parent, "______etc"));
});

it.each<[string, () => void]>([
  ["a parent that is a link", () => symlinkSync(mkdtempSync(join(temp, "x-")), parent)],
  [
    "a parent that is open to others",
    () => {
      mkdirSync(parent);
      chmodSync(parent, 0o777);
    },
  ],
  [
    "a folder that is a link",
    () => {
      mkdirSync(parent, { mode: 0o700 });
      symlinkSync(mkdtempSync(join(temp, "x-")), join(parent, "cht_1"));
    },
  ],
])("is none with %s", (_name, prepare) => {
  prepare();
  expect(createScratch(temp)("cht_1")).toBeNull();
});
