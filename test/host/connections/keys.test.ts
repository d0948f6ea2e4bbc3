import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Recorder } from "../../../src/host/audit/recorder.ts";
import { type Connections, createConnections } from "../../../src/host/connections/connections.ts";
import { openSecretFile, type SecretStore } from "../../../src/host/secrets/secret-file.ts";
import { createSeal } from "../../../src/host/secrets/seal.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";
import type { Store } from "../../../src/store/store.ts";
import { recorderOn } from "../recorder-on.ts";

let dir: string;
let store: Store;
let secrets: SecretStore;
let connections: Connections;
let id: string;
/** Set: the work is done, and what comes of it cannot be written. */
let full = false;

beforeEach(async () => {
  full = false;
  dir = mkdtempSync(join(tmpdir(), "assent-keys-"));
  store = await openSqlite(join(dir, "assent.db"));
  secrets = openSecretFile(join(dir, "secrets.json"), createSeal(Buffer.alloc(32, 3)));
  const writes = recorderOn(store, dir);
  const recorder: Recorder = {
    commit: (work) =>
      writes.commit(async (tables, log) => {
        const result = await work(tables, log);
        if (full) throw new Error("disk full");
        return result;
      }),
  };
  const demo = () => Promise.reject(new Error("not asked here"));
  connections = createConnections({ store, recorder, secrets, now: () => 1, demo });
  const body = { kind: "openai" as const, name: "one", baseUrl: "https://one.example/v1", models: ["m"] };
  const added = await connections.add(
    { ...body, defaultModel: null, pictures: "auto", credential: "key-of-one" },
    "person:ana",
  );
  id = added.ok ? added.connection.id : "";
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true });
});

describe("a key", () => {
  const TWO = "https://two.example/v1";
  const CHANGES = [
    ["another key", { credential: "key-of-two" }, { baseUrl: "https://one.example/v1", key: "key-of-two" }],
    ["another place", { baseUrl: TWO }, { baseUrl: TWO, key: null }],
    ["both", { baseUrl: TWO, credential: "key-of-two" }, { baseUrl: TWO, key: "key-of-two" }],
    ["no key", { credential: null }, { baseUrl: "https://one.example/v1", key: null }],
    ["another name", { name: "two" }, { baseUrl: "https://one.example/v1", key: "key-of-one" }],
  ] as const;
  const now = async () => ({
    baseUrl: (await store.connections.get(id))?.baseUrl,
    key: secrets.get(`connection ${id}`),
  });

  it.each(CHANGES)("goes only to the place that it was given for: %s", async (_, change, after) => {
    expect((await connections.change(id, change, "person:ana")).ok).toBe(true);
    expect(await now()).toEqual(after);
  });

  it.each(CHANGES)("is the one that it was where the change cannot be recorded: %s", async (_, change) => {
    full = true;
    await expect(connections.change(id, change, "person:ana")).rejects.toThrow("could not be recorded");
    expect(await now()).toEqual({ baseUrl: "https://one.example/v1", key: "key-of-one" });
  });

  it("goes with its connection, or stays with it", async () => {
    full = true;
    await expect(connections.remove(id, "person:ana")).rejects.toThrow("could not be recorded");
    expect(await now()).toEqual({ baseUrl: "https://one.example/v1", key: "key-of-one" });
    full = false;
    expect(await connections.remove(id, "person:ana")).toBe(null);
    expect(await now()).toEqual({ baseUrl: undefined, key: null });
  });
});
