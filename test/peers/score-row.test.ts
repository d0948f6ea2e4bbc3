import { expect, it } from "vitest";
import { scoreRow } from "./score-row.ts";

/** One call in the shape of each engine, with what becomes of it here. */
const ZED = "zed-industries/zed x";
const VSCODE = "microsoft/vscode x";
const GEMINI = "google-gemini/gemini-cli x";
const CODEX = "openai/codex codex-rs/execpolicy/x";

const terminal = (input: string) => ({ tool: "terminal", input });
const lists = (own: object, tool = "terminal") => ({ tools: { [tool]: own } });
const shell = (command: string) => ({ name: "run_shell_command", args: { command } });
const line = (command: string, more: object = {}) => ({ command, shell: "bash", os: "linux", ...more });
const prefix = (decision: string, commandPrefix: string) => ({
  toolName: "run_shell_command",
  decision,
  commandPrefix,
});

it.each<readonly [string, { source: string; rules: unknown; call: unknown; expected: string }, string]>([
  ["a listed expression allows", row(ZED, lists({ always_allow: ["^ls"] }), terminal("ls -l"), "allow"), "same"],
  [
    "no more than the parts that it matches",
    row(ZED, lists({ always_allow: ["^ls"] }), terminal("ls; w"), "ask"),
    "same",
  ],
  [
    "one that denies goes before",
    row(ZED, lists({ default: "allow", always_deny: ["^w\\b"] }), terminal("ls; w x"), "deny"),
    "same",
  ],
  ["a root is refused in every mode", row(ZED, { default: "allow" }, terminal("rm -rf ~"), "deny"), "same"],
  [
    "a path is tidied first",
    row(ZED, lists({ always_deny: ["^conf/"] }, "edit_file"), { tool: "edit_file", input: "a/../conf/b" }, "deny"),
    "same",
  ],
  [
    "one inside of the words is not ours",
    row(ZED, lists({ always_confirm: ["prod"] }), terminal("ship prod"), "ask"),
    "unsupported",
  ],
  ["a prefix allows", row(GEMINI, { rules: [prefix("allow", "git log")] }, shell("git log -1"), "allow"), "same"],
  ["at the end of a word", row(GEMINI, { rules: [prefix("allow", "git log")] }, shell("git logs"), "ask"), "same"],
  [
    "another server is not meant",
    row(
      GEMINI,
      { rules: [{ toolName: "mcp_a_*", mcpName: "a", decision: "allow" }] },
      { name: "mcp_a_b_c", serverName: "a_b" },
      "ask",
    ),
    "same",
  ],
  [
    "and the named one is",
    row(
      GEMINI,
      { rules: [{ toolName: "mcp_a_*", mcpName: "a", decision: "allow" }] },
      { name: "mcp_a_c", serverName: "a" },
      "allow",
    ),
    "same",
  ],
  ["nobody is there to ask", row(GEMINI, { rules: [], nonInteractive: true }, shell("make"), "deny"), "same"],
  ["a withheld word asks", row(VSCODE, { w: true, "/^w x/": false }, line("w x"), "ask"), "same"],
  ["and changes no other line", row(VSCODE, { w: true, "/^w x/": false }, line("w y"), "allow"), "same"],
  ["a rule for parts is none for lines", row(VSCODE, { w: true }, line("w", { scope: "commandLine" }), "ask"), "same"],
  [
    "an allow that should have asked shows",
    row(CODEX, { prefix_rules: [{ pattern: ["w"], decision: "allow" }], fallback: "prompt" }, { argv: ["w"] }, "ask"),
    "looser",
  ],
  ["and so does a source that nobody knows", row("nobody/nothing x", {}, {}, "ask"), "unsupported"],
])("%s", (_, given, outcome) => {
  expect(scoreRow(given).outcome).toBe(outcome);
});

function row(source: string, rules: unknown, call: unknown, expected: string) {
  return { source, rules, call, expected };
}
