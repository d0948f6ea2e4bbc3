import { expect, it } from "vitest";
import type { Effect } from "../../../src/core/effect.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";
import { decideWith } from "../../cases/command-case.ts";

const PROJECT = "/home/dev/app";
const world = plainWorld({ home: "/home/dev", cwd: PROJECT, project: PROJECT });

/** What one rule makes of an agent's call, for the whole of a tool by this name. */
function effectOf(named: string, decision: Effect, tool: string, args: unknown, agent: string | undefined): Effect {
  const place = { cwd: PROJECT, project: PROJECT, source: "model", attended: true } as const;
  const call = { tool, args, ...place, ...(agent === undefined ? {} : { agent }) };
  const rule = { id: "1", tool: named, pattern: "*", decision, scope: "project" } as const;
  return decideWith(read(call, world), [rule], ["read", "write", "edit"]).effect;
}

const LIST = { command: "ls" };
const CHANGE = { command: "make install" };

it.each<[string, Effect, string, object, string | undefined, Effect]>([
  ["Bash", "deny", "Bash", LIST, "claude-code", "deny"],
  ["Bash", "ask", "Bash", LIST, "claude-code", "ask"],
  ["exec_command", "deny", "exec_command", { cmd: "ls" }, "codex", "deny"],
  ["Write", "deny", "Write", { file_path: "a", content: "" }, "claude-code", "deny"],
  // An allow by a name that others use too is none, nor does a rule reach another name.
  ["Bash", "allow", "Bash", CHANGE, "claude-code", "ask"],
  ["Bash", "deny", "Read", { file_path: "a" }, "claude-code", "allow"],
  ["Bash", "deny", "shell", LIST, undefined, "allow"],
  // Controls: by our own name, and without a rule that speaks of it.
  ["shell", "deny", "Bash", LIST, "claude-code", "deny"],
  ["other", "deny", "Bash", LIST, "claude-code", "allow"],
])("a rule about `%s` that says %s, for %s %o of %s: %s", (named, decision, tool, args, agent, effect) => {
  expect(effectOf(named, decision, tool, args, agent)).toBe(effect);
});
