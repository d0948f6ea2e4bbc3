import { homedir } from "node:os";

import type { CompiledPolicy } from "../core/compile.ts";
import type { Decision } from "../core/decision.ts";
import { decide } from "../core/decide.ts";
import { explain, visible } from "../core/explain.ts";
import { levelName } from "../core/level-names.ts";
import { findingsOfPart } from "../core/part-findings.ts";
import type { Level, Policy } from "../core/policy.ts";
import type { OfferKind, Reading } from "../core/reading.ts";
import { shellLine } from "../core/shell-quote.ts";
import { policyAsItIs } from "../host/policy/as-it-is.ts";
import { nodeWorld } from "../host/tools/node-world.ts";
import type { Call } from "../read/call.ts";
import { AGENT_NAMES, knowsAgent } from "../read/agents/agent-tool.ts";
import { read } from "../read/read.ts";
import { addCommand, typed } from "./command-name.ts";
import { dataDir } from "./data-dir.ts";
import { CliError, EXIT, exitCodeOf, oneLine, print, printNote, UsageError, verdict } from "./output.ts";
import { projectHere } from "./project-here.ts";
import { readText } from "./read-text.ts";
import { setAsideLines } from "./set-aside.ts";
import { compileOrFail, storedPolicy } from "./stored.ts";

export interface CheckOptions {
  readonly explain?: true;
  readonly json?: true;
  readonly tool?: string;
  readonly agent?: string;
  readonly policy?: string;
  readonly batch?: true;
}

/** `assent check`: decides without running or recording anything. Exit 0 allow, 10 ask, 20 deny. */
export async function check(words: readonly string[], options: CheckOptions): Promise<void> {
  if (options.batch) {
    if (words.length > 0) throw new UsageError("--batch reads calls from its input, and no command goes with it");
    const { checkBatch } = await import("./check-batch.ts");
    const clean = await checkBatch(process.stdin, (text) => process.stdout.write(text));
    process.exitCode = clean ? EXIT.ok : EXIT.failure;
    return;
  }
  if (words.length === 0) throw new UsageError("nothing to check", typed("check -- git push -f"));
  const cwd = process.cwd();
  const project = projectHere();
  const call = toCall(words, { cwd, project, options });
  const policy = await policyFor(project, options);
  const world = nodeWorld({ env: process.env, cwd, dataDir: dataDir() });
  const reading = read(call, world);
  const decision = decide(reading, policyAsItIs(policy, world, reading), Date.now());
  if (options.json) print(JSON.stringify({ ...decision, reading }, null, 2));
  else printDecision(decision, reading, { explain: options.explain === true, level: policy.level, project });
  for (const line of setAsideLines(policy.setAside.map(({ rule }) => rule))) printNote(line);
  process.exitCode = exitCodeOf(decision.effect);
}

async function policyFor(project: string | null, { policy }: CheckOptions): Promise<CompiledPolicy> {
  return policy === undefined
    ? compileOrFail(await storedPolicy(project), { stored: true })
    : compileOrFail(readPolicy(policy));
}

interface Place {
  readonly cwd: string;
  readonly project: string | null;
  readonly options: CheckOptions;
}

function toCall(words: readonly string[], { cwd, project, options }: Place): Call {
  if (options.agent !== undefined && !knowsAgent(options.agent))
    throw new UsageError(`no agent \`${options.agent}\` is known here`, `one of ${AGENT_NAMES.join(", ")}`);
  if (options.tool === "") throw new UsageError("a tool has a name", typed("check --tool write_file -- '{…}'"));
  const tool = options.tool ?? (options.agent === undefined ? "shell" : "Bash");
  const args = options.tool === undefined ? { command: commandLine(words) } : parseArgs(words.join(" "));
  const base = { tool, args, cwd, project, source: "user", attended: true } as const;
  return options.agent === undefined ? base : { ...base, agent: options.agent };
}

/** One word is a line of its own (`'a && b'`); several are quoted again, as the shell that split them meant them. */
function commandLine(words: readonly string[]): string {
  return words.length === 1 ? (words[0] ?? "") : shellLine(words);
}

function parseArgs(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(
      "the arguments of a tool are one JSON object",
      typed(`check --tool write_file -- '{"path":"a.txt","content":""}'`),
    );
  }
}

function readPolicy(file: string): Policy {
  const text = readText("policy", file);
  try {
    return JSON.parse(text) as Policy;
  } catch (error) {
    throw new CliError(`the policy \`${file}\` is not JSON: ${(error as Error).message}`);
  }
}

interface Shown {
  readonly explain: boolean;
  readonly level: Level;
  readonly project: string | null;
}

/** The verdict, what it is about and why; under each part what else is said of it; the place; and the way on. */
function printDecision(decision: Decision, reading: Reading, shown: Shown): void {
  const [only, ...more] = decision.parts;
  const one = only !== undefined && more.length === 0;
  const texts = decision.parts.map((part) => oneLine(part.text, 60));
  const width = Math.max(0, ...texts.map((text) => text.length));
  const told = new Set(decision.parts.map((part) => part.reason));
  print(`${verdict(decision.effect)}  ${one ? `${texts[0]}  ` : ""}${visible(decision.reason)}`);
  decision.parts.forEach((part, at) => {
    if (!one) print(`       ${part.effect.padEnd(5)} ${texts[at]?.padEnd(width)}  ${visible(part.reason)}`);
    for (const message of part.effect === "ask" ? othersOf(decision, reading, at) : []) {
      told.add(message);
      // The first line says it already.
      if (one && message === decision.reason) continue;
      print(`${" ".repeat(7 + (one ? 0 : 6) + width + 2)}${visible(message)}`);
    }
  });
  for (const { message } of decision.effect === "ask" ? decision.findings : [])
    if (!told.has(message) && message !== decision.reason) print(`       ${visible(message)}`);
  const place = shown.project === null ? "no project" : `in ${tilde(shown.project)}`;
  print(`       level ${levelName(shown.level)} · ${place} · ${decision.code}`);
  if (shown.explain) print(`\n${explain(decision)}`);
  const hints = shown.project === null ? hintOfNoProject(decision) : hintsOf(decision, reading);
  for (const hint of hints) process.stderr.write(`hint:  ${hint}\n`);
}

/** Findings of a part that its own reason does not say, once each. */
function othersOf(decision: Decision, reading: Reading, at: number): readonly string[] {
  const [part, read] = [decision.parts[at], reading.parts[at]];
  if (part === undefined || read === undefined) return [];
  const messages = findingsOfPart(decision, read, at).map(({ message }) => message);
  return [...new Set(messages)].filter((message) => message !== part.reason);
}

const NARROW: readonly OfferKind[] = ["exact", "path", "url", "subcommand", "host"];

/**
 * The command that stores the narrowest rule for exactly this; none of those that let in more than one can see here.
 * What cannot be taken back is allowed one by one: there a rule asks, also where a mode would not, or refuses.
 */
function hintsOf({ code, offers }: Decision, { parts }: Reading): readonly string[] {
  const single = NARROW.flatMap((kind) => offers.filter((offer) => offer.kind === kind && offer.grant === undefined));
  const rule = single.find(({ rules }) => rules.length === 1)?.rules[0];
  // A pattern that cannot be shown as it is cannot be copied either.
  if (rule === undefined || visible(rule.pattern) !== rule.pattern) return [];
  if (!parts.some(({ class: cls }) => cls === "destructive")) return [addCommand(rule)];
  if (code === "rule-ask") return [];
  return [`to be asked in every mode:  ${addCommand(rule, "ask")}`, `to refuse it:  ${addCommand(rule, "deny")}`];
}

/** Where no folder is granted nothing can be, and a rule would not help. */
function hintOfNoProject({ code }: Decision): readonly string[] {
  return code === "outside-grants"
    ? [
        "the home folder and folders of the system are no project, and no path may be used from there: go to a project's folder",
      ]
    : [];
}

function tilde(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
