/** Levels as people see them. Source: decision.md, "Levels". */
const LEVELS: Readonly<Record<string, { readonly name: string; readonly says: string }>> = {
  L0: { name: "Read freely", says: "What only reads runs. Everything else asks where no rule or mode speaks." },
  L1: {
    name: "Once each",
    says: "What only reads asks once for each tool and session. A call that you allow is remembered for the session, word for word.",
  },
  L2: {
    name: "Every time",
    says: "Everything asks where no stored rule or mode speaks, and nothing is remembered for a run or session.",
  },
  L3: { name: "Stop", says: "Every call is denied, without a question, until you release it." },
};

export function sayLevel(level: string): { readonly name: string; readonly says: string } {
  return LEVELS[level] ?? { name: level, says: "" };
}
