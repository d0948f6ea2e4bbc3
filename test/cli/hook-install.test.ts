import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readPreference, writePreference } from "../../src/host/agents/preference.ts";
import { openSqlite } from "../../src/store/sqlite.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

it("where the hook is installed anew, how long a held call waits stays", async () => {
  const root = mkdtempSync(join(tmpdir(), "assent-hook-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const dataDir = join(root, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const before = await openSqlite(join(dataDir, "assent.db"));
  await writePreference(before.settings, "claude-code", { hold: "agent", waitMs: 5_000 });
  await before.close();

  const args = ["hook", "install", "claude-code", "--hold", "--settings", join(root, "settings.json")];
  const env = { PATH: process.env["PATH"], HOME: root, ASSENT_HOME: dataDir };
  const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);

  const after = await openSqlite(join(dataDir, "assent.db"));
  onTestFinished(() => after.close());
  expect(await readPreference(after.settings, "claude-code")).toEqual({ hold: "inbox", waitMs: 5_000 });
}, 60_000);
