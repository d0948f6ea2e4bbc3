import type { Effect } from "../../src/core/effect.ts";
import type { Policy, Rule } from "../../src/core/policy.ts";
import type { Call } from "../../src/read/call.ts";
import type { World } from "../../src/read/world.ts";

/** One decision test of another engine, in that engine's own shape. */
export interface Row {
  readonly source: string;
  readonly rules: unknown;
  readonly call: unknown;
  readonly expected: string;
  readonly note?: string;
}

/** The row as a question to `decide`. */
export interface Trial {
  /** What was asked, for the list of looser rows. */
  readonly label: string;
  readonly call: Call;
  readonly policy: Policy;
  /** The loosest right answer; `allow` where the peer only abstains. For `hidden` a visible tool is looser. */
  readonly expected: Effect | "visible" | "hidden";
  /** The machine, where it is not a plain Linux one. */
  readonly world?: World;
  /** Why a looser answer is right here, where it is. */
  readonly agreed?: string;
}

/** Turns a row into a trial; a reason where the row's rules cannot be said in ours. */
export interface Adapter {
  (row: Row): Trial | { readonly unsupported: string };
}

export const PROJECT = "/home/dev/app";
export const HOME = "/home/dev";

/** No rules, the project readable: what a peer's built-in list is compared with. */
export function policyOf(change: Partial<Policy>): Policy {
  return {
    layers: {},
    rules: [],
    level: "L0",
    approvalMode: "ask",
    grants: [{ root: PROJECT, recursive: true, can: ["read", "write", "edit", "delete"] }],
    projectRoots: [PROJECT],
    limits: {},
    revision: "peers",
    home: HOME,
    ...change,
  };
}

/** Rules of the peer decide alone: nothing is free, so that what no rule speaks of asks. */
export function onlyRules(rules: readonly Rule[]): Policy {
  return policyOf({ rules, level: "L1" });
}

/** What the peer allows unless a rule says otherwise. */
export function allowedUnless(rules: readonly Rule[]): Policy {
  return policyOf({ rules, layers: { app: { native: { shell: { mode: "allow" } } } } });
}

export function rule(index: number, tool: string, what: { pattern: string; decision: Effect }): Rule {
  return { id: `rules[${index}]`, tool, scope: "project", ...what };
}

export function shellCall(command: string): Call {
  return toolCall("shell", { command });
}

export function toolCall(tool: string, args: unknown): Call {
  return { tool, args, cwd: PROJECT, project: PROJECT, source: "model", attended: true };
}

/** A call of a server's tool as the registry knows it. */
export function mcpCall(server: string, name: string, args: unknown): Call {
  return { ...toolCall(`mcp__${server}__${name}`, args), descriptor: { server, name } };
}

/** An argument list as a command line; every word that a shell might touch in single quotes. */
export function toLine(argv: readonly string[]): string {
  return argv
    .map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(" ");
}

/** A word of a pattern; with a blank in double quotes, a quote inside doubled. */
export function toPatternWord(word: string): string {
  return /[\s"]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word;
}
