import { randomUUID } from "node:crypto";
import type { DirectoryGrant } from "../../core/policy.ts";
import type { Store } from "../../store/store.ts";
import type { Chat } from "../../store/tables/chats.ts";
import type { Project } from "../../store/tables/projects.ts";
import { commit } from "../audit/commit.ts";
import type { Recorder } from "../audit/recorder.ts";
import { openProject } from "../policy/new-project.ts";
import { withIdentity } from "../policy/root-identity.ts";
import { projectOf, type ProjectPlace } from "./project-of.ts";

/** An external agent's session, by its own name for it. */
export interface SessionKey {
  readonly agent: string;
  readonly session: string;
  readonly cwd: string | null;
}

export interface AgentSessions {
  /** The chat of a session, made at its first sight; its project is fixed from then on. Also its heartbeat. */
  chatOf(key: SessionKey): Promise<Chat>;
  find(agent: string, session: string): Promise<Chat | null>;
  /** The agent said that the session is over; a later call of it opens it again. */
  end(chat: Chat): Promise<void>;
}

export interface SessionOptions {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly now: () => number;
  readonly home: string;
  /**
   * A session that was ended goes on. Where it ended may have been another process, which could not make this one forget
   * what it remembers of the session.
   */
  readonly onReopen?: (chat: Chat) => Promise<unknown>;
}

/** A heartbeat is written this often at most, ms. */
const SEEN_EVERY = 30_000;

export function createAgentSessions({ store, recorder, now, home, onReopen }: SessionOptions): AgentSessions {
  /** First calls of one session arrive together; one of them makes the chat. */
  const opening = new Map<string, Promise<Chat>>();

  async function open(key: SessionKey): Promise<Chat> {
    const known = await store.chats.bySession(key.agent, key.session);
    if (known === null) return make(key);
    if (known.endedAt !== null) await onReopen?.(known);
    if (known.endedAt !== null || now() - known.lastSeen > SEEN_EVERY) await store.chats.seen(known.id, now());
    return known;
  }

  async function make(key: SessionKey): Promise<Chat> {
    const place = projectOf(key.cwd, home);
    const actor = `agent:${key.agent}`;
    const opened = place === null ? null : await openProject({ store, recorder, now }, place, actor);
    const chat = newChat(key, place, opened?.project ?? null);
    const data = { project: chat.project, agent: key.agent, grants: chat.grants };
    await commit({ recorder, now }, { type: "chat.created", actor, chat: chat.id, data }, async (tables) => {
      await tables.chats.add(chat);
      await tables.events.append({ at: now(), type: "chat.changed", chat: chat.id });
      await tables.events.append({ at: now(), type: "agents.changed" });
    });
    return chat;
  }

  function newChat(key: SessionKey, place: ProjectPlace | null, project: Project | null): Chat {
    const where = project?.name ?? "no project";
    return {
      id: `cht_${randomUUID()}`,
      project: project?.id ?? null,
      title: `${where} · ${key.session.slice(0, 8)}`,
      agent: key.agent,
      sessionKey: key.session,
      level: null,
      approvalMode: null,
      grants: place?.worktree === undefined ? [] : [worktreeGrant(place.worktree, project)],
      createdAt: now(),
      lastSeen: now(),
      endedAt: null,
    };
  }

  return {
    chatOf(key) {
      const name = JSON.stringify([key.agent, key.session]);
      const running = opening.get(name) ?? open(key).finally(() => opening.delete(name));
      opening.set(name, running);
      return running;
    },
    find: (agent, session) => store.chats.bySession(agent, session),
    end: (chat) =>
      store.transaction(async (tables) => {
        await tables.chats.end(chat.id, now());
        await tables.events.append({ at: now(), type: "agents.changed" });
      }),
  };
}

/** A worktree beside its repository is granted what the repository is. */
function worktreeGrant(root: string, project: Project | null): DirectoryGrant {
  return withIdentity({
    root,
    recursive: true,
    can: project?.opened === "edit" ? ["read", "write", "edit"] : ["read"],
  });
}
