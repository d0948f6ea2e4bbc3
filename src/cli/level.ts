import { levelName } from "../core/level-names.ts";
import { LEVELS, type ApprovalMode } from "../core/policy.ts";
import { readDefaults } from "../host/policy/assemble.ts";
import { typed } from "./command-name.ts";
import { print, UsageError } from "./output.ts";
import { withStore } from "./stored.ts";
import { askTerminal } from "./terminal.ts";

/** Who answers what the level leaves open. Source: decision.md, "Levels". */
const MODES: Readonly<Record<ApprovalMode, string>> = {
  ask: "what no rule answers, a person does",
  review: "a model answers what it finds harmless, a person the rest",
  full: "what would ask runs, inside the project",
};

/** Shows the level; `L3` stops everything at once. Its release is a person's, in a logged-in session. */
export async function level(wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return show();
  if (wanted.toUpperCase() === "L3") return askTerminal({ do: "stop" });
  if (!LEVELS.some((level) => level === wanted.toUpperCase()))
    throw new UsageError(`there is no level \`${wanted}\``, LEVELS.map(levelName).join(", "));
  throw new UsageError(
    `\`${wanted}\` cannot be set from a terminal`,
    `${typed("level L3")} stops everything; the rest is set in a logged-in session`,
  );
}

async function show(): Promise<void> {
  const defaults = await withStore(readDefaults);
  if (defaults?.stopped)
    return print(`${levelName("L3")}: everything is stopped until a person releases it in a logged-in session`);
  const mode = defaults?.approvalMode ?? "ask";
  print(`${levelName(defaults?.level ?? "L0")} for new chats · approval mode ${mode}: ${MODES[mode]}`);
}
