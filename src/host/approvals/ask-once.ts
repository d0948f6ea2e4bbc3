import { isReadOnly } from "../../core/class.ts";
import type { Decision } from "../../core/decision.ts";
import { isNeverRemembered } from "../../core/levels.ts";
import type { Level, Rule } from "../../core/policy.ts";
import type { Reading } from "../../core/reading.ts";
import { PERSON_ACTS } from "../../core/tools.ts";

/**
 * Whether the first button reads "Allow, ask once": level L1, and nothing about the call that has to be looked at each
 * time. Source: decision.md, "Levels".
 */
export function mayAskOnce(level: Level, reading: Reading, decision: Decision): boolean {
  if (level !== "L1" || decision.effect !== "ask" || decision.answerBy === undefined) return false;
  if (isNeverRemembered(reading.class)) return false;
  if (PERSON_ACTS.has(reading.tool.id)) return false;
  return (
    decision.code === "level-ask" && !decision.findings.some((finding) => finding.gates && finding.code !== "level-ask")
  );
}

/** What "ask once" remembers: a read-only program or tool for the session, anything else as this very call. */
export function askOnceRules(reading: Reading): readonly Pick<Rule, "tool" | "pattern" | "when">[] {
  const { id, profile } = reading.tool;
  const exact = { argsHash: reading.argsHash, ...(reading.cwd === null ? {} : { cwd: reading.cwd }) };
  if (!isReadOnly(reading.class)) return [{ tool: id, pattern: "*", when: exact }];
  if (profile === "path") return [{ tool: id, pattern: "**", when: { readOnly: true } }];
  if (profile !== "command") return [{ tool: id, pattern: "*", when: { readOnly: true } }];
  const programs = new Set(reading.parts.map((part) => part.program));
  if (programs.has(null)) return [{ tool: id, pattern: "*", when: exact }];
  return [...programs].map((program) => ({ tool: id, pattern: `${program} *`, when: { readOnly: true } }));
}
