import { compile } from "../../src/core/compile.ts";
import { decide } from "../../src/core/decide.ts";
import type { Decision } from "../../src/core/decision.ts";
import { isStricter } from "../../src/core/effect.ts";
import { plainWorld } from "../../src/read/plain-world.ts";
import { read, readers } from "../../src/read/read.ts";
import { HOME, PROJECT, type Adapter, type Row, type Trial } from "./adapter.ts";
import { codexExecpolicy } from "./codex-execpolicy.ts";
import { codexSafeDangerous } from "./codex-safe-dangerous.ts";
import { geminiPolicy } from "./gemini-policy.ts";
import { opencodePermission } from "./opencode-permission.ts";
import { rooCommands } from "./roo-commands.ts";
import { vscodeTerminal } from "./vscode-terminal.ts";
import { zedPermissions } from "./zed-permissions.ts";

/** A row's `source` says whose test it was, and so how it is said. */
const ADAPTERS: readonly (readonly [source: RegExp, adapter: Adapter])[] = [
  [/^openai\/codex .*\/execpolicy\//, codexExecpolicy],
  [/^openai\/codex .*\/command_safety\//, codexSafeDangerous],
  [/^(?:anomalyco|sst)\/opencode /, opencodePermission],
  [/^RooCodeInc\/Roo-Code /, rooCommands],
  [/^microsoft\/vscode /, vscodeTerminal],
  [/^zed-industries\/zed /, zedPermissions],
  [/^google-gemini\/gemini-cli /, geminiPolicy],
];

/** A plain Linux machine: every program in /usr/bin, no links. */
const WORLD = plainWorld({ home: HOME, cwd: PROJECT, project: PROJECT });

/** Semantics differ, so what counts is that nothing is looser. */
export type Outcome = "same" | "stricter" | "looser" | "agreed" | "unsupported";

/** How ours decides what the row asks, beside what it expects. */
export function scoreRow(row: Row): { readonly outcome: Outcome; readonly text: string } {
  const adapter = ADAPTERS.find(([source]) => source.test(row.source))?.[1];
  if (adapter === undefined) return { outcome: "unsupported", text: `no adapter for ${row.source}` };
  const trial = adapter(row);
  if ("unsupported" in trial) return { outcome: "unsupported", text: trial.unsupported };
  const compiled = compile(trial.policy, readers);
  if (!compiled.ok) return { outcome: "unsupported", text: `${trial.label}: ${JSON.stringify(compiled)}` };
  const decision = decide(read(trial.call, trial.world ?? WORLD), compiled.policy, 0);
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
