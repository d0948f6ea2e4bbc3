import { expect, it } from "vitest";
import { compile } from "../../src/core/compile.ts";
import { decide } from "../../src/core/decide.ts";
import type { Reading } from "../../src/core/reading.ts";
import { plainWorld } from "../../src/read/plain-world.ts";
import { read, readers } from "../../src/read/read.ts";

const HOME = "/home/dev";
const PROJECT = "/home/dev/app";

function readArgs(args: unknown, tool = "shell"): Reading {
  const world = plainWorld({ home: HOME, cwd: PROJECT, project: PROJECT });
  return read({ tool, args, cwd: PROJECT, project: PROJECT, source: "model", attended: true }, world);
}

function decideOn(reading: Reading) {
  const grants = [{ root: PROJECT, recursive: true, can: ["read" as const] }];
  const settings = { layers: {}, level: "L0", approvalMode: "ask", limits: {}, revision: "1" } as const;
  const compiled = compile({ ...settings, rules: [], grants, projectRoots: [PROJECT] }, readers);
  if (!compiled.ok) throw new Error("the policy does not load");
  return decide(reading, compiled.policy, 0);
}

function nested(depth: number, inmost: string): unknown {
  return depth === 0 ? inmost : [nested(depth - 1, inmost)];
}

/** The value stands one level down in the arguments. */
it.each([
  ["nested too deep", nested(64, "a")],
  ["no number of JSON", Number.NaN],
  ["a number that JSON has no place for", 1n],
  ["a date", new Date(0)],
  ["a map", new Map([["a", 1]])],
])("refuses arguments that have no text of their own to be told by: %s", (_, value) => {
  for (const tool of ["shell", "mcp__notes__add"]) {
    const reading = readArgs({ command: "git status", value }, tool);
    expect(reading.argFault).toEqual({ path: "$", message: "must be JSON, nested no deeper than 64" });
    expect(decideOn(reading)).toMatchObject({ effect: "deny", code: "bad-arguments" });
  }
});

it("tells arguments apart down to where they are refused", () => {
  const [one, other] = ["a", "b"].map((text) => readArgs({ command: "git status", value: nested(63, text) }));
  expect([one?.argFault, other?.argFault]).toEqual([undefined, undefined]);
  expect(one?.argsHash).not.toBe(other?.argsHash);
});

it("takes no arguments for none", () => {
  expect(readArgs(undefined, "mcp__notes__list").argFault).toBeUndefined();
});

it("can be read as it is where it may not be changed", () => {
  const free = readArgs({ command: "npm test" });
  const fixes: readonly (<T>(value: T) => T)[] = [Object.freeze, Object.seal, Object.preventExtensions, freezeAll];
  for (const fix of fixes) {
    const fixed = fix(readArgs({ command: "npm test" }));
    expect(fixed.argsHash).toBe(free.argsHash);
    expect(decideOn(fixed)).toEqual(decideOn(free));
  }
});

function freezeAll<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) freezeAll(each);
  return value;
}
