import type { HostEvent } from "../wire/event.ts";
import { currentOf } from "./counter.ts";
import type { Db } from "./schema.ts";
import { type AgentTokens, agentTokensTable } from "./tables/agent-tokens.ts";
import { type Approvals, approvalsTable } from "./tables/approvals.ts";
import { type AuditTable, auditTable } from "./tables/audit.ts";
import { type CallInputs, callInputsTable } from "./tables/call-inputs.ts";
import { type ChatEvents, chatEventsTable } from "./tables/chat-events.ts";
import { type Chats, chatsTable } from "./tables/chats.ts";
import { type ConnectionsTable, connectionsTable } from "./tables/connections.ts";
import { type Events, eventsTable } from "./tables/events.ts";
import { type LoginLinks, loginLinksTable } from "./tables/login-links.ts";
import { type McpServers, mcpServersTable } from "./tables/mcp-servers.ts";
import { type Messages, messagesTable } from "./tables/messages.ts";
import { type Modes, modesTable } from "./tables/modes.ts";
import { type OwnServers, ownServersTable } from "./tables/own-servers.ts";
import { type Persons, personsTable } from "./tables/persons.ts";
import { type Pins, pinsTable } from "./tables/pins.ts";
import { type Plans, plansTable } from "./tables/plan.ts";
import { type ProjectFiles, projectFilesTable } from "./tables/project-files.ts";
import { type Projects, projectsTable } from "./tables/projects.ts";
import { type Rules, rulesTable } from "./tables/rules.ts";
import { type Runs, runsTable } from "./tables/runs.ts";
import { type Sessions, sessionsTable } from "./tables/sessions.ts";
import { type Settings, settingsTable } from "./tables/settings.ts";

export interface Tables {
  readonly persons: Persons;
  readonly sessions: Sessions;
  readonly loginLinks: LoginLinks;
  readonly agentTokens: AgentTokens;
  readonly projects: Projects;
  readonly projectFiles: ProjectFiles;
  readonly chats: Chats;
  readonly messages: Messages;
  readonly runs: Runs;
  readonly chatEvents: ChatEvents;
  readonly callInputs: CallInputs;
  readonly connections: ConnectionsTable;
  readonly modes: Modes;
  readonly rules: Rules;
  readonly pins: Pins;
  readonly mcpServers: McpServers;
  readonly ownServers: OwnServers;
  readonly approvals: Approvals;
  readonly plans: Plans;
  readonly audit: AuditTable;
  readonly settings: Settings;
  readonly events: Events;
  /** Grows with every change of a rule, mode, grant, level or setting; what was compiled before is stale. */
  policyVersion(): Promise<number>;
}

/**
 * The only persistence. Every method rejects where the database cannot be read or written, and then nothing of it
 * happened. What belongs together goes through `transaction`.
 */
export interface Store extends Tables {
  /**
   * All of it or nothing, durable when it resolves. Inside use only the given tables: the store itself waits for the
   * transaction to end.
   */
  transaction<T>(work: (tables: Tables) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Events of this process, after they were committed. Returns the way to stop listening. */
  onEvent(listener: (event: HostEvent) => void): () => void;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /**
   * False: it is kept when this process dies, and on the disk for sure only with the next transaction that is durable; the
   * machine's own end may take it back, whole. Default true.
   */
  readonly durable?: boolean;
}

/** Runs on a connection that waits for no disk, and no one else meanwhile. */
export type Unsynced = <T>(work: (on: Db) => Promise<T>) => Promise<T>;

export function storeOn(db: Db, unsynced: Unsynced): Store {
  const listeners = new Set<(event: HostEvent) => void>();
  const publish = (event: HostEvent): void => listeners.forEach((listener) => listener(event));
  return {
    ...tablesOn(db, publish),
    async transaction(work, { durable = true } = {}) {
      const added: HostEvent[] = [];
      const on = (connection: Db) =>
        connection.transaction().execute((tx) => work(tablesOn(tx, (event) => void added.push(event))));
      const result = await (durable ? on(db) : unsynced(on));
      added.forEach(publish);
      return result;
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => db.destroy(),
  };
}

function tablesOn(db: Db, added: (event: HostEvent) => void): Tables {
  return {
    persons: personsTable(db),
    sessions: sessionsTable(db),
    loginLinks: loginLinksTable(db),
    agentTokens: agentTokensTable(db),
    projects: projectsTable(db),
    projectFiles: projectFilesTable(db),
    chats: chatsTable(db),
    messages: messagesTable(db),
    runs: runsTable(db),
    chatEvents: chatEventsTable(db),
    callInputs: callInputsTable(db),
    connections: connectionsTable(db),
    modes: modesTable(db),
    rules: rulesTable(db),
    pins: pinsTable(db),
    mcpServers: mcpServersTable(db),
    ownServers: ownServersTable(db),
    approvals: approvalsTable(db),
    plans: plansTable(db),
    audit: auditTable(db),
    settings: settingsTable(db),
    events: eventsTable(db, added),
    policyVersion: () => currentOf(db, "policy"),
  };
}
