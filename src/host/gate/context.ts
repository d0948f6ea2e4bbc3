import { modesOf } from "../../core/call.ts";
import type { CompiledPolicy } from "../../core/compile.ts";
import { decide } from "../../core/decide.ts";
import type { Decision, Offer } from "../../core/decision.ts";
import { finding } from "../../core/finding-table.ts";
import type { Reading, ToolFacts } from "../../core/reading.ts";
import type { Call, Descriptor } from "../../read/call.ts";
import { agentTool } from "../../read/agents/agent-tool.ts";
import { read } from "../../read/read.ts";
import type { World } from "../../read/world.ts";
import type { Store, Tables } from "../../store/store.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Chat } from "../../store/tables/chats.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { FileChange } from "../../wire/approval.ts";
import { fileChange } from "../approvals/change.ts";
import type { Memory } from "../approvals/memory.ts";
import { type ApprovalRecord, toFacts } from "../approvals/record.ts";
import type { Recorder } from "../audit/recorder.ts";
import type { Policies, Standing } from "../policy/policies.ts";
import { policyAsItIs } from "../policy/as-it-is.ts";
import type { Redactor } from "../secrets/redact.ts";
import type { Seal } from "../secrets/seal.ts";
import { bindingOf, digestOf } from "./digest.ts";
import { type FileState, fileStates } from "./file-state.ts";
import type { Locks } from "./locks.ts";
import type { Running } from "./running.ts";
import type { Waiters } from "./waiters.ts";

/** What a gate is made of. */
export interface GateDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly policies: Policies;
  readonly memory: Memory;
  readonly seal: Seal;
  readonly redactor: Redactor;
  /** The machine, whose files it looks at anew each time. */
  readonly world: () => World;
  /** ms since 1970. */
  readonly now: () => number;
  /** A new approval's id; ids of one host ascend or are random, and never repeat. */
  readonly newId: () => string;
  /** Names this host process among those of one database. */
  readonly hostId: string;
  /** Calls of one agent, or of one chat of the host's own, that may wait for a person in the inbox. Default 200. */
  readonly mostWaiting?: number;
  /** Bytes that are kept of them; default 16 MiB. One call may be larger. */
  readonly mostWaitingBytes?: number;
  /** Characters of an outcome that are kept. */
  readonly outputLimit: (tables: Pick<Tables, "settings">) => Promise<number>;
  /**
   * What the registry knows of a call's tool by now, in a project (its id); without it the descriptor that was proposed
   * counts.
   */
  readonly descriptorOf?: (
    call: Pick<Call, "tool" | "agent">,
    at: { readonly project: string | null; readonly ownChat: boolean },
  ) => Descriptor | undefined;
  /** What is different about a tool since it was pinned, for the card; null where nothing is. */
  readonly changeOf?: (tool: string) => FileChange | null;
  /** The chat's private folder; null where it has none. */
  readonly scratchOf?: (chat: string) => string | null;
  /** Mode review has somebody who assesses this chat's calls: the model of its own. Absent: it is as mode ask. */
  readonly assesses?: (chat: Chat) => boolean;
  /** A run of this chat is on its way. */
  readonly isRunning?: (chat: string) => boolean;
  /** Another host has taken this one's place: what was remembered here may be forgotten there. */
  readonly superseded?: () => boolean;
  /** Ends calls that run: the chat was stopped, or its tool turned off. */
  readonly stopCalls?: (approvals: readonly string[]) => void;
  /** Ends the runs of all chats: a stop of everything could not be stored, so that nobody hears of it from the store. */
  readonly stopRuns?: () => void;
}

export interface GateContext extends GateDeps {
  readonly locks: Locks;
  readonly running: Running;
  readonly waiters: Waiters;
}

export interface Place {
  readonly chat: Chat;
  readonly project: Project | null;
}

/** A call, read and decided as things are now. */
export interface Judged {
  readonly call: Call;
  readonly reading: Reading;
  readonly decision: Decision;
  readonly policy: CompiledPolicy;
  /** Of what is stored of policy, as it was decided by. */
  readonly version: number;
  readonly change: FileChange | null;
  readonly files: readonly FileState[];
  readonly binding: string;
  readonly digest: string;
}

export interface ToJudge {
  readonly place: Place;
  readonly run: string;
  readonly call: Omit<Call, "project" | "callsThisRun" | "scratch">;
  /** The approval that this call has already. */
  readonly id?: string;
}

/** Rejects where policy or the store cannot be read: the caller refuses. */
export async function judge(context: GateContext, { place, run, call, id }: ToJudge): Promise<Judged> {
  if (context.superseded?.()) throw new Error("another host has taken the place of this one");
  const world = context.world();
  const standing = await context.policies.standingFor(place.chat.id, run);
  const whole = callOf(context, place, call);
  const first = read(whole, world);
  const policy = assessable(context, place, policyAsItIs(standing.policy, world, first));
  const counted = { chat: place.chat.id, run, ...(id === undefined ? {} : { except: id }) };
  const callsThisRun = await callsInRun(context, { tool: first.tool, policy, ...counted });
  const reading: Reading = { ...first, callsThisRun };
  const decided = offerable(context, whole, decide(reading, policy, context.now()));
  const decision = withUnreviewed(context, decided, { place, reading, proposed: standing.proposed });
  const files = await fileStates(reading);
  const binding = bindingOf(whole, reading, files);
  // Of a tool that the registry knows: another agent's of that name has no descriptor here.
  const known = first.tool.hash === undefined ? null : (context.changeOf?.(first.tool.id) ?? null);
  const change = known ?? (await fileChange(reading, argsAsOurs(whole)));
  const digest = digestOf(binding, decision);
  return { call: whole, reading, decision, policy, version: standing.version, change, files, binding, digest };
}

/** What nobody would assess would wait for ever where nobody is there. */
function assessable(context: GateContext, { chat }: Place, policy: CompiledPolicy): CompiledPolicy {
  if (policy.approvalMode !== "review" || context.assesses?.(chat) === true) return policy;
  return { ...policy, approvalMode: "ask" };
}

/** Tells where files of the project that nobody has accepted would decide otherwise. It gates nothing. */
function withUnreviewed(
  context: GateContext,
  decision: Decision,
  { place, reading, proposed }: Pick<ToJudge, "place"> & Pick<Standing, "proposed"> & { readonly reading: Reading },
): Decision {
  if (proposed === null) return decision;
  const policy = assessable(context, place, policyAsItIs(proposed, context.world(), reading));
  const other = decide(reading, policy, context.now());
  if (other.effect === decision.effect) return decision;
  return { ...decision, findings: [...decision.findings, finding("project-policy-unreviewed")] };
}

/** An agent's own tool in the words of ours, where its arguments can be said in them. */
function argsAsOurs({ agent, tool, args }: Call): unknown {
  return agent === undefined ? args : (agentTool(agent, tool, args)?.args ?? args);
}

/**
 * Calls of the tool in this run, for the limit that they are held against; 0 where there is none, since counting takes
 * longer with every call.
 */
export async function callsInRun(context: GateContext, of: Counted): Promise<number> {
  const { policy, tool, ...which } = of;
  if (modesOf(tool, policy).callsPerRun === null) return 0;
  return context.store.approvals.countInRun({ ...which, tool: tool.id });
}

interface Counted {
  readonly policy: CompiledPolicy;
  readonly tool: ToolFacts;
  readonly chat: string;
  readonly run: string;
  /** The approval that is not counted. */
  readonly except?: string;
}

/** Null where the chat is gone. */
export async function placeOf(context: GateContext, chatId: string): Promise<Place | null> {
  const chat = await context.store.chats.get(chatId);
  if (chat === null) return null;
  const project = chat.project === null ? null : await context.store.projects.get(chat.project);
  return { chat, project };
}

export function callOf(context: GateContext, place: Place | null, call: ToJudge["call"]): Call {
  const at = { project: place?.project?.id ?? null, ownChat: place?.chat.agent === null };
  const descriptor = context.descriptorOf?.(call, at) ?? call.descriptor;
  const scratch = place && context.scratchOf?.(place.chat.id);
  return {
    tool: call.tool,
    args: call.args,
    cwd: call.cwd,
    project: place?.project?.path ?? null,
    source: call.source,
    attended: call.attended,
    ...(call.agent === undefined ? {} : { agent: call.agent }),
    ...(call.beside === undefined ? {} : { beside: call.beside }),
    ...(descriptor === undefined ? {} : { descriptor }),
    ...(scratch ? { scratch } : {}),
  };
}

export function recordOf(judged: Judged, more: Pick<ApprovalRecord, "proposed" | "changes">): ApprovalRecord {
  const { call, reading, decision, binding, files, change } = judged;
  return { call, reading, decision, binding, files, change, ...more };
}

/** The row of a call that was just decided. */
export function newRow(context: GateContext, judged: Judged, rest: NewRow): ApprovalRow {
  const { place, record, ...given } = rest;
  return {
    ...toFacts(rest.id, record, judged.digest, context.seal),
    ...given,
    chat: place.chat.id,
    tool: judged.reading.tool.id,
    createdAt: context.now(),
    changedAt: context.now(),
    outcome: null,
    assessment: null,
    host: null,
  };
}

type NewRow = Pick<ApprovalRow, "id" | "run" | "callId" | "state" | "askedIn" | "answer" | "previous"> & {
  readonly place: Place;
  readonly record: ApprovalRecord;
};

/** A rule is stored and shown in the open: none with a secret or of several lines is offered. */
function offerable(context: GateContext, { args }: Call, decision: Decision): Decision {
  if (decision.offers.length === 0) return decision;
  const redactor = context.redactor.knowing(args, "all");
  const clean = (offer: Offer): boolean =>
    offer.rules.every(({ pattern }) => !/[\r\n]/.test(pattern) && redactor.text(pattern) === pattern);
  return { ...decision, offers: decision.offers.filter(clean) };
}
