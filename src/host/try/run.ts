import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { ACTS } from "../../core/reading.ts";
import type { Store } from "../../store/store.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { Chat } from "../../store/tables/chats.ts";
import type { Project } from "../../store/tables/projects.ts";
import { APPROVAL_STATES, type ApprovalView } from "../../wire/approval.ts";
import { commit } from "../audit/commit.ts";
import type { Recorder } from "../audit/recorder.ts";
import { HOST, type Principal } from "../auth/principal.ts";
import type { Gate, Outcome, Proposed, Won } from "../gate/gate.ts";
import type { Refusal } from "../refusal.ts";
import { makeSample, removeSample } from "./sample.ts";
import { scriptFor, TRY_AGENT, TRY_TITLE, type Step } from "./script.ts";

export interface TryIt {
  /**
   * `actor` as audit lines have it. Makes a sample project and sends the scripted agent into it; the one that is at
   * work already, where there is one.
   */
  start(actor: string): Promise<{ readonly chat: string; readonly project: string }>;
  /** Runs an approved call of the scripted agent; refused for one that is declined, void, or was run. */
  execute(
    view: ApprovalView,
    caller: Principal,
  ): Promise<{ readonly ok: true; readonly approval: ApprovalView } | Refusal>;
  /** Goes on with what a host that ended left behind; samples whose demo is over are taken away. */
  resume(): Promise<void>;
  /** Ends the scripts' waiting; nothing of them is answered. */
  close(): void;
}

export interface TryOptions {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly gate: Gate;
  /** Runs what a claim gave, exactly once. */
  readonly run: (claimed: Won) => Promise<Outcome>;
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
}

/** How long one look at a waiting approval lasts, ms; then it is looked at anew. */
const LOOK = 60_000;

/**
 * A scripted agent that works through the real gate and the real runner. Where it stands is read from the approvals of
 * its chat, so that a restarted host goes on at the same step. INVARIANT: a step that was claimed is never run again.
 */
export function createTryIt({ store, recorder, gate, run, now, onDefect }: TryOptions): TryIt {
  const ending = new AbortController();
  const running = new Map<string, Chat>();

  async function start(actor: string) {
    const before = running.values().next().value;
    if (before !== undefined) return { chat: before.id, project: before.project ?? "" };
    const sample = await makeSample();
    const project: Project = {
      id: `prj_${randomUUID()}`,
      path: sample.path,
      name: "try it",
      // Everything may be changed, and nothing is without being asked about: each kind of card is seen.
      opened: "custom",
      grants: [{ root: sample.path, recursive: true, can: ACTS }],
      gitWorkTree: sample.gitWorkTree,
      createdAt: now(),
    };
    const chat = newChat(project, now());
    const data = { project: project.id, path: project.path, grants: project.grants };
    await commit({ recorder, now }, { type: "project.added", actor, chat: chat.id, data }, async (tables) => {
      await tables.projects.add(project);
      await tables.chats.add(chat);
      await tables.events.append({ at: now(), type: "chat.changed", chat: chat.id });
    });
    follow(chat, sample.path);
    return { chat: chat.id, project: project.id };
  }

  function follow(chat: Chat, root: string): void {
    if (running.has(chat.id)) return;
    running.set(chat.id, chat);
    void playAll(chat, root)
      .catch(onDefect)
      .finally(() => running.delete(chat.id));
  }

  async function playAll(chat: Chat, root: string): Promise<void> {
    for (const step of scriptFor(root)) {
      await play(chat, root, step);
      if (ending.signal.aborted) return;
    }
    await store.chats.end(chat.id, now());
    await store.events.append({ at: now(), type: "chat.changed", chat: chat.id });
  }

  /** Returns when the step is over, or the host ends. */
  async function play(chat: Chat, root: string, step: Step): Promise<void> {
    while (!ending.signal.aborted) {
      const row = await rowOf(chat, step);
      if (row === null) {
        const proposed = await propose(chat, root, step);
        if (proposed.effect === "deny") return;
        if (proposed.effect === "allow" && proposed.claimed) await finish(proposed.claimed);
      } else if (row.state === "pending") {
        await gate.settled(row.id, LOOK, ending.signal);
      } else if (row.state === "approved") {
        const refused = await runOnce(row.id);
        if (refused !== null && (await rowOf(chat, step))?.state === "approved") throw new Error(refused.message);
      } else return;
    }
  }

  function propose(chat: Chat, root: string, { id, tool, args }: Step): Promise<Proposed> {
    const call = { tool, args, cwd: root, source: "model", attended: true } as const;
    return gate.propose({
      call,
      chatId: chat.id,
      run: chat.id,
      callId: id,
      askedIn: "inbox",
      actor: HOST,
      claims: true,
    });
  }

  async function runOnce(id: string): Promise<Refusal | null> {
    const claimed = await gate.claim(id, HOST);
    if (!claimed.ok) return claimed;
    await finish(claimed);
    return null;
  }

  async function finish(won: Won): Promise<void> {
    await gate.finish(won.approvalId, await run(won));
  }

  async function rowOf(chat: Chat, step: Step): Promise<ApprovalRow | null> {
    const rows = await store.approvals.inStates(APPROVAL_STATES, chat.id);
    // The newest: an approval whose call read otherwise when it was to run is followed by another.
    return rows.findLast((row) => row.callId === step.id) ?? null;
  }

  return {
    start,
    async execute(view, caller) {
      const chat = await store.chats.get(view.chat.id);
      if (chat?.agent !== TRY_AGENT)
        return {
          ok: false,
          status: 409,
          code: "ECONFLICT",
          message: "this call is run by its own agent",
          approval: view,
        };
      const refused = await runOnce(view.id);
      if (refused !== null) return refused;
      return { ok: true, approval: (await gate.get(view.id, caller)) ?? view };
    },
    async resume() {
      for (const chat of await store.chats.list({ project: null, limit: 1000 })) {
        if (chat.agent !== TRY_AGENT || chat.project === null) continue;
        const project = await store.projects.get(chat.project);
        if (project === null || !existsSync(project.path)) continue;
        if (chat.endedAt === null) follow(chat, project.path);
        else removeSample(project.path);
      }
    },
    close: () => ending.abort(),
  };
}

function newChat(project: Project, now: number): Chat {
  return {
    id: `cht_${randomUUID()}`,
    project: project.id,
    title: TRY_TITLE,
    agent: TRY_AGENT,
    sessionKey: randomUUID(),
    level: null,
    approvalMode: null,
    grants: [],
    createdAt: now,
    lastSeen: now,
    endedAt: null,
  };
}
