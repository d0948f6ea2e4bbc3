import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { compile } from "../../src/core/compile.ts";
import { decide } from "../../src/core/decide.ts";
import type { Decision } from "../../src/core/decision.ts";
import { isStricter } from "../../src/core/effect.ts";
import { plainWorld } from "../../src/read/plain-world.ts";
import { read, readers } from "../../src/read/read.ts";

import { HOME, PROJECT, type Adapter, type Row, type Trial } from "./adapter.ts";
import { codexExecpolicy } from "./codex-execpolicy.ts";
import { codexSafeDangerous } from "./codex-safe-dangerous.ts";
import { opencodePermission } from "./opencode-permission.ts";
import { rooCommands } from "./roo-commands.ts";
import { vscodeRunInTerminal } from "./vscode-run-in-terminal.ts";

/**
 * Holds `decide` against other engines' decision tests: `npm run score:peers -- DIR`, where DIR has one JSON file a
 * peer. Semantics differ, so the score is "no looser than expected"; exit 1 if any row is.
 */
const ADAPTERS: Readonly<Record<string, Adapter>> = {
  "codex-execpolicy.json": codexExecpolicy,
  "codex-safe-dangerous.json": codexSafeDangerous,
  "opencode-permission.json": opencodePermission,
  "roo-commands.json": rooCommands,
  "vscode-run-in-terminal.json": vscodeRunInTerminal,
};

/** A plain Linux machine: every program in /usr/bin, no links. */
const WORLD = plainWorld({ home: HOME, cwd: PROJECT, project: PROJECT });

type Outcome = "same" | "stricter" | "looser" | "agreed" | "unsupported";

function main(directory: string | undefined): number {
  if (directory === undefined) {
    console.error("score:peers: name the directory of the case files\nhint: `npm run score:peers -- DIR`");
    return 2;
  }
  const files = readdirSync(directory).filter((name) => name.endsWith(".json"));
  return files.map((name) => scoreFile(join(directory, name))).reduce((sum, looser) => sum + looser, 0) > 0 ? 1 : 0;
}

/** Prints one line for the file and one for each looser row; how many there are. */
function scoreFile(file: string): number {
  const adapter = ADAPTERS[basename(file)];
  if (adapter === undefined) {
    console.log(`${basename(file)}: no adapter`);
    return 0;
  }
  const rows = JSON.parse(readFileSync(file, "utf8")) as readonly Row[];
  const scored = rows.map((row) => scoreRow(adapter, row));
  const count = (outcome: Outcome) => scored.filter((row) => row.outcome === outcome).length;
  console.log(
    `${basename(file)}: ${rows.length} rows, same ${count("same")}, stricter ${count("stricter")}, looser ${count("looser")}, ` +
      `looser for a stated reason ${count("agreed")}, not expressible ${count("unsupported")}`,
  );
  for (const { outcome, text } of scored)
    if (outcome === "looser" || process.env["ASSENT_PEERS_ALL"] === "1") console.log(`  ${outcome}: ${text}`);
  return count("looser");
}

function scoreRow(adapter: Adapter, row: Row): { readonly outcome: Outcome; readonly text: string } {
  const trial = adapter(row);
  if ("unsupported" in trial) return { outcome: "unsupported", text: trial.unsupported };
  const compiled = compile(trial.policy, readers);
  if (!compiled.ok) return { outcome: "unsupported", text: `${trial.label}: ${JSON.stringify(compiled)}` };
  const decision = decide(read(trial.call, WORLD), compiled.policy, 0);
  const outcome = compare(trial, decision);
  return {
    outcome,
    text: `${trial.label}: expected ${trial.expected}, is ${decision.effect} (${decision.code}, hidden ${decision.hidden})`,
  };
}

function compare({ expected, agreed }: Trial, { effect, hidden }: Decision): Outcome {
  if (expected === "visible") return hidden ? "stricter" : "same";
  if (expected === "hidden") return hidden ? "same" : "looser";
  if (effect === expected) return "same";
  if (isStricter(effect, expected)) return "stricter";
  return agreed === undefined ? "looser" : "agreed";
}

process.exitCode = main(process.argv[2]);
