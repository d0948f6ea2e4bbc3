import type { Effect } from "../../core/effect.ts";
import type { AuditLine } from "../../wire/audit.ts";

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

/** What a line is about, in one line: the sentence, else the command, path, rule or tool that it holds. */
export function subjectOf(line: AuditLine): string {
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

/** `person:ana` → `ana`; agents, rules and the host keep their kind. */
export function sayActor(actor: string): string {
  const at = actor.indexOf(":");
  const kind = at === -1 ? actor : actor.slice(0, at);
  return kind === "person" || kind === "agent" ? actor.slice(at + 1) : actor;
}

/** `approval.denied` → `denied`, `rule.added` → `rule added`. */
export function sayType(type: string): string {
  return type.replace(/^approval\./, "").replace(/[._-]+/g, " ");
}
