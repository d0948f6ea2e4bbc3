import { expect, it } from "vitest";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";

const PROJECT = "/home/dev/app";

/** Where the fault of the call is; null where it can be read. */
function faultOf(agent: string, tool: string, args: unknown): string | null {
  const world = plainWorld({ home: "/home/dev", cwd: PROJECT, project: PROJECT });
  const call = { tool, agent, args, cwd: PROJECT, project: PROJECT, source: "model", attended: true } as const;
  return read(call, world).argFault?.path ?? null;
}

/** The agent goes by one of the two, and which is not known: what was read must not be the other one. */
it.each([
  ["codex", "exec_command", { command: "ls", cmd: "rm x" }, "$.command"],
  ["codex", "exec_command", { cmd: "ls", command: "ls" }, null],
  ["codex", "exec_command", { cmd: "ls", command: null }, null],
  ["codex", "exec_command", { cmd: "ls", workdir: "src", cwd: "/etc" }, "$.cwd"],
  ["codex", "exec_command", { cmd: "ls", workdir: "src" }, null],
  ["claude-code", "Read", { file_path: "f", path: ".env" }, "$.path"],
  ["claude-code", "Read", { file_path: "f" }, null],
  ["claude-code", "Write", { file_path: "f", path: ".env", content: "" }, "$.path"],
  ["gemini-cli", "glob", { pattern: "src/*", glob: "/etc/*" }, "$.path"],
  ["gemini-cli", "glob", { pattern: "src/*" }, null],
])("takes neither of two names of one argument that differ: %s %s %j", (agent, tool, args, path) => {
  expect(faultOf(agent, tool, args)).toBe(path);
});
