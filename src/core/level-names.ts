import type { Level } from "./policy.ts";

/** The levels as people know them. Source: decision.md, Levels. */
export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  L0: "Read freely",
  L1: "Once each",
  L2: "Every time",
  L3: "Stop",
};

/** The name with the code that rules and settings are written in. */
export function levelName(level: Level): string {
  return `${LEVEL_NAMES[level]} (${level})`;
}
