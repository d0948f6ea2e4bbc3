import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createStopMarks } from "../../../src/host/engine/stop-marks.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "assent-stops-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

it("knows the chats that were stopped, whatever else lies there", () => {
  const marks = createStopMarks(join(dir, "stops"));
  expect(marks.all()).toEqual([]);
  marks.add("a/b");
  marks.add("c");
  writeFileSync(join(dir, "stops/%E0%A4%A"), "");
  expect(marks.all().toSorted()).toEqual(["a/b", "c"]);
  marks.remove("c");
  expect(marks.all()).toEqual(["a/b"]);
});

it("does not take a folder that cannot be read for one without stops", () => {
  writeFileSync(join(dir, "stops"), "a file in its place");
  expect(() => createStopMarks(join(dir, "stops")).all()).toThrow(/ENOTDIR/);
  mkdirSync(join(dir, "empty"));
  expect(createStopMarks(join(dir, "empty")).all()).toEqual([]);
});
