import { basename, relative } from "node:path";
import { worstClass } from "../../core/class.ts";
import { isStricter } from "../../core/effect.ts";
import { bareName } from "../../core/names.ts";
import { ACTS, type Part, type PathUse } from "../../core/reading.ts";
import type { ApprovalRecord } from "./record.ts";
import { securityChange } from "./security-change.ts";

const VERBS: Readonly<Record<PathUse["act"], string>> = {
  read: "Reads",
  write: "Writes",
  edit: "Edits",
  delete: "Deletes",
};

/** What the host's own tools do that act on no command, file or address. */
const OWN: ReadonlyMap<string, string> = new Map([
  ["ask_user", "Asks you a question."],
  ["subagent", "Hands a task to a subagent."],
  ["task", "Keeps the plan of the chat."],
  ["run_skill", "Follows a skill."],
  ["wait", "Waits."],
  ["app_read", "Reads what Assent keeps."],
  ["browser_read", "Reads the open page."],
  ["browser_screenshot", "Takes a picture of the open page."],
  ["browser_click", "Clicks on the open page."],
  ["browser_fill", "Fills in a field of the open page."],
  ["browser_submit", "Sends a form of the open page."],
  ["browser_evaluate", "Runs a script in the open page."],
  ["browser_act", "Takes several steps on the open page."],
]);

/** What the call will do, in one plain sentence. Holds text of the call. */
export function summaryOf(record: Pick<ApprovalRecord, "call" | "reading" | "decision">): string {
  const { call, reading } = record;
  const { profile, id } = reading.tool;
  if (reading.argFault) return `Calls ${id} with arguments that do not fit it.`;
  const change = securityChange(record);
  if (change !== null) return change.summary;
  if (profile === "command") return commandSummary(record);
  if (profile === "path") return pathSummary(reading.parts, { tool: id, project: call.project });
  if (profile === "url") return `Fetches ${reading.parts[0]?.targets[0]?.text ?? "an address"}.`;
  return reading.tool.server === undefined
    ? (OWN.get(id) ?? `Uses ${id}.`)
    : `Calls \`${bareName(reading.tool)}\` of the server ${reading.tool.server}.`;
}

/** The part that stops the line leads: it is what a person has to look at. */
function commandSummary({ reading: { parts }, decision }: Pick<ApprovalRecord, "reading" | "decision">): string {
  const lead = leadOf(parts, decision.parts);
  const effect = decision.parts[parts.indexOf(lead)]?.effect ?? decision.effect;
  const more = parts.length - 1;
  if (effect === "allow" && more > 0) {
    const programs = [...new Set(parts.map((part) => part.program ?? "an unknown program"))];
    return `Runs ${parts.length} commands: ${programs.join(", ")}.`;
  }
  const what = lead.does === undefined || effect === "allow" ? "Runs" : `${upperFirst(lead.does)}:`;
  const others = more === 0 ? "" : ` and ${more === 1 ? "one more command" : `${more} more commands`}`;
  return `${what} \`${lead.text}\`${others}.`;
}

/**
 * Why it is asked or refused, of the part that leads; of the call where something about the whole of it decided. Two
 * parts may ask for reasons of their own, and the heading and the sentence below it speak of the same one.
 */
export function reasonOf({ reading: { parts }, decision }: Pick<ApprovalRecord, "reading" | "decision">): string {
  if (!decision.parts.some(({ reason }) => reason === decision.reason)) return decision.reason;
  return decision.parts[parts.indexOf(leadOf(parts, decision.parts))]?.reason ?? decision.reason;
}

/** The strictest answer; of equals the worst class, then the first. */
function leadOf(parts: readonly Part[], decided: ApprovalRecord["decision"]["parts"]): Part {
  let lead = 0;
  for (let at = 1; at < parts.length; at += 1) {
    const [mine, best] = [decided[at]?.effect, decided[lead]?.effect];
    if (mine === undefined || best === undefined) continue;
    const [cls, bestClass] = [(parts[at] as Part).class, (parts[lead] as Part).class];
    const worse = cls !== bestClass && worstClass(cls, bestClass) === cls;
    if (isStricter(mine, best) || (mine === best && worse)) lead = at;
  }
  return parts[lead] as Part;
}

function pathSummary(parts: readonly Part[], { tool, project }: { tool: string; project: string | null }): string {
  const uses = parts.flatMap((part) => part.paths);
  const [worst] = [...uses].sort((a, b) => rank(b) - rank(a));
  if (!worst) return `Uses ${tool}.`;
  const others = uses.length > 1 ? `, and touches ${uses.length - 1} more` : "";
  const below = worst.recursive && worst.act !== "read" ? " and everything in it" : "";
  return `${VERBS[worst.act]} ${within(worst.canonical ?? worst.spelling, project)}${below}${others}.`;
}

function rank(use: PathUse): number {
  return ACTS.indexOf(use.act);
}

/** A path below the project from there on; any other whole, so that nothing outside looks as if it lay inside. */
function within(path: string, project: string | null): string {
  if (project === null) return path;
  if (path === project) return `the project ${basename(project)}`;
  return path.startsWith(`${project}/`) ? relative(project, path) : path;
}

function upperFirst(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
