import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createMemory, type Memory } from "../../../src/host/approvals/memory.ts";
import { createHeadFile, type HeadFile } from "../../../src/host/audit/head-file.ts";
import { createRecorder, type Recorder } from "../../../src/host/audit/recorder.ts";
import { type GateDeps } from "../../../src/host/gate/context.ts";
import { createGate, type HostGate } from "../../../src/host/gate/create.ts";
import type { Proposal } from "../../../src/host/gate/gate.ts";
import { createPolicies, type Policies } from "../../../src/host/policy/policies.ts";
import { openKeys } from "../../../src/host/secrets/keys.ts";
import { createRedactor } from "../../../src/host/secrets/redact.ts";
import { createSeal } from "../../../src/host/secrets/seal.ts";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { readers } from "../../../src/read/read.ts";
import { openSqlite } from "../../../src/store/sqlite.ts";
import type { Store } from "../../../src/store/store.ts";
import type { Chat } from "../../../src/store/tables/chats.ts";
import type { Principal } from "../../../src/host/auth/principal.ts";

type Person = Principal & { readonly kind: "person" };

export const OWNER: Person = { kind: "person", id: "ana", name: "Ana", role: "owner", session: "s1" };
export const APPROVER: Person = { kind: "person", id: "ben", name: "Ben", role: "approver", session: "s2" };
export const VIEWER: Person = { kind: "person", id: "vic", name: "Vic", role: "viewer", session: "s3" };
export const HOST: Principal = { kind: "host" };
export const AGENT: Principal = { kind: "agent", name: "claude-code", token: "t" };
export const OTHER_AGENT: Principal = { kind: "agent", name: "codex", token: "u" };

/** A gate on a real database, this machine, and a project in a fresh folder. */
export interface Bench {
  readonly dir: string;
  readonly dataDir: string;
  readonly project: string;
  readonly store: Store;
  readonly memory: Memory;
  readonly gate: HostGate;
  readonly policies: Policies;
  readonly recorder: Recorder;
  readonly auditKey: Buffer;
  readonly head: HeadFile;
  readonly clock: { now: number };
  propose(tool: string, args: unknown, more?: Partial<Proposal>): ReturnType<HostGate["propose"]>;
  shell(command: string, more?: Partial<Proposal>): ReturnType<HostGate["propose"]>;
  /** Ends as a host does, and leaves its files. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface BenchOptions {
  /** An earlier bench's folder, to open it again. */
  readonly dir?: string;
  readonly opened?: "read" | "edit";
  readonly chat?: Partial<Chat>;
  readonly deps?: Partial<GateDeps>;
  readonly secrets?: readonly string[];
  /** Prepares the connection to the database. */
  readonly prepare?: (db: DatabaseSync) => void;
}

export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const dir = options.dir ?? realpathSync(mkdtempSync(join(tmpdir(), "assent-")));
  const project = join(dir, "project");
  const dataDir = join(dir, "data");
  mkdirSync(project, { recursive: true });
  const { prepare = () => undefined } = options;
  const connect = (file: string): DatabaseSync => {
    const db = new DatabaseSync(file, { timeout: 5_000 });
    prepare(db);
    return db;
  };
  const store = await openSqlite(join(dataDir, "assent.db"), { connect });
  if (options.dir === undefined) await seed(store, project, options);
  const keys = openKeys(join(dataDir, "keys"), true);
  const redactor = createRedactor(() => options.secrets ?? []);
  const head = createHeadFile(join(dataDir, "audit-head.json"), () => undefined);
  const memory = createMemory();
  const clock = { now: 1_800_000_000_000 };
  const home = join(dir, "home");
  const env = { PATH: "/usr/bin:/bin", HOME: home };
  let count = 0;
  const machine = nodeWorld({ env, cwd: project, dataDir });
  const recorder = createRecorder({ store, key: keys.audit, redactor, head });
  const policies = createPolicies({ store, memory, readers, home });
  const gate = createGate({
    store,
    memory,
    redactor,
    recorder,
    policies,
    seal: createSeal(keys.seal),
    world: () => machine,
    now: () => clock.now,
    newId: () => `apr_${process.pid}_${(count += 1)}`,
    hostId: `host-${process.pid}`,
    outputLimit: async () => 2_000,
    ...options.deps,
  });
  const bench: Bench = {
    dir,
    dataDir,
    project,
    store,
    memory,
    gate,
    policies,
    recorder,
    clock,
    auditKey: keys.audit,
    head,
    propose: (tool, args, more = {}) =>
      gate.propose({
        call: { tool, args, cwd: project, source: "model", attended: true },
        chatId: "chat",
        run: "run-1",
        callId: `call-${(count += 1)}`,
        askedIn: "inbox",
        actor: HOST,
        ...more,
      }),
    shell: (command, more) => bench.propose("shell", { command }, more),
    async stop() {
      await head.flush();
      await store.close();
    },
    async close() {
      await bench.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return bench;
}

async function seed(store: Store, project: string, options: BenchOptions): Promise<void> {
  const at = 1_700_000_000_000;
  await store.transaction(async (tables) => {
    for (const { id, name, role } of [OWNER, APPROVER, VIEWER] as const) {
      await tables.persons.add({ id, name, role, projects: null, createdAt: at });
    }
    const opened = options.opened ?? "read";
    await tables.projects.add({
      id: "prj",
      path: project,
      name: "project",
      opened,
      gitWorkTree: true,
      grants: [],
      createdAt: at,
    });
    await tables.chats.add({
      id: "chat",
      project: "prj",
      title: "a chat",
      agent: null,
      sessionKey: null,
      level: null,
      approvalMode: null,
      grants: [],
      createdAt: at,
      lastSeen: at,
      endedAt: null,
      ...options.chat,
    });
  });
}
