import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { commandAnywhere, commandName } from "../../src/cli/command-name.ts";

let base: string;
let bin: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "assent-name-")));
  bin = join(base, "package/bin/assent.js");
  mkdirSync(join(base, "package/bin"), { recursive: true });
  for (const dir of ["path", "node_modules/.bin"]) mkdirSync(join(base, dir), { recursive: true });
  writeFileSync(bin, "");
  chmodSync(bin, 0o755);
});
afterEach(() => rmSync(base, { recursive: true }));

const started = (env: Record<string, string>, home = "/home/dev") => ({ env, bin, home });

it("is the bare name where that is this program", () => {
  symlinkSync(bin, join(base, "path/assent"));
  expect(commandName(started({ PATH: `/nowhere:${join(base, "path")}` }))).toBe("assent");
});

it("is the file where nothing or another program has the name", () => {
  expect(commandName(started({ PATH: join(base, "path") }))).toBe(bin);
  writeFileSync(join(base, "path/assent"), "");
  expect(commandName(started({ PATH: join(base, "path") }))).toBe(bin);
  expect(commandName(started({}, base))).toBe("~/package/bin/assent.js");
});

it("is npx in a terminal that used npm, but not for any folder", () => {
  symlinkSync(bin, join(base, "node_modules/.bin/assent"));
  const viaNpm = started({ npm_command: "exec", PATH: join(base, "node_modules/.bin") });
  expect([commandName(viaNpm), commandAnywhere(viaNpm)]).toEqual(["npx assent", bin]);
});

it("is quoted where a shell would split it", () => {
  expect(commandAnywhere({ env: {}, bin: "/opt/it's here/assent.js", home: "/" })).toBe(
    `'/opt/it'\\''s here/assent.js'`,
  );
});
