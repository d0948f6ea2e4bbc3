import { expect, it } from "vitest";
import { compile } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read, readers } from "../../../src/read/read.ts";

const PROJECT = "/home/dev/app";

/** What is said of a call of Codex without any rule. */
function decideCall(args: unknown) {
  const grants = [{ root: PROJECT, recursive: true, can: ["read" as const] }];
  const settings = { layers: {}, level: "L0", approvalMode: "ask", limits: {}, revision: "1" } as const;
  const compiled = compile({ ...settings, rules: [], grants, projectRoots: [PROJECT] }, readers);
  if (!compiled.ok) throw new Error("the policy does not load");
  const world = plainWorld({ home: "/home/dev", cwd: PROJECT, project: PROJECT });
  const call = { tool: "exec_command", agent: "codex", args, source: "model", attended: true } as const;
  return decide(read({ ...call, cwd: PROJECT, project: PROJECT }, world), compiled.policy, 0).effect;
}

/** Codex starts the file that is named, if its name is that of a shell. */
it.each([
  [undefined, "ls", "allow"],
  ["bash", "ls", "allow"],
  ["/bin/zsh", "ls", "allow"],
  ["./bash", "ls", "ask"],
  ["/tmp/bash", "ls", "ask"],
  ["/home/dev/app/tools/sh", "ls", "ask"],
  ["python3", "ls", "ask"],
  ["bash", "rm x", "ask"],
  ["dash", "[[ a || rm x ]]", "ask"],
])("reads a line for the shell that is named for it: %s, %s", (shell, cmd, effect) => {
  expect(decideCall({ cmd, shell })).toBe(effect);
});
