import { z } from "zod";
import { EFFECTS, type Effect } from "../core/effect.ts";

/** POST /api/settings/command-rules */
export const ruleBody = z.strictObject({
  tool: z.string().min(1).max(256),
  pattern: z.string().min(1).max(4096),
  decision: z.enum(EFFECTS),
  scope: z.enum(["chat", "project", "global"]),
  /** Id of the chat or project that the scope names. */
  target: z.string().optional(),
  expiresAt: z.number().int().positive().optional(),
  note: z.string().max(500).optional(),
});
/** PUT /api/settings/command-rules */
export const changeRuleBody = z.strictObject({ ...ruleBody.shape, id: z.string() });
/** POST /api/settings/command-rules/lint; `id`: of the rule in whose place it would stand. */
export const lintRuleBody = z.strictObject({ ...ruleBody.shape, id: z.string().optional() });
export type LintRuleBody = z.infer<typeof lintRuleBody>;
export type RuleBody = z.infer<typeof ruleBody>;

export interface RuleView {
  readonly id: string;
  readonly tool: string;
  readonly pattern: string;
  /** Of a built-in deny: the finding that it speaks of, instead of a pattern. */
  readonly finding?: string;
  readonly decision: Effect;
  readonly scope: string;
  readonly target: { readonly id: string; readonly name: string } | null;
  readonly expiresAt: number | null;
  readonly note: string | null;
  readonly createdBy: string | null;
  readonly createdAt: number | null;
  /** Built-in and managed rules cannot be changed here. */
  readonly readOnly: boolean;
  /** Why a stored rule cannot be read; it is set aside. */
  readonly fault: string | null;
}
