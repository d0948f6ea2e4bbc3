import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { removeRuntime, supersededOn, writeRuntime } from "../../../src/host/http/runtime.ts";

let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), "assent-runtime-"))));
afterEach(() => rmSync(dir, { recursive: true }));

const OWN = { port: 4747, pid: 11, version: "1" };

it.each([
  ["its own file", [OWN], [false]],
  ["its own file, gone and there again", [OWN, null, OWN], [false, false, false]],
  ["another port", [OWN, { ...OWN, port: 4748 }], [false, true]],
  ["another process", [OWN, { ...OWN, pid: 12 }], [false, true]],
  ["another, which is gone again", [OWN, { ...OWN, pid: 12 }, null, OWN], [false, true, true, true]],
])("a host that finds %s", (_name, files, expected) => {
  const superseded = supersededOn(dir, OWN);
  const found = files.map((file) => {
    for (const pid of [11, 12]) removeRuntime(dir, pid);
    superseded(); // two files of one moment may have one inode and one time: what is between them is seen
    if (file !== null) writeRuntime(dir, file);
    // Asked twice: what is known from before is the same.
    return superseded() && superseded();
  });
  expect(found).toEqual(expected);
});
