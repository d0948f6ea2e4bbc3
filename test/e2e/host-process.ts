import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../support/processes.ts";

const ROOT = join(import.meta.dirname, "../..");
const BIN = join(ROOT, "bin/assent.js");

/** The host as a process of its own, in a data directory and a home of its own, with a git project beside it. */
export interface HostProcess {
  readonly url: string;
  readonly loginLink: string | null;
  readonly dataDir: string;
  readonly project: string;
  /** One event through the installed launcher, as Claude Code would start it. */
  hook(event: object): Promise<HookReply>;
  /** Runs `assent` beside the host. */
  cli(...args: readonly string[]): string;
  /** The same with this on its standard input. */
  cliSays(input: string, ...args: readonly string[]): string;
  /** kill -9, then the same data directory and port with a new process. */
  killAndRestart(): Promise<HostProcess>;
  close(): Promise<void>;
}

export interface HookReply {
  readonly permissionDecision?: string;
  readonly permissionDecisionReason?: string;
  readonly updatedInput?: unknown;
}

export async function startHostProcess(): Promise<HostProcess> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "assent-e2e-")));
  const project = join(base, "home/dev/app");
  mkdirSync(join(project, "src"), { recursive: true });
  writeFileSync(join(project, "src/a.ts"), "export const a = 1;\n");
  writeFileSync(join(project, "package.json"), `{ "name": "app", "scripts": { "test": "node -e 0" } }\n`);
  execFileSync("git", ["init", "--quiet"], { cwd: project });
  return boot(base);
}

async function boot(base: string): Promise<HostProcess> {
  const dataDir = join(base, "data");
  const home = join(base, "home");
  const project = join(home, "dev/app");
  const env = { ...process.env, ASSENT_HOME: dataDir, HOME: home, CLAUDE_CONFIG_DIR: join(home, ".claude") };
  const fresh = existsSync(dataDir) ? [] : ["--port", "0"];
  const { url, loginLink } = await announced({ env, cwd: project }, fresh);
  const cliSays = (input: string, ...args: readonly string[]): string =>
    execFileSync(process.execPath, [BIN, ...args], { env, cwd: project, encoding: "utf8", input });
  return {
    url,
    loginLink,
    dataDir,
    project,
    cli: (...args) => cliSays("", ...args),
    cliSays,
    hook: (event) => runLauncher(commandOf(join(home, ".claude/settings.json")), event),
    async killAndRestart() {
      await end(dataDir, "SIGKILL");
      // The waiting hook starts the next one; a second start beside it would race it for the port.
      for (const killed = pidOf(dataDir); [killed, null].includes(pidOf(dataDir));) await sleep(50);
      return boot(base);
    },
    async close() {
      await end(dataDir, "SIGTERM");
      rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/**
 * Starts the host, or joins one that a waiting hook has started meanwhile; of two that start at once one gives way,
 * and is started again here.
 */
async function announced(
  at: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
  port: readonly string[],
  tries = 3,
): Promise<{ url: string; loginLink: string | null }> {
  const child = spawn(process.execPath, [BIN, "--no-open", ...port], { ...at, stdio: ["ignore", "pipe", "inherit"] });
  const text = await new Promise<string>((resolve) => {
    let seen = "";
    child.on("exit", () => resolve(seen));
    child.stdout.on("data", (chunk: Buffer) => {
      seen += chunk.toString();
      if (seen.includes("stop with")) resolve(seen);
    });
  });
  const url = /(?:listens on|runs already at) (\S+)/u.exec(text)?.[1];
  if (url !== undefined) return { url, loginLink: /log in once:\s+(\S+)/u.exec(text)?.[1] ?? null };
  if (tries <= 1) throw new Error(`the host does not start: ${text}`);
  return announced(at, port, tries - 1);
}

/** Ends the host of a data directory, whoever started it. */
async function end(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const pid = pidOf(dataDir) as number;
  process.kill(pid, signal);
  while (isAlive(pid)) await sleep(20);
}

function pidOf(dataDir: string): number | null {
  const file = join(dataDir, "runtime.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { pid: number }).pid : null;
}

/** The command that the installed settings give for a call. */
function commandOf(settings: string): string {
  const { hooks } = JSON.parse(readFileSync(settings, "utf8")) as {
    hooks: { PreToolUse: { hooks: { command: string }[] }[] };
  };
  return hooks.PreToolUse[0]?.hooks[0]?.command as string;
}

/** As the agent does it: through a shell, the event on standard input, JSON on standard output, exit 0. */
function runLauncher(command: string, event: object): Promise<HookReply> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", command], { stdio: ["pipe", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code !== 0) return reject(new Error(`the hook ended with ${code}`));
      const reply = JSON.parse(out) as { hookSpecificOutput?: HookReply };
      resolve(reply.hookSpecificOutput ?? {});
    });
    child.stdin.end(JSON.stringify(event));
  });
}

let calls = 0;

/** A call as Claude Code announces it. */
export function callEvent(project: string, tool: string, input: object, more: object = {}): PreToolUse {
  calls += 1;
  return {
    session_id: "e2e-session",
    prompt_id: "e2e-prompt",
    transcript_path: "/tmp/transcript.jsonl",
    cwd: project,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: tool,
    tool_input: input,
    tool_use_id: `toolu_${calls}`,
    ...more,
  };
}

/** The event that tells how a call went. */
export function resultEvent(call: PreToolUse, response: unknown): object {
  return { ...call, hook_event_name: "PostToolUse", tool_response: response };
}

interface PreToolUse {
  readonly session_id: string;
  readonly tool_name: string;
  readonly tool_input: object;
  readonly tool_use_id: string;
  readonly [key: string]: unknown;
}
