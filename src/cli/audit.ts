import { join } from "node:path";

import { readHeadFile } from "../host/audit/head-file.ts";
import { readLine } from "../host/audit/line.ts";
import { verifyAudit } from "../host/audit/verify.ts";
import { openKeys } from "../host/secrets/keys.ts";
import type { AuditLine } from "../wire/audit.ts";
import { dataDir } from "./data-dir.ts";
import { CliError, EXIT, oneLine, print, table } from "./output.ts";
import { withStore } from "./stored.ts";

/** The newest lines, oldest of them first. */
export async function tail(options: { readonly lines: string; readonly json?: true }): Promise<void> {
  const limit = Number(options.lines);
  if (!Number.isInteger(limit) || limit < 1)
    throw new CliError(`\`${options.lines}\` is not a number of lines`, "assent audit tail -n 50");
  const rows = (await withStore((store) => store.audit.find({ limit }))) ?? [];
  const lines = rows.toReversed().map(readLine);
  if (options.json) for (const line of lines) print(JSON.stringify(line));
  else if (lines.length > 0) print(table(lines.map(toRow)));
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
    print(`ok     ${result.lines} lines, each chained to the one before${head}`);
    if (!result.anchored)
      print("       without an anchor: a cut at the end would not show (audit-head.json is missing or damaged)");
    return;
  }
  print(`broken line ${result.seq}: ${result.reason}`);
  process.exitCode = EXIT.failure;
}

function toRow(line: AuditLine): string[] {
  const data = Object.entries(line.data).map(
    ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [
    String(line.seq),
    new Date(line.at).toISOString().slice(0, 19).replace("T", " "),
    line.type,
    line.actor,
    oneLine(data.join(" "), 100),
  ];
}
