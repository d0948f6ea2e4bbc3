import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const CLI = join(import.meta.dirname, "../../src/cli/main.ts");
/** A server that says what it is told, byte for byte. */
const ECHO = [process.execPath, "-e", "process.stdin.pipe(process.stdout)"];

const home = mkdtempSync(join(tmpdir(), "assent-mcp-"));
afterAll(() => rmSync(home, { recursive: true }));

function through(input: string | Buffer) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "mcp", "--", ...ECHO], {
    input,
    cwd: home,
    env: { PATH: process.env["PATH"], HOME: home, ASSENT_HOME: home },
    maxBuffer: 1e9,
  });
  return { status, stderr: stderr.toString(), same: Buffer.from(input).equals(stdout), length: stdout.length };
}

function said(text: string): string {
  return JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { text } });
}

describe("what the gate forwards", () => {
  const passed = (input: string) => ({ status: 0, stderr: "", same: true, length: Buffer.byteLength(input) });
  const many = Array.from({ length: 5_000 }, (_, at) => `${said(`${at} ${"x".repeat(at % 700)}`)}\n`).join("");

  it.each([
    ["is whole and in order, however much comes at once", many],
    ["is whole where lines are longer than a pipe holds", `${said("x".repeat(3_000_000))}\n`.repeat(3)],
    ["keeps letters of several bytes that are cut between two reads", `${said("é漢🔒".repeat(90_000))}\n`],
    ["keeps ends of lines as they are", `${said("a")}\r\n\n\r\n${said("b")}`],
    ["keeps what only speaks of calls", `${said('"method":"tools/call" \u2028 tools\\/call')}\n`],
  ])("%s", (_name, input) => {
    expect(through(input)).toEqual(passed(input));
  });

  it("lacks what nobody could answer for: a call without an id", () => {
    const call = '{"jsonrpc":"2.0","method":"tools\\u002fcall","params":{"name":"t"}}\n';
    expect(through(call + many).same).toBe(false);
    expect(through(many).same).toBe(true);
  });
});
