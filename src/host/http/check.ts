import { decide } from "../../core/decide.ts";
import type { Decision } from "../../core/decision.ts";
import { explain } from "../../core/explain.ts";
import type { Reading } from "../../core/reading.ts";
import type { Call } from "../../read/call.ts";
import { read, readers } from "../../read/read.ts";
import type { World } from "../../read/world.ts";
import type { Store } from "../../store/store.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { PartView } from "../../wire/approval.ts";
import type { CheckAnswer } from "../../wire/check.ts";
import { partViews } from "../approvals/view.ts";
import type { Gate } from "../gate/gate.ts";
import { type AssembleDeps, assembleProjectPolicy } from "../policy/assemble.ts";
import { policyAsItIs } from "../policy/as-it-is.ts";
import { compileStored } from "../policy/compile-stored.ts";

export interface CheckDeps extends AssembleDeps {
  readonly store: Store;
  readonly gate: Gate;
  readonly world: () => World;
  readonly now: () => number;
}

/** Whose policy decides; a chat goes before a project. */
export interface CheckPlace {
  readonly chat: string | null;
  readonly project: Project | null;
}

export type Checked = CheckAnswer & { readonly explanation: string; readonly parts: readonly PartView[] };
export type Check = (call: Omit<Call, "project">, place: CheckPlace) => Promise<Checked>;

/** Decides a call without recording it. Rejects where policy cannot be read. */
export function createCheck(deps: CheckDeps): Check {
  return async (call, { chat, project }) => {
    if (chat !== null) return toAnswer(await deps.gate.check(call, chat));
    const stored = compileStored(await assembleProjectPolicy(deps.store, project, deps), readers);
    const world = deps.world();
    const reading = read({ ...call, project: project?.path ?? null }, world);
    const policy = policyAsItIs(stored, world, reading);
    return toAnswer({ reading, decision: decide(reading, policy, deps.now()) });
  };
}

function toAnswer({ reading, decision }: { readonly reading: Reading; readonly decision: Decision }): Checked {
  const { effect, code, reason, class: cls, answerBy, hidden, findings, offers, decidedBy } = decision;
  const answered = answerBy === undefined ? {} : { answerBy };
  return {
    id: null,
    effect,
    code,
    reason,
    class: cls,
    ...answered,
    hidden,
    findings,
    offers,
    decidedBy,
    explanation: explain(decision),
    parts: partViews({ reading, decision }),
  };
}
