import type { Decision } from "../../core/decision.ts";
import { RecordError } from "../audit/recorder.ts";
import type { Refusal } from "../refusal.ts";

/** What the caller of a refused call is told: a code, a status, one sentence. Never the policy. */
export interface Told {
  readonly code: string;
  readonly status: 400 | 403;
  readonly reason: string;
}

const OFF: ReadonlySet<string> = new Set(["mode-off", "server-disabled", "bad-descriptor", "level-stop"]);

/** Sentences of our own where the decision's would tell of rules. Source: decision.md, "What the caller is told". */
const PLAIN: Readonly<Record<string, string>> = {
  "rule-deny": "policy does not allow this call",
  "call-limit": "this tool was called as often as it may be in one run",
  "outside-grants": "a path lies outside of the folders that may be used",
  "grant-missing": "the folder may not be used for this",
  protected: "this file is protected",
  unattended: "only a person may allow this, and nobody is there",
  "server-unauthorized": "the server needs a person to sign in",
};

interface Where {
  /** Null: there is none. */
  readonly project: unknown;
}

/** Who began in the home folder would else look for what is wrong with each path. */
const NO_PROJECT =
  "there is no project here, so no folder may be used: start in the folder of a project, not in the home folder or one of the system";

/** `where` of a call that was decided in a chat or session. */
export function toldOf(decision: Pick<Decision, "code" | "reason">, where?: Where): Told {
  if (decision.code === "bad-arguments") return { code: "EINVALID", status: 400, reason: decision.reason };
  if (OFF.has(decision.code)) return { code: "ETOOL_DISABLED", status: 403, reason: offReason(decision) };
  if (decision.code === "too-many-waiting") return { code: "ETOOMANY", status: 403, reason: decision.reason };
  if (decision.code === "outside-grants" && where?.project === null)
    return { code: "EPOLICY", status: 403, reason: NO_PROJECT };
  return { code: "EPOLICY", status: 403, reason: PLAIN[decision.code] ?? "policy does not allow this call" };
}

/** A stop is no matter of the tool: who is told that one is off tries the next. */
function offReason({ code, reason }: Pick<Decision, "code" | "reason">): string {
  return code === "level-stop" ? reason : "this tool is turned off";
}

export const VOIDED: Told = { code: "ETOOL_DISABLED", status: 403, reason: "this call may no longer run" };

export const NOT_RECORDED = {
  code: "EAUDIT",
  reason: "the decision could not be recorded, so the call does not run",
} as const;
const NOT_DECIDED = { code: "EUNDECIDED", reason: "the call could not be decided, so it does not run" } as const;

/** What is told of a call on whose way something failed. */
export function failureOf(error: unknown): Pick<Told, "code" | "reason"> {
  return error instanceof RecordError ? NOT_RECORDED : NOT_DECIDED;
}

/** As `work` says; where it fails, a refusal, and the approval is as it was. */
export async function refusing<T>(work: () => Promise<T | Refusal>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    // verdict: refused
    const { code, reason } = failureOf(error);
    return { ok: false, status: 503, code, message: reason };
  }
}

/** The decision of a call that could not be decided or recorded: a refusal, whatever the policy would have said. */
export function refusedDecision(told: Pick<Told, "code" | "reason">): Decision {
  return {
    effect: "deny",
    code: told.code,
    reason: told.reason,
    class: "unknown",
    mode: "off",
    decidedBy: { kind: "finding", id: told.code },
    findings: [],
    offers: [],
    hidden: false,
    parts: [],
    trace: [],
    policyRevision: "",
  };
}
