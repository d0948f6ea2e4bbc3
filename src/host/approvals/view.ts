import type { CompiledPolicy } from "../../core/compile.ts";
import { explain } from "../../core/explain.ts";
import { bareName } from "../../core/names.ts";
import { findingsOfPart } from "../../core/part-findings.ts";
import type { Reading } from "../../core/reading.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Chat } from "../../store/tables/chats.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { ApprovalView, FileChange, PartView } from "../../wire/approval.ts";
import type { Redactor } from "../secrets/redact.ts";
import { mayAskOnce } from "./ask-once.ts";
import type { ApprovalRecord } from "./record.ts";
import { securityChange } from "./security-change.ts";
import { reasonOf, summaryOf } from "./summary.ts";

/** What a view needs of a redactor. */
type Masks = Pick<Redactor, "text" | "value">;

export interface ViewOf {
  readonly row: ApprovalRow;
  readonly record: ApprovalRecord;
  readonly chat: Chat | null;
  readonly project: Project | null;
  /** Null where it cannot be read by now: what hangs on it is left out. */
  readonly policy: CompiledPolicy | null;
  readonly callsThisRun: number;
  readonly outputLimit: number;
  /** Masks the arguments; the one that hides nothing after a person asked to see. */
  readonly redactor: Masks;
  /** Masks what was read from them: a secret that its name gives away there stands here without its name. */
  readonly knowing: Masks;
}

/** What a card shows of an approval. Source: approvals.md, "The card". */
export function approvalView(of: ViewOf): ApprovalView {
  const { row, record, chat, project, redactor, knowing } = of;
  const { reading, decision, call } = record;
  const args = redactor.value(call.args);
  const beside = besideView(call, redactor);
  const level = of.policy?.level ?? "L0";
  const shown = {
    summary: summaryOf(record),
    parts: partViews(record),
    findings: decision.findings,
    offers: row.state === "pending" ? decision.offers : [],
    reason: [...record.changes, securityChange(record)?.effect ?? reasonOf(record)].join("; "),
    explanation: [...record.changes, explain(decision)].join("\n"),
  };
  return {
    ...rowView(row),
    ...(knowing.value(shown).value as typeof shown),
    project: project && { id: project.id, path: project.path, name: project.name },
    chat: { id: row.chat, title: chat?.title ?? "", agent: chat?.agent ?? null },
    tool: toolView(record),
    source: reading.source,
    args: args.value,
    masked: [...args.masked, ...beside.masked],
    ...beside.view,
    edited: record.proposed !== undefined,
    cwd: call.cwd,
    timeoutMs: decision.timeoutMs ?? null,
    outputLimit: of.outputLimit,
    callsLeft: callsLeft(of),
    class: reading.class,
    code: decision.code,
    decidedBy: decision.decidedBy,
    answerBy: decision.answerBy ?? "person",
    level,
    askOnce: mayAskOnce(level, reading, decision),
    change: record.change && maskChange(record.change, knowing),
    missingScopes: reading.tool.missingScopes ?? [],
  };
}

function besideView({ beside = {} }: ApprovalRecord["call"], redactor: Masks) {
  if (Object.keys(beside).length === 0) return { view: {}, masked: [] };
  const { value, masked } = redactor.value(beside);
  return { view: { beside: value as typeof beside }, masked: masked.map((path) => path.replace("$", "beside")) };
}

function rowView({ assessment, ...row }: ApprovalRow) {
  const { id, state, digest, createdAt, run, callId, askedIn, answer, outcome } = row;
  const assessed = assessment === null ? {} : { assessment };
  return { id, state, digest, createdAt, run, callId, askedIn, answer, outcome, ...assessed };
}

function toolView({ call, reading }: ApprovalRecord): ApprovalView["tool"] {
  const { id, origin, server, hash, pinned } = reading.tool;
  return {
    id,
    name: call.tool,
    title: titleOf(reading),
    origin,
    ...(server === undefined ? {} : { server }),
    // A name proves nothing: only what ships with Assent, or the very version that was pinned, is known.
    trusted: origin === "builtin" || (origin === "mcp" && hash !== undefined && hash === pinned),
  };
}

/** What the tool does, in the words of the one who is asked. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ["shell", "Run a command"],
  ["read_file", "Read a file"],
  ["list_files", "List a folder"],
  ["search_files", "Search files"],
  ["write_file", "Write a file"],
  ["edit_file", "Edit a file"],
  ["create_directory", "Make a folder"],
  ["move_file", "Move a file"],
  ["delete_file", "Delete a file"],
  ["delete_directory", "Delete a folder"],
  ["zip_create", "Pack an archive"],
  ["zip_extract", "Unpack an archive"],
  ["web_fetch", "Fetch a page"],
  ["app_security", "Change what agents may do"],
]);

function titleOf({ tool }: Reading): string {
  const known = TITLES.get(tool.id);
  if (known !== undefined) return known;
  const words = bareName(tool).replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Each part of a call with its own answer. */
export function partViews({ reading, decision }: Pick<ApprovalRecord, "reading" | "decision">): readonly PartView[] {
  return reading.parts.map((part, index) => {
    // Where the call was refused as a whole, no part has an answer of its own.
    const { effect, code, reason, decidedBy } = decision.parts[index] ?? decision;
    const paths = part.paths.flatMap(({ act, spelling, canonical, brings = [] }) => [
      { act, spelling, canonical },
      // Names that arrive there, so that who answers sees them.
      ...brings.map((name) => ({
        act,
        spelling: `${spelling}/${name}`,
        canonical: canonical === null ? null : `${canonical}/${name}`,
      })),
    ]);
    const file = part.file === undefined ? {} : { file: part.file };
    return {
      text: part.text,
      program: part.program,
      ...file,
      class: part.class,
      effect,
      code,
      reason,
      decidedBy,
      findings: findingsOfPart(decision, part, index),
      paths,
    };
  });
}

function callsLeft({ policy, record, callsThisRun }: ViewOf): number | null {
  const limit = policy?.modes.get(record.reading.tool.id)?.callsPerRun ?? policy?.limits.callsPerRun;
  return limit == null ? null : Math.max(0, limit - callsThisRun);
}

function maskChange(change: FileChange, redactor: Masks): FileChange {
  return {
    ...change,
    before: change.before === null ? null : redactor.text(change.before),
    after: redactor.text(change.after),
  };
}
