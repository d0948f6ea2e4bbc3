import { expect, it } from "vitest";
import { read } from "../../../src/read/read.ts";
import { standInWorld } from "../path/stand-in-world.ts";

/** Codes of what is found in a command of an agent, by what is asked for beside it. */
function found(agent: "claude-code" | "codex", more: object): readonly string[] {
  const args = { command: "ls", ...more };
  const tool = agent === "codex" ? "exec_command" : "Bash";
  const call = { tool, agent, args, cwd: "/p", project: "/p", source: "external", attended: true } as const;
  return read(call, standInWorld({})).findings.map(({ code }) => code);
}

it.each([
  [{}],
  [{ dangerouslyDisableSandbox: false }],
  [{ dangerouslyDisableSandbox: null }],
  [{ with_escalated_permissions: false }],
  [{ sandbox_permissions: "use_default", justification: "x" }],
  [{ env: {} }],
])("finds nothing in %j", (more) => {
  expect([found("claude-code", more), found("codex", more)]).toEqual([[], []]);
});

it.each([
  [{ dangerouslyDisableSandbox: true }, "person-act"],
  [{ dangerouslyDisableSandbox: "true" }, "person-act"],
  [{ dangerouslyDisableSandbox: 1 }, "person-act"],
  [{ with_escalated_permissions: true }, "person-act"],
  [{ sandbox_permissions: "require_escalated" }, "person-act"],
  [{ sandbox_permissions: "with_additional_permissions" }, "person-act"],
  [{ env: { PATH: "/tmp" } }, "env-injection"],
  [{ environment: ["LD_PRELOAD=/tmp/x.so"] }, "env-injection"],
])("a person answers what is asked for beside a command: %j", (more, code) => {
  expect([found("claude-code", more), found("codex", more)]).toEqual([[code], [code]]);
});
