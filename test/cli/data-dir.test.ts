import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

const EVENT = {
  session_id: "s",
  cwd: "/",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "ls" },
  tool_use_id: "t",
};

/** In /proc no folder can be made, and the recursion of Node never ends there. */
function run(args: readonly string[]) {
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", ASSENT_HOME: "/proc/nope" };
  const input = JSON.stringify(EVENT);
  return spawnSync(process.execPath, [MAIN, ...args], { env, input, encoding: "utf8", timeout: 60_000 });
}

it.skipIf(process.platform !== "linux").each([
  ["the host", ["--no-open"]],
  ["a gate", ["mcp", "--", "true"]],
  ["the hook's installation", ["hook", "install", "claude-code", "--settings", "/nonexistent/settings.json"]],
])(
  "where there can be no data directory, %s says so at once",
  (_, args) => {
    const { status, signal, stderr } = run(args);
    expect([status, signal]).toEqual([1, null]);
    expect(stderr).toMatch(/^error: the data directory `\/proc\/nope` cannot be used: ENOENT.*\nhint: /);
  },
  90_000,
);

it.skipIf(process.platform !== "linux")(
  "there a hook asks",
  () => {
    const { status, stdout } = run(["hook", "run", "claude-code"]);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { hookSpecificOutput: { permissionDecision: "ask" } }]);
  },
  90_000,
);
