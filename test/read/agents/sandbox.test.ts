import { expect, it } from "vitest";
import { read } from "../../../src/read/read.ts";
import { standInWorld } from "../path/stand-in-world.ts";

/** Codes of what is found in a command of Claude Code. */
function found(more: object): readonly string[] {
  const args = { command: "ls", ...more };
  const call = { tool: "Bash", agent: "claude-code", args, cwd: "/p", project: "/p" } as const;
  const reading = read({ ...call, source: "external", attended: true }, standInWorld({}));
  return reading.findings.map(({ code }) => code);
}

it.each([[{}], [{ dangerouslyDisableSandbox: false }], [{ dangerouslyDisableSandbox: null }]])(
  "finds nothing in %j",
  (more) => expect(found(more)).toEqual([]),
);

it.each([[true], ["true"], [1]])("a person answers a command that leaves the sandbox: %j", (flag) =>
  expect(found({ dangerouslyDisableSandbox: flag })).toEqual(["person-act"]),
);
