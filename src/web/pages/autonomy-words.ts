import { LEVEL_NAMES } from "../../core/level-names.ts";
import type { ApprovalMode, Level } from "../../core/policy.ts";

/** What people choose from, stored as level and approval mode. Source: decision.md, "Levels". */
export interface AutonomyChoice {
  readonly level: Level;
  readonly approvalMode: ApprovalMode;
  readonly name: string;
  readonly says: string;
}

export const AUTONOMY: readonly AutonomyChoice[] = [
  {
    level: "L2",
    approvalMode: "ask",
    name: LEVEL_NAMES.L2,
    says: "Everything asks where no stored rule or mode speaks; nothing is remembered for a run or session.",
  },
  {
    level: "L1",
    approvalMode: "ask",
    name: LEVEL_NAMES.L1,
    says: "What only reads asks once for each tool and session. A call that you allow is remembered word for word.",
  },
  {
    level: "L0",
    approvalMode: "ask",
    name: LEVEL_NAMES.L0,
    says: "What only reads runs. Everything else asks where no rule or mode speaks.",
  },
  {
    level: "L0",
    approvalMode: "review",
    name: "Approve for me",
    says: "A model assesses each question; only what it finds harmless runs.",
  },
  {
    level: "L0",
    approvalMode: "full",
    name: "Without asking, inside this project",
    says: "Runs what would ask. Rules that ask, protected files and what lies outside still ask; denied stays denied.",
  },
  { level: "L3", approvalMode: "ask", name: LEVEL_NAMES.L3, says: "Every call is denied, without a question." },
];

/** The choice that a stored level and approval mode come to; null of a pair that none stands for. */
export function choiceOf(level: Level, approvalMode: ApprovalMode): AutonomyChoice | null {
  // At these two levels the approval mode does not matter.
  if (level === "L2" || level === "L3") return AUTONOMY.find((choice) => choice.level === level) ?? null;
  return AUTONOMY.find((choice) => choice.level === level && choice.approvalMode === approvalMode) ?? null;
}

interface Stored {
  readonly level: Level | null;
  readonly approvalMode: ApprovalMode | null;
}

/** What holds in a chat, where it is from included. */
export function sayAutonomy(
  chat: Stored,
  defaults: { readonly level: Level; readonly approvalMode: ApprovalMode },
): string {
  const [level, approvalMode] = [chat.level ?? defaults.level, chat.approvalMode ?? defaults.approvalMode];
  const name = choiceOf(level, approvalMode)?.name ?? `${level}, ${approvalMode}`;
  return chat.level === null && chat.approvalMode === null ? `${name}, as the default` : name;
}
