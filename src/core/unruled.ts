import { matchRegex } from "./allowlist/match.ts";
import { allow, ask, gate, readsBecause, type Answer } from "./answer.ts";
import type { Call } from "./call.ts";
import { isReadOnly } from "./class.ts";
import { finding } from "./finding-table.ts";
import { whatItDoes } from "./guard.ts";
import { levelAllows } from "./levels.ts";
import type { Finding, Part, PathUse } from "./reading.ts";
import type { CompiledRule } from "./rule/compiled.ts";
import { namesOptions } from "./rule/reach.ts";

/** Something that no rule decides. */
interface Unruled {
  /** Discards work: out of reach for a mode. */
  readonly destroys: boolean;
  /** Level L0 lets it run. */
  readonly freed: boolean;
  /** Allow rules that match without reaching. */
  readonly short: readonly CompiledRule[];
  /** The path in question, where it is one. */
  readonly use?: PathUse;
}

/** Stage 6 without a rule: the explicit mode, else level and class. */
export function answerByMode(call: Call, part: Part, unruled: Unruled): readonly Answer[] {
  const { mode, source } = call.modes;
  const { id } = call.reading.tool;
  if (source === null || call.reading.tool.family === "ask") return [answerByLevel(call, part, unruled)];
  const decidedBy = { kind: "layer", id: source } as const;
  if (mode === "allow") {
    if (unruled.destroys) return [notExact(part, unruled)];
    return [allow({ stage: 6, code: "mode-allow", reason: `\`${id}\` is set to allow`, decidedBy })];
  }
  const listed = mode === "allowlist" ? matchAllowlist(call, part, unruled) : "no";
  if (listed === "yes")
    return [
      allow({
        stage: 6,
        code: "allowlist",
        reason: "a pattern of the allowlist matches",
        decidedBy: { kind: "allowlist", id: source },
      }),
    ];
  const asks =
    unruled.short.length > 0
      ? fellShort(part, unruled)
      : ask({ stage: 6, code: "mode-ask", reason: `\`${id}\` is set to ask`, decidedBy }, rowOf(part));
  return listed === "budget" ? [asks, gate(8, finding("allowlist-budget"))] : [asks];
}

function answerByLevel({ reading, policy }: Call, part: Part, unruled: Unruled): Answer {
  const { level } = policy;
  const decidedBy = { kind: "level", id: level } as const;
  // The question itself is a card: asking whether to ask would be a second one.
  if (reading.tool.family === "ask")
    return allow({ stage: 6, code: "level-allow", reason: "this asks the person", decidedBy });
  if (levelAllows(level, unruled.freed))
    return allow({ stage: 6, code: "level-allow", reason: letsBecause(part, unruled), decidedBy });
  if (unruled.short.length > 0) return fellShort(part, unruled);
  const reason = unruled.freed ? "the level asks before every use" : uncovered(part, unruled);
  return ask({ stage: 6, code: "level-ask", reason, decidedBy }, level === "L2" ? "L2" : rowOf(part));
}

function letsBecause(part: Part, { use }: Unruled): string {
  if (use !== undefined && use.act !== "read") return "the level lets it write to the chat's own folder";
  // A command that another one runs (`npx eslint src`) reads its paths here; what else it does is the other's to answer for.
  return readsBecause(isReadOnly(part.class) && (use === undefined || part.does === undefined));
}

function uncovered(part: Part, { use }: Unruled): string {
  const does = use === undefined ? whatItDoes(part) : undefined;
  if (does === undefined) return "no rule covers this, and the level asks about it";
  // The guard says the same of what only exact words allow: one sentence, not two that differ by an ending.
  return part.exactOnly === undefined ? `${does}, and no rule covers it` : does;
}

/** A call that can loosen policy is never answered by an approval mode. */
function rowOf(part: Part): string | undefined {
  return part.class === "admin" ? "admin" : undefined;
}

function matchAllowlist(call: Call, part: Part, { destroys, use }: Unruled): "yes" | "no" | "budget" {
  const { id, profile } = call.reading.tool;
  // A pattern of a command line says nothing about where it writes, and never stands for exact words.
  if (destroys || (use !== undefined && profile === "command")) return "no";
  // The bare name stands for any arguments of a tool; a command line is always held against as a whole.
  const subjects = profile === "command" ? [part.text] : [part.text, id];
  const results = call.modes.allowlist.flatMap((regex) => subjects.map((subject) => matchRegex(regex, subject)));
  return results.find((result) => result === "yes") ?? results.find((result) => result === "budget") ?? "no";
}

function fellShort(part: Part, unruled: Unruled): Answer {
  const unnamed =
    !unruled.destroys && unruled.use === undefined && unruled.short.every((rule) => !namesOptions(rule, part));
  return unnamed ? gate(6, optionFinding(part)) : notExact(part, unruled);
}

function optionFinding(part: Part): Finding {
  return finding(
    "option-effect",
    `\`${part.optionEffects.join("`, `")}\` has an effect of its own, which the rule does not name`,
  );
}

function notExact(part: Part, { destroys, use }: Unruled): Answer {
  if (use !== undefined) return gate(6, finding("exact-only/deletion"));
  return gate(6, finding(`exact-only/${destroys ? "destructive" : "launcher"}`, whatItDoes(part)));
}
