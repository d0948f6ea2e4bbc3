import type { Kysely } from "kysely";
import type { Class } from "../core/class.ts";
import type { Effect } from "../core/effect.ts";
import type { ApprovalMode, Level } from "../core/policy.ts";
import type { PlanState } from "../core/tools.ts";
import type { ApprovalState, ApprovalView } from "../wire/approval.ts";
import type { MessageView, RunState } from "../wire/chats.ts";
import type { STORED_KINDS } from "../wire/connections.ts";
import type { HostEvent } from "../wire/event.ts";
import type { McpServerView } from "../wire/mcp.ts";
import type { Pictures } from "../wire/pictures.ts";
import type { ProjectView, Role } from "../wire/session.ts";

/** A connection or a transaction; the tables do not tell them apart. */
export type Db = Kysely<Schema>;

/** Times are ms since 1970. Columns named after data (`entry`, `grants`, …) hold JSON. */
export interface Schema {
  /** One row: how many steps of `migrations.ts` were taken. */
  schema_version: { version: number };
  counters: { name: string; value: number };
  persons: {
    id: string;
    name: string;
    role: Role;
    projects: string | null;
    created_at: number;
  };
  sessions: {
    id: string;
    token_hash: string;
    csrf: string;
    person: string;
    kind: "browser" | "device" | "terminal";
    name: string;
    created_at: number;
    last_seen: number;
    revoked_at: number | null;
  };
  login_links: { hash: string; person: string; created_at: number; expires_at: number; used_at: number | null };
  agent_tokens: {
    id: string;
    agent: string;
    token_hash: string;
    created_at: number;
    last_seen: number | null;
    revoked_at: number | null;
  };
  projects: {
    id: string;
    path: string;
    name: string;
    opened: ProjectView["opened"];
    git_work_tree: number;
    grants: string;
    root_identity: string | null;
    created_at: number;
  };
  chats: {
    id: string;
    project: string | null;
    title: string;
    agent: string | null;
    session_key: string | null;
    level: Level | null;
    approval_mode: ApprovalMode | null;
    grants: string;
    created_at: number;
    last_seen: number;
    ended_at: number | null;
    model: string | null;
    head: string | null;
    trace: number;
    removed_at: number | null;
  };
  messages: {
    id: string;
    chat: string;
    thread: string;
    parent: string | null;
    run: string;
    role: MessageView["role"];
    state: MessageView["state"];
    at: number;
    sealed: string;
  };
  runs: {
    id: string;
    chat: string;
    parent: string | null;
    root: string;
    state: RunState;
    head: string | null;
    data: string;
    started_at: number;
    ended_at: number | null;
  };
  chat_events: { chat: string; seq: number; at: number; piece_of: string | null; sealed: string };
  chat_counters: { chat: string; value: number };
  /** What a person gave to one call beside its approval. */
  call_inputs: { call: string; chat: string; sealed: string };
  connections: {
    id: string;
    kind: (typeof STORED_KINDS)[number];
    name: string;
    base_url: string | null;
    models: string;
    default_model: string | null;
    pictures: Pictures;
    created_at: number;
  };
  /** One layer of modes: `app` (target is empty), `project` or `chat`. */
  modes: { layer: "app" | "project" | "chat"; target: string; data: string; changed_at: number };
  rules: {
    id: string;
    scope: "chat" | "project" | "global";
    target: string;
    tool: string;
    pattern: string;
    decision: Effect;
    expires_at: number | null;
    note: string | null;
    created_by: string | null;
    created_at: number;
  };
  project_files: {
    project: string;
    file: "assent" | "mcp";
    accepted_hash: string;
    seen_hash: string;
    seen: string;
  };
  pins: {
    server: string;
    tool: string;
    hash: string;
    class: string | null;
    first_seen: number;
    accepted_at: number | null;
    descriptor: string | null;
    seen_hash: string | null;
    seen_descriptor: string | null;
  };
  mcp_servers: {
    slug: string;
    entry_hash: string;
    entry: string;
    answer_in: McpServerView["answerIn"];
    first_seen: number;
    last_seen: number;
  };
  own_servers: {
    slug: string;
    entry: string;
    confirmed: string;
    enabled: number;
    projects: string | null;
    created_at: number;
  };
  approvals: {
    id: string;
    chat: string;
    run: string;
    call_id: string;
    tool: string;
    state: ApprovalState;
    digest: string;
    args_hash: string;
    cwd: string | null;
    asked_in: ApprovalView["askedIn"];
    effect: Effect;
    code: string;
    class: Class;
    decided_by: string;
    revision: string;
    created_at: number;
    changed_at: number;
    answer: string | null;
    outcome: string | null;
    assessment: string | null;
    previous: string | null;
    host: string | null;
    sealed: string;
  };
  audit: {
    seq: number;
    at: number;
    type: string;
    actor: string;
    chat: string | null;
    approval: string | null;
    line: string;
    hash: string;
  };
  settings: { name: string; value: string };
  events: { seq: number; at: number; type: HostEvent["type"]; chat: string | null; subject: string | null };
  plan_items: { chat: string; id: number; title: string; state: PlanState; changed_at: number };
}

/** One transaction for statements that belong together, or the one that is already open. */
export function atomically<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
