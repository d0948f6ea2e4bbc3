import type { Part, PathUse } from "../../core/reading.ts";
import type { ApprovalRecord } from "./record.ts";

const VERBS: Readonly<Record<PathUse["act"], string>> = {
  read: "Reads",
  write: "Writes",
  edit: "Edits",
  delete: "Deletes",
};

/** What the call will do, in one plain sentence. Holds text of the call. */
export function summaryOf({ call, reading }: Pick<ApprovalRecord, "call" | "reading">): string {
  const { profile, id } = reading.tool;
  if (reading.argFault) return `Calls ${id} with arguments that do not fit it.`;
  if (profile === "command") return commandSummary(reading.parts);
  if (profile === "path") return pathSummary(reading.parts, id);
  if (profile === "url") return `Fetches ${reading.parts[0]?.targets[0]?.text ?? "an address"}.`;
  return reading.tool.server === undefined
    ? `Uses ${id}.`
    : `Calls the tool \`${call.tool}\` of the server ${reading.tool.server}.`;
}

function commandSummary(parts: readonly Part[]): string {
  const [first] = parts;
  if (parts.length === 1 && first) return `Runs \`${first.text}\`.`;
  const programs = [...new Set(parts.map((part) => part.program ?? "an unknown program"))];
  return `Runs ${parts.length} commands: ${programs.join(", ")}.`;
}

function pathSummary(parts: readonly Part[], tool: string): string {
  const uses = parts.flatMap((part) => part.paths);
  const [worst] = [...uses].sort((a, b) => rank(b) - rank(a));
  if (!worst) return `Uses ${tool}.`;
  const others = uses.length > 1 ? `, and touches ${uses.length - 1} more` : "";
  const below = worst.recursive && worst.act !== "read" ? " and everything in it" : "";
  return `${VERBS[worst.act]} ${worst.canonical ?? worst.spelling}${below}${others}.`;
}

function rank(use: PathUse): number {
  return ["read", "write", "edit", "delete"].indexOf(use.act);
}
