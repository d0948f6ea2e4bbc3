import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Store, Tables } from "../../store/store.ts";
import type { Connection } from "../../store/tables/connections.ts";
import { type ModelChoice, modelChoice } from "../../wire/chats.ts";
import { takesPictures } from "../../wire/pictures.ts";
import type {
  ConnectionBody,
  Connections as ConnectionsView,
  ConnectionTested,
  ConnectionView,
  NewConnectionBody,
} from "../../wire/connections.ts";
import { type ChangeLine, commit } from "../audit/commit.ts";
import type { Recorder } from "../audit/recorder.ts";
import { newId } from "../chats/new-id.ts";
import { missing, type Refusal } from "../refusal.ts";
import type { SecretStore } from "../secrets/secret-file.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { listModels } from "./list-models.ts";
import { modelAt } from "./provider.ts";

/** Where models are reached, and which one is used. Keys go in and never come out. `actor` as audit lines have it. */
export interface Connections {
  view(): Promise<ConnectionsView>;
  add(body: NewConnectionBody, actor: string): Promise<Answer>;
  change(id: string, body: ConnectionBody, actor: string): Promise<Answer>;
  remove(id: string, actor: string): Promise<Refusal | null>;
  test(id: string): Promise<ConnectionTested | Refusal>;
  setDefault(model: ModelChoice | null, actor: string): Promise<Refusal | null>;
  /** What a chat that chose nothing uses. */
  defaultModel(): Promise<ModelChoice>;
  has(choice: ModelChoice): Promise<boolean>;
  /** False also where the connection is gone. */
  takesPictures(choice: ModelChoice): Promise<boolean>;
  /** Rejects with `NoModel` where the connection is gone. */
  model(choice: ModelChoice): Promise<LanguageModelV4>;
}

type Answer = { readonly ok: true; readonly connection: ConnectionView } | Refusal;

export interface ConnectionsDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly secrets: SecretStore;
  readonly now: () => number;
  /** Made when it is first asked. */
  readonly demo: () => Promise<LanguageModelV4>;
}

const DEMO: ModelChoice = { connection: "demo", model: "demo" };

/** The connection that a chat names is no longer there. */
export class NoModel extends Error {}

export function createConnections(deps: ConnectionsDeps): Connections {
  const { store, secrets, now, demo } = deps;
  const keyName = (id: string): string => `connection ${id}`;
  const toView = ({ createdAt: _createdAt, ...connection }: Connection): ConnectionView => ({
    ...connection,
    hasCredential: secrets.has(keyName(connection.id)),
    builtIn: false,
  });

  /**
   * INVARIANT: a key is sent only to the place that it was given for, whenever this ends: the old one goes with the
   * change, the new one comes once the change is durable. A connection without its key is told of.
   */
  async function put(connection: Connection, credential: string | null | undefined, how: How): Promise<Answer> {
    const { id, kind, name, baseUrl } = connection;
    const data = { connection: id, kind, name, baseUrl, key: credential !== undefined };
    const line = { type: how.type, actor: how.actor, data };
    const change = (tables: Tables): Promise<void> =>
      how.type === "connection.added" ? tables.connections.add(connection) : tables.connections.update(connection);
    await (credential === undefined ? commit(deps, line, change) : dropKey(id, line, change));
    if (typeof credential === "string") secrets.set(keyName(id), credential);
    return { ok: true, connection: toView(connection) };
  }

  /** The key goes within the transaction, and is back where that fails: what was not recorded was not done. */
  async function dropKey(id: string, line: ChangeLine, change: (tables: Tables) => Promise<void>): Promise<void> {
    const before = secrets.get(keyName(id));
    try {
      await commit(deps, line, async (tables) => {
        await change(tables);
        if (before !== null) secrets.set(keyName(id), null);
      });
    } catch (error) {
      if (before !== null && !secrets.has(keyName(id))) secrets.set(keyName(id), before);
      throw error; // verdict: not done
    }
  }

  async function defaultModel(): Promise<ModelChoice> {
    const stored = modelChoice.safeParse(await store.settings.get("model"));
    if (stored.success && (await has(stored.data))) return stored.data;
    for (const { id, defaultModel: own, models } of await store.connections.list()) {
      const model = own ?? models[0];
      if (model !== undefined) return { connection: id, model };
    }
    return DEMO;
  }

  async function has({ connection }: ModelChoice): Promise<boolean> {
    return connection === DEMO.connection || (await store.connections.get(connection)) !== null;
  }

  return {
    async view() {
      const connections = [...(await store.connections.list()).map(toView), DEMO_VIEW];
      return { connections, defaultModel: await defaultModel() };
    },
    async add({ credential, ...body }, actor) {
      const connection = { ...body, id: newId("con", now()), createdAt: now() };
      return put(connection, credential ?? undefined, { type: "connection.added", actor });
    },
    async change(id, { credential, ...body }, actor) {
      const known = await store.connections.get(id);
      if (known === null) return missing("connection");
      const moved = body.baseUrl !== undefined && body.baseUrl !== known.baseUrl;
      // The key was given for the place that the person knew: another one gets it only from the person.
      const key = moved && credential === undefined && secrets.has(keyName(id)) ? null : credential;
      const next = { ...known, ...withoutUndefined(body) };
      return put(next, key, { type: "connection.changed", actor });
    },
    async remove(id, actor) {
      if ((await store.connections.get(id)) === null) return missing("connection");
      const line = { type: "connection.removed", actor, data: { connection: id } };
      await dropKey(id, line, (tables) => tables.connections.remove(id));
      return null;
    },
    async test(id) {
      if (id === DEMO.connection) return { ok: true, models: [DEMO.model] };
      const connection = await store.connections.get(id);
      if (connection === null) return missing("connection");
      return listModels({ connection, key: secrets.get(keyName(id)) });
    },
    async setDefault(model, actor) {
      if (model !== null && !(await has(model))) return missing("connection");
      await commit(deps, { type: "connection.default", actor, data: { model } }, (tables) =>
        tables.settings.set("model", model ?? undefined),
      );
      return null;
    },
    defaultModel,
    has,
    async takesPictures({ connection: id, model }) {
      const connection = id === DEMO.connection ? DEMO_VIEW : await store.connections.get(id);
      return connection !== null && takesPictures(connection, model);
    },
    async model({ connection: id, model }) {
      if (id === DEMO.connection) return demo();
      const connection = await store.connections.get(id);
      if (connection === null) throw new NoModel("the connection of this chat's model is no longer there");
      return modelAt({ connection, key: secrets.get(keyName(id)) }, model);
    },
  };
}

interface How {
  readonly type: "connection.added" | "connection.changed";
  readonly actor: string;
}

const DEMO_VIEW: ConnectionView = {
  id: DEMO.connection,
  kind: "demo",
  name: "Demo model (scripted, offline)",
  baseUrl: null,
  hasCredential: false,
  models: [DEMO.model],
  defaultModel: DEMO.model,
  pictures: "auto",
  builtIn: true,
};
