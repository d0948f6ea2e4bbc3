import { z } from "zod";
import type { Class } from "../core/class.ts";
import type { Decider, Offer } from "../core/decision.ts";
import type { Effect } from "../core/effect.ts";
import type { Finding, Source } from "../core/reading.ts";

/** Source: approvals.md, "The record". */
export const APPROVAL_STATES = [
  "pending",
  "approved",
  "denied",
  "cancelled",
  "void",
  "executing",
  "executed",
  "failed",
  "unknown",
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** What a card shows of one approval. Secrets in `args` and `beside` are masked unless asked for. */
export interface ApprovalView {
  readonly id: string;
  readonly state: ApprovalState;
  /** Binds an answer to what was seen: SHA-256 over tool, descriptor, arguments, directory, agent and file state. */
  readonly digest: string;
  readonly createdAt: number;
  readonly project: { readonly id: string; readonly path: string; readonly name: string } | null;
  readonly chat: { readonly id: string; readonly title: string; readonly agent: string | null };
  readonly run: string;
  readonly callId: string;
  readonly tool: {
    readonly id: string;
    /** As the caller spelled it. */
    readonly name: string;
    readonly title: string;
    readonly origin: string;
    readonly server?: string;
    readonly trusted: boolean;
    readonly hints?: Readonly<Record<string, unknown>>;
  };
  readonly source: Source;
  /** What the call will do, in one sentence. */
  readonly summary: string;
  readonly args: unknown;
  /** Paths (JSON) of arguments that are masked here, and of what is sent along (`beside._meta.token`). */
  readonly masked: readonly string[];
  /** What is sent along with the arguments; absent: nothing. Masked alike. */
  readonly beside?: Readonly<Record<string, unknown>>;
  readonly edited: boolean;
  readonly cwd: string | null;
  readonly timeoutMs: number | null;
  readonly outputLimit: number;
  readonly callsLeft: number | null;
  readonly class: Class;
  readonly reason: string;
  readonly code: string;
  readonly decidedBy: Decider;
  readonly answerBy: "person" | "review";
  readonly level: string;
  readonly parts: readonly PartView[];
  readonly findings: readonly Finding[];
  readonly offers: readonly Offer[];
  /** Set where level L1 makes the first button read "Allow, ask once". */
  readonly askOnce: boolean;
  /** A change of a file, for a write or an edit. */
  readonly change: FileChange | null;
  readonly missingScopes: readonly string[];
  /** The agent asks in its own prompt; the inbox only shows that. */
  readonly askedIn: "inbox" | "agent";
  /** Explanation as `assent check --explain` prints it. */
  readonly explanation: string;
  readonly answer: AnswerView | null;
  /** What a model said of it, where one was asked. It answers only in mode review, and only as `allow` with risk `low`. */
  readonly assessment?: AssessmentView;
  readonly outcome: { readonly ok: boolean; readonly code?: string; readonly text: string; readonly at: number } | null;
}

export interface PartView {
  readonly text: string;
  readonly program: string | null;
  readonly file?: string;
  readonly class: Class;
  readonly effect: Effect;
  readonly code: string;
  readonly reason: string;
  readonly decidedBy: Decider;
  readonly findings: readonly Finding[];
  readonly paths: readonly { readonly act: string; readonly spelling: string; readonly canonical: string | null }[];
}

/** What becomes of a file. Each side is cut where it is long. */
export interface FileChange {
  readonly path: string;
  /** Null where the file is new. */
  readonly before: string | null;
  readonly after: string;
  /** Characters of both sides that were left out. */
  readonly cut: number;
}

export interface AssessmentView {
  readonly verdict: Effect;
  /** `unknown`: the assessment failed or could not be read. */
  readonly risk: "low" | "medium" | "high" | "unknown";
  readonly reason: string;
  readonly at: number;
  /** Made for the card alone, in mode ask: mode review makes another. */
  readonly beside?: true;
}

export interface AnswerView {
  readonly decision: "allow" | "deny";
  /** `Ana`, `rule project:git push *`, `full access`, … */
  readonly by: string;
  readonly at: number;
  readonly remembered: string | null;
  readonly note: string | null;
}

/** What to remember with an answer: one of the card's offers, where, and until when. */
const rememberSchema = z.strictObject({
  offer: z.number().int().min(0),
  scope: z.enum(["run", "session", "chat", "project", "global"]),
  expiresAt: z.number().int().positive().optional(),
});

/** POST /api/tools/authorization/decide */
export const decideBody = z.strictObject({
  id: z.string(),
  digest: z.string(),
  decision: z.enum(["allow", "deny"]),
  remember: rememberSchema.optional(),
  /** Level L1, "Allow, ask once": remembers this very call for the session. */
  askOnce: z.boolean().optional(),
  /** Edited arguments; `digest` is then the one of the edited card (POST /api/approvals/:id/preview). */
  edited: z.unknown().optional(),
  /** For a denial: what the model is told. */
  note: z.string().max(2000).optional(),
});
export type DecideBody = z.infer<typeof decideBody>;

/** How many calls one look may answer: what fits on a screen that a person reads through. */
export const MOST_AT_ONCE = 50;

/** POST /api/tools/authorization/allow-shown: the calls that were listed on screen, each by what was shown of it. */
export const allowShownBody = z.strictObject({
  calls: z
    .array(decideBody.pick({ id: true, digest: true }))
    .min(1)
    .max(MOST_AT_ONCE),
});

/** POST /api/approvals/:id/preview: the card as it would be with other arguments. */
export const previewBody = z.strictObject({ args: z.unknown() });
