import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";

import { createTwoFilesPatch } from "diff";

import { claudeCode } from "../adapters/claude-code/adapter.ts";
import { launcherText } from "../adapters/claude-code/launcher.ts";
import {
  HTTP_ROUTE,
  hookCommand,
  installHooks,
  LAUNCHER_FILE,
  uninstallHooks,
  type HookForm,
  type SettingsEdit,
} from "../adapters/claude-code/settings.ts";
import { readPreference, writePreference, type AgentPreference } from "../host/agents/preference.ts";
import { runHook } from "../host/agents/run-hook.ts";
import { ensureAgentToken } from "../host/auth/agent-token.ts";
import { parseJson } from "../host/http/json.ts";
import { isRunning, readRuntime } from "../host/http/runtime.ts";
import { openSqlite } from "../store/sqlite.ts";
import { claudeSettings } from "./claude-settings.ts";
import { typed } from "./command-name.ts";
import { dataDir, makeDataDir } from "./data-dir.ts";
import { binFile, startHostBehind } from "./host-behind.ts";
import { CliError, print, UsageError } from "./output.ts";
import { readText } from "./read-text.ts";
import { DATABASE } from "./stored.ts";

export interface InstallOptions {
  readonly http?: true;
  readonly settings?: string;
  readonly hold?: true;
  readonly dryRun?: true;
}

/** `assent hook install claude-code`: the agent's own settings file gets the hook; everything else in it stays. */
export async function install(agent: string, options: InstallOptions): Promise<void> {
  refuseUnknown(agent);
  const file = options.settings ?? claudeSettings();
  const before = settingsOf(file);
  const dir = makeDataDir();
  const form = await formOf(dir, options);
  const edit = editOrFail(installHooks(before, form), file);
  if (options.dryRun) printDiff(file, before, edit.text);
  for (const warning of edit.warnings) process.stderr.write(`warning: ${warning}\n`);
  if (options.dryRun) return;
  if (form.kind === "command") writeLauncher(dir);
  await setPreference(dir, agent, options.hold === true ? "inbox" : "agent");
  keepOriginal(dir, { before, form });
  writeText(file, edit.text);
  if (before !== edit.text) print("what changed in the file:");
  printDiff(file, before, edit.text);
  // Last, so that the difference does not push it out of sight.
  print(`installed in ${file}`);
  print(
    options.hold
      ? "an ask waits in the inbox"
      : "an ask is asked in the agent's own prompt, where its mode truly asks; else in the inbox",
  );
  print("next:  start Claude Code in a project, or again where it runs: it reads its hooks when it starts");
  print(`       \`${typed("")}\` opens the inbox; \`${typed("hook uninstall claude-code")}\` takes the hook out`);
}

/** Takes the hook out again; where nothing else was changed since, the file is byte for byte what it was. */
export async function uninstall(agent: string, options: { readonly settings?: string }): Promise<void> {
  refuseUnknown(agent);
  const file = options.settings ?? claudeSettings();
  const before = settingsOf(file);
  const edit = editOrFail(uninstallHooks(before, readOriginal(dataDir())), file);
  printDiff(file, before, edit.text);
  writeText(file, edit.text);
  print(before === edit.text ? `there was no hook in ${file}` : `removed from ${file}`);
}

/**
 * `assent hook run`: one event for which the launcher found no host. Starts one and asks it; where none comes up in
 * time, decides here from the stored policy. INVARIANT: every failure prints the agent's failure answer, which asks or
 * denies.
 */
export async function run(agent: string): Promise<void> {
  refuseUnknown(agent);
  // Not by `readFileSync(0)`, which fails where what is read from has nothing yet (EAGAIN).
  const event = parseEvent(await buffer(process.stdin));
  const read = claudeCode.readEvent(event);
  if (read.kind === "bad")
    return print(JSON.stringify(claudeCode.writeFailure(read, `Assent could not read this event: ${read.message}`)));
  await startHostBehind(START_LIMIT);
  print(JSON.stringify(await runHook(claudeCode, event, { dataDir: dataDir() })));
}

/** As strict as the host: what two readers could take for two calls is no event. */
function parseEvent(bytes: Uint8Array): unknown {
  const parsed = parseJson(bytes);
  if (parsed.ok) return parsed.value;
  // verdict: a bad event, which the adapter answers with ask or, in a mode that would not ask a person, with deny
  const modes = Buffer.from(bytes)
    .toString()
    .matchAll(/"permission_mode"\s*:\s*"(\w*)"/g);
  const [mode, ...others] = new Set(Array.from(modes, ([, name]) => name));
  return mode === undefined ? null : { permission_mode: others.length > 0 ? "several" : mode };
}

async function formOf(dir: string, options: InstallOptions): Promise<HookForm> {
  const store = await openSqlite(join(dir, DATABASE));
  const { token } = await ensureAgentToken(store, dir, "claude-code", Date.now()).finally(() => store.close());
  if (!options.http) return { kind: "command", command: hookCommand(join(dir, LAUNCHER_FILE)) };
  const runtime = readRuntime(dir);
  if (runtime === null || !(await isRunning(runtime)))
    throw new CliError(
      "an HTTP hook needs a running host",
      `start it with \`${typed("--port 4747")}\`, or leave out --http`,
    );
  return { kind: "http", url: `http://127.0.0.1:${runtime.port}${HTTP_ROUTE}`, token };
}

async function setPreference(dir: string, agent: string, hold: AgentPreference["hold"]): Promise<void> {
  const store = await openSqlite(join(dir, DATABASE));
  try {
    const preference = await readPreference(store.settings, agent);
    await writePreference(store.settings, agent, { ...preference, hold });
  } finally {
    await store.close();
  }
}

/** In the data directory, so that no cache folder that vanishes takes it along. */
function writeLauncher(dir: string): void {
  const file = join(dir, LAUNCHER_FILE);
  const paths = { dataDir: dir, node: process.execPath, assent: binFile(), home: homedir() };
  writeFileSync(`${file}.new`, launcherText(paths), { mode: 0o700 });
  chmodSync(`${file}.new`, 0o700);
  renameSync(`${file}.new`, file);
}

/** As long as a person would not notice, ms. */
const START_LIMIT = 4_000;

const KEPT = "claude-code-settings.json";

function keepOriginal(dir: string, kept: { readonly before: string; readonly form: HookForm }): void {
  const { before, form } = kept;
  const known = readOriginal(dir);
  if (
    known !== undefined &&
    uninstallHooks(before, known).ok &&
    known.original !== before &&
    before.includes(LAUNCHER_FILE)
  )
    return;
  writeFileSync(join(dir, "agents", KEPT), JSON.stringify({ original: before, form }), { mode: 0o600 });
}

function readOriginal(dir: string): { readonly original: string; readonly form: HookForm } | undefined {
  const file = join(dir, "agents", KEPT);
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as { original: string; form: HookForm })
    : undefined;
}

function refuseUnknown(agent: string): void {
  if (agent !== "claude-code")
    throw new UsageError(`\`${agent}\` is not an agent that this version knows`, typed("hook install claude-code"));
}

function editOrFail(edit: SettingsEdit, file: string): Extract<SettingsEdit, { ok: true }> {
  if (edit.ok) return edit;
  throw new CliError(`\`${file}\` was left as it is: ${edit.message}`, "mend the file, then run this again");
}

function settingsOf(file: string): string {
  return existsSync(file) ? readText("settings file", file) : "";
}

/** Whole or not at all: a half-written settings file would take the person's other settings with it. */
function writeText(file: string, text: string): void {
  if (settingsOf(file) === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.assent-new`, text);
  renameSync(`${file}.assent-new`, file);
}

function printDiff(file: string, before: string, after: string): void {
  if (before !== after) print(createTwoFilesPatch(file, file, before, after, "now", "then", { context: 2 }).trimEnd());
}
