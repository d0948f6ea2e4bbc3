import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

describe("hook run, of an event that cannot be read for certain", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "assent-hook-run-"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  function run(event: string | Uint8Array, afterMs = 0): Promise<unknown> {
    const env = { ASSENT_HOME: dir, HOME: dir, PATH: "/usr/bin:/bin" };
    return new Promise((resolve, reject) => {
      const child = execFile(process.execPath, [MAIN, "hook", "run", "claude-code"], { env }, (error, out) =>
        error ? reject(error) : resolve(JSON.parse(out)),
      );
      if (afterMs === 0) child.stdin?.end(event);
      else setTimeout(() => child.stdin?.end(event), afterMs);
    });
  }
  const event = (mode: string, rest: string): string =>
    `{"hook_event_name":"PreToolUse","session_id":"s","permission_mode":"${mode}","tool_use_id":"t",${rest}`;
  const TWICE = '"tool_name":"Bash","tool_name":"Read","tool_input":{"command":"rm x","file_path":"x"}}';

  it.each<[string, string | Uint8Array, string]>([
    ["a name twice", event("default", TWICE), "ask"],
    ["a name twice, in a mode that does not ask", event("bypassPermissions", TWICE), "deny"],
    ["half an event, in a mode that does not ask", event("auto", '"tool_name":"Bash"'), "deny"],
    ["two modes", event("default", '"permission_mode":"auto"}'), "deny"],
    ["no UTF-8", Buffer.from(event("dontAsk", '"tool_name":"\xff","tool_input":{}}'), "latin1"), "deny"],
  ])(
    "%s",
    async (_name, text, decision) => {
      expect(await run(text)).toMatchObject({
        hookSpecificOutput: {
          permissionDecision: decision,
          permissionDecisionReason: expect.stringMatching(/^Assent could not read this event/) as string,
        },
      });
      expect(existsSync(join(dir, "runtime.json"))).toBe(false); // no host was started for it
    },
    30_000,
  );

  it("waits for an event that comes late", async () => {
    expect(await run(event("auto", TWICE), 3_000)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
  }, 30_000);
});
