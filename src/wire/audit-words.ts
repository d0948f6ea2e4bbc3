/** An audit line in words, the same on the page and in the terminal. Pure. */
import type { Decider } from "../core/decision.ts";
import type { Effect } from "../core/effect.ts";
import { LEVEL_NAMES, levelName } from "../core/level-names.ts";
import type { Level } from "../core/policy.ts";
import type { AuditLine } from "./audit.ts";

/** The verdict that a line speaks of, where it speaks of one. */
export function effectOf(line: AuditLine): Effect | null {
  const said = line.data["effect"] ?? line.data["decision"];
  if (said === "allow" || said === "ask" || said === "deny") return said;
  return STATES[line.type.slice(line.type.indexOf(".") + 1)] ?? null;
}

/** Of a line that tells what became of an approval. */
const STATES: Readonly<Record<string, Effect>> = {
  pending: "ask",
  approved: "allow",
  denied: "deny",
  cancelled: "deny",
  void: "deny",
};

/** What the call of each approval does: only the first line of each tells it. */
export function summariesOf(lines: readonly AuditLine[]): ReadonlyMap<string, string> {
  const told = lines.flatMap(({ approval, data }) =>
    approval !== null && typeof data["summary"] === "string" ? [[approval, data["summary"]] as const] : [],
  );
  return new Map(told);
}

/** What a line says of its call: the sentence that the first line of the call tells, and of one not run why it was not. */
export function sayCall(line: AuditLine, summaries: ReadonlyMap<string, string>): string {
  const call = summaries.get(line.approval ?? "");
  if (call === undefined) return subjectOf(line);
  if (waitsOn(line)) return `Waits on, since policy changed: ${call}`;
  return line.type === "approval.void" ? `${subjectOf(line)}: ${call}` : call;
}

/** Of lines that are about everything, and so hold nothing that names it. */
const SUBJECTS: Readonly<Record<string, string>> = {
  "level.stopped": "Everything is stopped, and no call runs.",
  "level.released": "The stop is over, and calls are decided again.",
};

function whyVoid({ data: { reason, changes } }: AuditLine): string {
  if (reason === "stopped") return "Not run, since everything was stopped";
  if (reason !== "changed") return "Not run, since policy does not allow it any more";
  const what = Array.isArray(changes) ? changes.join("; ") : "";
  return `Not run, and asked again${what === "" ? "" : `, since ${what}`}`;
}

/** What a line is about, in one line: the sentence, else the command, path, rule or tool that it holds. */
export function subjectOf(line: AuditLine): string {
  if (line.type === "approval.void") return whyVoid(line);
  const known = SUBJECTS[line.type];
  if (known !== undefined) return known;
  for (const key of ["summary", "command", "pattern", "path", "text", "reason", "tool"]) {
    const value = line.data[key];
    if (typeof value === "string" && value !== "") return value;
  }
  for (const key of ["rule", "args", "after"]) {
    const inner = line.data[key];
    if (typeof inner === "object" && inner !== null)
      return Object.values(inner)
        .filter((value) => typeof value === "string")
        .slice(0, 3)
        .join(" ");
  }
  return "";
}

/**
 * Who decided, for a line that policy decided, else who did it. A call that policy answers has the agent as its actor,
 * since it proposed it, and that says nothing of why it ran. `ruleText`: the rule of an id, where it still exists.
 */
export function sayWho(line: AuditLine, ruleText: (id: string) => string | undefined): string {
  const decider = policyOf(line);
  return decider === null ? sayActor(line.actor) : sayDecider(decider, ruleText);
}

/** Null where a person did it, or it is still to be decided. */
function policyOf({ type, actor, data }: AuditLine): Decider | null {
  const decider = data["decidedBy"] as Decider | undefined;
  const settled = type === "approval.approved" || type === "approval.denied" || type === "approval.void";
  return settled && decider !== undefined && !actor.startsWith("person:") ? decider : null;
}

function sayDecider({ kind, id }: Decider, ruleText: (id: string) => string | undefined): string {
  switch (kind) {
    case "level":
      return id !== undefined && id in LEVEL_NAMES ? levelName(id as Level) : "level";
    case "preset":
      return "built-in rule";
    case "rule":
      return `rule ${(id === undefined ? undefined : ruleText(id)) ?? "that is gone"}`;
    case "approval":
      return id === "full" ? "full access" : "review";
    case "layer":
    case "mode":
    case "allowlist":
      return "tool setting";
    default:
      return kind;
  }
}

/** `person:ana` → `ana`; the host and rules keep their kind. */
function sayActor(actor: string): string {
  const at = actor.indexOf(":");
  const kind = at === -1 ? actor : actor.slice(0, at);
  return kind === "person" || kind === "agent" ? actor.slice(at + 1) : actor;
}

/** A line with how many of the same call stand right behind it. */
export interface FoldedLine {
  readonly line: AuditLine;
  readonly more: number;
  /** The one among them that holds the verdict, and who gave it. */
  readonly decided: AuditLine;
}

/** A call that waits, listed again because policy changed: each such change lists all of them. */
function waitsOn({ type, data }: AuditLine): boolean {
  return type === "approval.pending" && data["reason"] === "policy changed";
}

/**
 * Lines of one call that follow each other become one, the newest. So do lines of calls that are listed as waiting
 * again. A group that would hide the line `open` stays apart.
 */
export function foldLines(
  lines: readonly AuditLine[],
  { fold, open }: { readonly fold: boolean; readonly open: number | undefined },
): readonly FoldedLine[] {
  if (!fold) return lines.map((line) => folded([line]));
  const groups: AuditLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const first = group?.[0];
    const same = first !== undefined && line.approval !== null && first.approval === line.approval;
    if (group !== undefined && (same || (first !== undefined && waitsOn(first) && waitsOn(line)))) group.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) =>
    group.slice(1).some(({ seq }) => seq === open) ? group.map((line) => folded([line])) : [folded(group)],
  );
}

function folded(group: readonly AuditLine[]): FoldedLine {
  const line = group[0] as AuditLine;
  return { line, more: group.length - 1, decided: group.find((each) => effectOf(each) !== null) ?? line };
}

const TYPES: Readonly<Record<string, string>> = {
  "approval.void": "not run",
  "level.stopped": "all stopped",
  "level.released": "all released",
};

/** `approval.denied` → `denied`, `rule.added` → `rule added`. */
export function sayType(type: string): string {
  const known = TYPES[type];
  if (known !== undefined) return known;
  return type.replace(/^approval\./, "").replace(/[._-]+/g, " ");
}
