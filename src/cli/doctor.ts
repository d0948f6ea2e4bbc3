import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { HTTP_ROUTE, hookCommand, isInstalled, LAUNCHER_FILE } from "../adapters/claude-code/settings.ts";
import { toRule } from "../host/policy/assemble.ts";
import { findChromium, hasPlaywright } from "../host/tools/browser/chromium.ts";
import { createSandbox } from "../host/tools/sandbox.ts";
import { isRunning, readRuntime } from "../host/http/runtime.ts";
import { claudeSettings } from "./claude-settings.ts";
import { typed } from "./command-name.ts";
import { dataDir } from "./data-dir.ts";
import { EXIT, print, table } from "./output.ts";
import { faultLines, projectFiles, warningLines } from "./project-files.ts";
import { projectHere } from "./project-here.ts";
import { setAsideLines } from "./set-aside.ts";
import { compileOrFail, storedPolicy, withStore } from "./stored.ts";
import { packageRoot, version } from "./version.ts";

interface Finding {
  readonly ok: boolean;
  /** Worth a look, and nothing is wrong. */
  readonly note?: true;
  readonly what: string;
  readonly detail: string;
}

/** Looks at everything that an approval depends on; exit 1 where something is wrong. */
export async function doctor(): Promise<void> {
  const dir = dataDir();
  const findings = [
    runtimeOf(),
    dataDirOf(dir),
    await databaseOf(),
    ...(await policyFindings()),
    await hostOf(dir),
    uiOf(),
    browserOf(),
    await sandboxOf(),
    ...(await claudeOf(dir)),
    ...(await projectFilesOf()),
  ];
  print(table(findings.map(({ ok, note, what, detail }) => [note ? "note" : ok ? "ok" : "wrong", what, detail])));
  if (findings.some(({ ok }) => !ok)) process.exitCode = EXIT.failure;
}

function runtimeOf(): Finding {
  return { ok: true, what: "assent", detail: `${version()} on Node ${process.versions.node}, ${process.platform}` };
}

function dataDirOf(dir: string): Finding {
  if (!existsSync(dir)) return { ok: true, what: "data directory", detail: `${dir} (made at the first start)` };
  const open = process.platform !== "win32" && (statSync(dir).mode & 0o077) !== 0;
  return { ok: !open, what: "data directory", detail: open ? `${dir} can be read by others: chmod 700 '${dir}'` : dir };
}

async function databaseOf(): Promise<Finding> {
  try {
    const counted = await withStore((store) => store.approvals.countInState("pending"));
    return { ok: true, what: "database", detail: counted === null ? "none yet" : `opens; ${counted} approvals wait` };
  } catch (error) {
    return { ok: false, what: "database", detail: (error as Error).message };
  }
}

/** What keeps calls from being decided, and stored rules that are set aside, of any project. */
async function policyFindings(): Promise<readonly Finding[]> {
  const what = "policy";
  try {
    compileOrFail(await storedPolicy(projectHere()), { stored: true });
    const rules = (await withStore((store) => store.rules.list())) ?? [];
    const wrong = setAsideLines(rules.map(toRule));
    if (wrong.length === 0) return [{ ok: true, what, detail: "loads" }];
    return wrong.map((detail) => ({ ok: false, what, detail }));
  } catch (error) {
    return [{ ok: false, what, detail: `nothing is decided: ${(error as Error).message}` }];
  }
}

async function hostOf(dir: string): Promise<Finding> {
  const runtime = readRuntime(dir);
  if (runtime === null) return { ok: true, what: "host", detail: `not running; a hook or \`${typed("")}\` starts it` };
  const alive = await isRunning(runtime);
  const text = `127.0.0.1:${runtime.port}, version ${runtime.version}, process ${runtime.pid}`;
  return {
    ok: alive,
    what: "host",
    detail: alive ? text : `${text} does not answer: start it again with \`${typed("")}\``,
  };
}

function uiOf(): Finding {
  const built = existsSync(join(packageRoot(), "dist/web/index.html"));
  return { ok: built, what: "web interface", detail: built ? "built" : "not built: npm run build" };
}

/** For tools of the host's own chats; nothing is wrong without it. */
function browserOf(): Finding {
  const missing = [
    ...(hasPlaywright() ? [] : ["`npm install playwright-core` beside assent"]),
    ...(findChromium() === null ? ["a Chromium"] : []),
  ];
  const detail = missing.length === 0 ? "for chats" : `none for chats: it takes ${missing.join(" and ")}`;
  return { ok: true, what: "browser", detail };
}

async function sandboxOf(): Promise<Finding> {
  const missing = await createSandbox().missing();
  return { ok: true, what: "sandbox", detail: missing === null ? "for commands of chats" : `none: ${missing}` };
}

async function claudeOf(dir: string): Promise<Finding[]> {
  const file = claudeSettings();
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  const installed = isInstalled(text, { kind: "command", command: hookCommand(join(dir, LAUNCHER_FILE)) });
  const overHttp = text.includes(HTTP_ROUTE);
  if (!installed && !overHttp)
    return [{ ok: true, what: "claude-code", detail: `no hook: ${typed("hook install claude-code")}` }];
  const launcher = overHttp || existsSync(join(dir, LAUNCHER_FILE));
  const seen = await lastSeen();
  return [
    {
      ok: launcher,
      what: "claude-code",
      detail: launcher
        ? `hook installed in ${file}; ${seen}`
        : `its launcher is gone: ${typed("hook install claude-code")}`,
    },
  ];
}

/** Of the project that this was typed in: what its files say that cannot be read, or that nothing goes by. */
async function projectFilesOf(): Promise<readonly Finding[]> {
  const path = projectHere();
  // Where the data cannot be opened, that is what is wrong.
  const views = path === null ? [] : await projectFiles(path).catch(() => []);
  const what = "project files";
  return views.flatMap((view) => [
    ...faultLines(view).map((detail) => ({ ok: false, what, detail })),
    ...warningLines(view).map((detail) => ({ ok: true, note: true as const, what, detail })),
  ]);
}

async function lastSeen(): Promise<string> {
  const tokens = (await withStore((store) => store.agentTokens.list())) ?? [];
  const last = Math.max(
    0,
    ...tokens.filter(({ agent }) => agent === "claude-code").map((token) => token.lastSeen ?? 0),
  );
  return last === 0 ? "no session was seen yet" : `last heard of at ${new Date(last).toISOString().slice(0, 19)}Z`;
}
