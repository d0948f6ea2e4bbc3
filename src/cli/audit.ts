import { join } from "node:path";

import { readHeadFile } from "../host/audit/head-file.ts";
import { readLine } from "../host/audit/line.ts";
import { verifyAudit } from "../host/audit/verify.ts";
import { openKeys } from "../host/secrets/keys.ts";
import type { StoredRule } from "../store/tables/rules.ts";
import type { AuditLine } from "../wire/audit.ts";
import { sayType, sayWho, sayCall, summariesOf } from "../wire/audit-words.ts";
import { typed } from "./command-name.ts";
import { dataDir } from "./data-dir.ts";
import { EXIT, oneLine, print, table, UsageError } from "./output.ts";
import { withStore } from "./stored.ts";

/** The newest lines, oldest of them first. */
export async function tail(options: { readonly lines: string; readonly json?: true }): Promise<void> {
  const limit = Number(options.lines);
  if (!Number.isInteger(limit) || limit < 1)
    throw new UsageError(`\`${options.lines}\` is not a number of lines`, typed("audit tail -n 50"));
  const found = await withStore(async (store) => ({
    lines: (await store.audit.find({ limit })).toReversed().map(readLine),
    rules: await store.rules.list(),
  }));
  const { lines, rules } = found ?? { lines: [], rules: [] };
  if (options.json) for (const line of lines) print(JSON.stringify(line));
  else if (lines.length > 0) print(table(toRows(lines, rules)));
  else process.stderr.write("nothing was recorded yet\n");
}

/** Exit 0 where every line is as it was written, 1 with the first that is not. */
export async function verify(): Promise<void> {
  const dir = dataDir();
  const result = await withStore((store) =>
    verifyAudit(store, openKeys(join(dir, "keys"), false).audit, readHeadFile(join(dir, "audit-head.json"))),
  );
  if (result === null) return print("ok     nothing was recorded yet");
  if (result.ok) {
    const head = result.head === null ? "" : ` · head ${result.head.hash.slice(0, 16)}`;
    print(`ok     ${result.lines === 1 ? "1 line" : `${result.lines} lines, each chained to the one before`}${head}`);
    if (!result.anchored)
      print("       without an anchor: a cut at the end would not show (audit-head.json is missing or damaged)");
    return;
  }
  print(`broken line ${result.seq}: ${result.reason}`);
  process.exitCode = EXIT.failure;
}

/** When, what, who or what decided, and what it is about; `--json` has every field. */
function toRows(lines: readonly AuditLine[], rules: readonly StoredRule[]): readonly string[][] {
  const summaries = summariesOf(lines);
  const ruleText = (id: string): string | undefined => {
    const rule = rules.find((each) => each.id === id);
    return rule && `${rule.tool} ${rule.pattern}`;
  };
  return lines.map((line) => [
    String(line.seq),
    localTime(line.at),
    sayType(line.type),
    oneLine(sayWho(line, ruleText), 32),
    oneLine(sayCall(line, summaries), 90),
  ]);
}

/** As the clock on the wall shows it. */
function localTime(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
