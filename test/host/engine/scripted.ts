import type { ConnectionView } from "../../../src/wire/connections.ts";
import { type RealHost, startReal } from "../real-host.ts";
import { type ChatClient, newChat } from "./chat-client.ts";
import { type Format, type Provider, startProvider } from "./provider.ts";

/** A real host with a project that may be read, and a scripted provider connected to it. */
export interface Scripted {
  readonly real: RealHost;
  readonly provider: Provider;
  readonly model: { readonly connection: string; readonly model: string };
  chat(more?: object): Promise<ChatClient>;
  close(): Promise<void>;
}

export async function startScripted(
  format: Format = "openai-compatible",
  credential: string | null = "key-for-tests",
): Promise<Scripted> {
  const real = await startReal({
    limits: { retryAfter: 5, flushEvery: 5, assessWithin: 400, storeAgain: 50, calls: 20, answer: 400_000 },
  });
  await real.hook({ session_id: "s", hook_event_name: "SessionStart", cwd: real.project, source: "startup" });
  // All may be changed here, and nothing is without being asked about: what asks is then no missing grant.
  await real.change(async (store) => {
    const [project] = await store.projects.list();
    if (project === undefined) throw new Error("the session made no project");
    const grant = { root: project.path, recursive: true, can: ["read", "write", "edit", "delete"] } as const;
    await store.projects.update({ ...project, opened: "custom", grants: [grant] });
  });
  const provider = await startProvider(format);
  const models = ["small", "large", "small-vision"];
  const body = { kind: format, name: "scripted", baseUrl: provider.url, credential, models };
  const made = await real.person.send("POST", "/api/connections", body);
  const { connection } = (await made.json()) as { connection: ConnectionView };
  const model = { connection: connection.id, model: "small" };
  return {
    real,
    provider,
    model,
    chat: (more = {}) => newChat(real, { model, ...more }),
    async close() {
      await real.close();
      await provider.close();
    },
  };
}

export function call(name: string, args: unknown, id = "call_1") {
  return { id, name, args };
}
