import { shapeOf } from "../../read/builtin/shapes.ts";
import type { Run } from "../../store/tables/runs.ts";
import type { ApprovalView } from "../../wire/approval.ts";
import { bothEnds } from "../both-ends.ts";
import { callsOf } from "../chats/content.ts";
import type { Message } from "../chats/transcript.ts";
import { listSkills, namesTool } from "../tools/skills.ts";
import type { EngineContext } from "./context.ts";

/** Characters of one quoted text. */
const LONGEST = 4_000;
/** Characters of a call's arguments, which are quoted whole or not assessed: what is left out could be what matters. */
const LONGEST_ARGUMENTS = 32_000;
/** Messages back in which a skill that was run still counts as active. */
const SKILL_TURNS = 12;

export interface ToAssess {
  readonly run: Run;
  /** With secrets masked. */
  readonly view: ApprovalView;
}

/**
 * All that an assessment sees, as data. Of the conversation only what a person typed: a subagent's task, answers of models
 * and results of tools could speak for the call. Source: approvals.md, "The assessment".
 */
export async function assessmentData(context: EngineContext, { run, view }: ToAssess) {
  const branch = await rootBranch(context, run);
  return {
    personSaid: personTexts(branch).slice(-3).map(cut),
    activeSkill: await activeSkill(context, branch, view),
    grants: (await grantsOf(context, run)).map(({ grant: { root, recursive, can } }) => ({ root, recursive, can })),
    tool: {
      id: view.tool.id,
      origin: view.tool.origin,
      // Of other servers nobody has checked them.
      unverified: view.tool.trusted ? null : { hints: view.tool.hints ?? {} },
      description: shapeOf(view.tool.id)?.description ?? null,
    },
    class: view.class,
    arguments: JSON.stringify(view.args),
    cwd: view.cwd,
    reason: view.reason,
    decidedBy: view.decidedBy,
    parts: view.parts.slice(0, 50).map((part) => ({
      text: cut(part.text),
      class: part.class,
      effect: part.effect,
      reason: part.reason,
      decidedBy: part.decidedBy,
      paths: part.paths.slice(0, 20),
    })),
    findings: view.findings.map(({ code, message, gates }) => ({ code, message: cut(message), gates })),
  };
}

/** The chat's own messages: those of a subagent were written by a model. */
async function rootBranch(context: EngineContext, run: Run): Promise<readonly Message[]> {
  const root = run.parent === null ? run : await context.store.runs.get(run.root);
  return context.transcript.branch(run.chat, "", root?.head ?? null);
}

function personTexts(branch: readonly Message[]): readonly string[] {
  return branch
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => content.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])));
}

/** Found by its call, and read from the catalogue: what a call or its result says of a skill does not count. */
async function activeSkill(context: EngineContext, branch: readonly Message[], view: ApprovalView) {
  const ran = branch
    .slice(-SKILL_TURNS)
    .flatMap(({ content }) => callsOf(content))
    .findLast(({ tool, result }) => tool === "run_skill" && result?.ok === true);
  if (ran === undefined) return null;
  // What a person made of it is what ran.
  const { skill: name } = (ran.result?.edited ?? ran.args) as { readonly skill: string };
  const skills = await listSkills(view.project?.path ?? null, context.world());
  const skill = skills.find((known) => known.name === name);
  if (skill === undefined) return null;
  return { name, description: cut(skill.description), namesThisTool: namesTool(skill, view.tool.id) };
}

async function grantsOf(context: EngineContext, run: Run) {
  return (await context.policies.policyFor(run.chat, run.root)).grants;
}

const SPEAKS =
  /\b(?:assessor|assessment|risk\W{0,3}low|verdict)\b|\b(?:ignore|disregard)\b.{0,40}\b(?:instruction|rule|above|previous)|\b(?:this|the following)\s+(?:call|command|action)\s+(?:is|was)\s+(?:safe|approved|allowed|harmless|low)|\bapprove\s+(?:this|it)\b|\bpre-?approved\b/i;

/** Text in arguments that is meant for whoever assesses them. Rather too often: a person then looks. */
export function speaksToAssessor(args: unknown): boolean {
  return SPEAKS.test(JSON.stringify(args) ?? "");
}

/** An assessment could not see all of the call. */
export function isTooLong(args: unknown): boolean {
  return (JSON.stringify(args) ?? "").length > LONGEST_ARGUMENTS;
}

function cut(text: string): string {
  return bothEnds(text, LONGEST);
}
