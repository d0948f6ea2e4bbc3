/**
 * A rule tried before it is stored, by the same function that the host decides with. The machine is a plain one (each
 * program is found, no links) and the rule stands alone, so this says whether the rule reaches a call, not what the
 * host would answer: that is what trying a command on the page says.
 */
import { compile, readRule } from "../../core/compile.ts";
import { decide } from "../../core/decide.ts";
import type { Effect } from "../../core/effect.ts";
import type { Policy, Rule } from "../../core/policy.ts";
import { plainWorld } from "../../read/plain-world.ts";
import { read, readers } from "../../read/read.ts";

export interface Draft {
  readonly tool: string;
  readonly pattern: string;
  readonly decision: Effect;
  /** Root of the project that paths are relative to. */
  readonly project: string;
}

export type DraftSays =
  | { readonly kind: "broken"; readonly message: string }
  | {
      readonly kind: "said";
      readonly effect: Effect;
      readonly reached: number;
      readonly parts: number;
      readonly reason: string;
    };

const ID = "draft";

/** Whether the pattern can be read; null where it can. */
export function faultOf(draft: Draft): string | null {
  const rule = readRule(ruleOf(draft), readers);
  return rule.ok ? null : (rule.errors[0]?.message ?? "cannot be read");
}

/** What the rule alone would say of a call, written as a person writes it: a command, a path or an address. */
export function tryDraft(draft: Draft, example: string): DraftSays {
  const compiled = compile(policyOf(draft), readers);
  if (!compiled.ok) return { kind: "broken", message: compiled.errors[0]?.message ?? "cannot be read" };
  const { project } = draft;
  const world = plainWorld({ cwd: project, project, roots: [project] });
  const reading = read(
    { ...callOf(draft.tool, example), cwd: project, project, source: "model", attended: true },
    world,
  );
  const decision = decide(reading, compiled.policy, 0);
  const reached = decision.parts.filter((part) => part.decidedBy.kind === "rule" && part.decidedBy.id === ID).length;
  return {
    kind: "said",
    effect: decision.effect,
    reached,
    parts: Math.max(decision.parts.length, 1),
    reason: decision.reason,
  };
}

/** Tools whose rules can be tried: those that have patterns. */
export function canTry(tool: string): boolean {
  return tool === "shell" || tool in PATH_TOOLS || tool === "web_fetch";
}

const PATH_TOOLS: Readonly<Record<string, string>> = { read: "read_file", change: "write_file", delete: "delete_file" };

function callOf(tool: string, example: string): { readonly tool: string; readonly args: unknown } {
  if (tool === "web_fetch") return { tool, args: { url: example } };
  const pathTool = PATH_TOOLS[tool];
  if (pathTool === undefined) return { tool: "shell", args: { command: example } };
  return { tool: pathTool, args: { path: example, ...(tool === "change" ? { content: "" } : {}) } };
}

function ruleOf({ tool, pattern, decision }: Draft): Rule {
  return { id: ID, tool, pattern, decision, scope: "project" };
}

function policyOf(draft: Draft): Policy {
  const grant = { root: draft.project, recursive: true, can: ["read", "write", "edit", "delete"] } as const;
  return {
    layers: {},
    rules: [ruleOf(draft)],
    level: "L0",
    approvalMode: "ask",
    grants: [grant],
    projectRoots: [draft.project],
    limits: {},
    revision: ID,
  };
}
