import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Policy } from "../core/policy.ts";
import { readers } from "../read/read.ts";
import type { World } from "../read/world.ts";
import { openSqlite } from "../store/sqlite.ts";
import type { Store } from "../store/store.ts";
import { createMemory } from "./approvals/memory.ts";
import { createHeadFile, readHeadFile } from "./audit/head-file.ts";
import { createRecorder, type Recorder } from "./audit/recorder.ts";
import { type Verified, verifyAudit } from "./audit/verify.ts";
import type { GateDeps } from "./gate/context.ts";
import { createGate, type HostGate } from "./gate/create.ts";
import { makeFolder } from "./make-folder.ts";
import { createProjectFileReview, type ProjectFileReview } from "./policy/accept-file.ts";
import { type AssembleDeps, readOutputLimit } from "./policy/assemble.ts";
import { type ChangesDeps, chatsUnder } from "./policy/change.ts";
import { createPolicyChanges, type PolicyChanges } from "./policy/changes.ts";
import { managedFile } from "./policy/managed.ts";
import { createPolicies, type Policies } from "./policy/policies.ts";
import { createRuleChanges, type RuleChanges } from "./policy/rule-changes.ts";
import { createToolList, type ToolList } from "./policy/tool-list.ts";
import { descriptorsOf } from "./mcp/client/descriptors.ts";
import { openOwnServers, type OwnServers } from "./mcp/client/own-servers.ts";
import { createMcpRegistry, type McpRegistry } from "./mcp/registry.ts";
import { fingerprint, type Keys, openKeys } from "./secrets/keys.ts";
import { createScratch } from "./tools/scratch.ts";
import { createRedactor, type Redactor } from "./secrets/redact.ts";
import { openSecretFile, type SecretStore } from "./secrets/secret-file.ts";
import { createSeal, type Seal } from "./secrets/seal.ts";
import { nodeWorld } from "./tools/node-world.ts";
import { runnerEnv } from "./tools/runner-env.ts";
import { withoutUndefined } from "./without-undefined.ts";

export interface OpenOptions {
  readonly dataDir: string;
  /** Ports that the host itself listens on; none for a command that only decides. */
  readonly ownPorts: readonly number[];
  readonly now: () => number;
  /** What should not happen and stops nothing; for the log. */
  readonly onDefect: (error: unknown) => void;
  readonly superseded?: () => boolean;
  /** Default: where the platform has an administrator's file. */
  readonly managedFile?: string;
  /** An app's own policy, in the place of the stored settings and of files. */
  readonly given?: Policy;
  /** Environment that programs are looked up in; default that of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends calls of the host's own runner: their chat was stopped, or their tool turned off. */
  readonly stopCalls?: (approvals: readonly string[]) => void;
  /** Ends the runs of all chats. */
  readonly stopRuns?: () => void;
  /** Calls of this chat are assessed in mode review. */
  readonly assesses?: GateDeps["assesses"];
  /** A run of this chat is on its way. */
  readonly isRunning?: (chat: string) => boolean;
}

/** A data directory with the gate on it, and nothing that listens: what the host and `assent hook run` have in common. */
export interface OpenedHost {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly gate: HostGate;
  readonly seal: Seal;
  readonly redactor: Redactor;
  readonly secrets: SecretStore;
  readonly mcp: McpRegistry;
  readonly ownServers: OwnServers;
  readonly policies: Policies;
  readonly world: () => World;
  readonly changes: PolicyChanges;
  readonly toolList: ToolList;
  readonly rules: RuleChanges;
  readonly files: ProjectFileReview;
  readonly assembling: AssembleDeps;
  /** A chat's private folder; null where it can have none. */
  readonly scratchOf: (chat: string) => string | null;
  readonly verifyAudit: () => Promise<Verified>;
  readonly close: () => Promise<void>;
}

/** Rejects where the database is of a newer version, or its keys are not those that it was written with. */
export async function openHost(options: OpenOptions): Promise<OpenedHost> {
  const { dataDir, ownPorts, now, onDefect, stopCalls, stopRuns, assesses, superseded, isRunning } = options;
  makeFolder(join(dataDir, "keys"));
  const store = await openSqlite(join(dataDir, "assent.db"));
  const keys = await keysOf(store, join(dataDir, "keys")).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const headFile = join(dataDir, "audit-head.json");
  const head = createHeadFile(headFile, onDefect);
  const seal = createSeal(keys.seal);
  const secrets = openSecretFile(join(dataDir, "secrets.json"), seal);
  const redactor = createRedactor(secrets.values);
  const recorder = createRecorder({ store, key: keys.audit, redactor, head });
  const memory = createMemory();
  const scratchOf = createScratch();
  const env = runnerEnv(options.env ?? process.env);
  const machine = nodeWorld({ env, dataDir, ownPorts });
  const world = (): World => machine;
  const assembling: AssembleDeps =
    options.given === undefined
      ? { home: homedir(), managedFile: options.managedFile ?? managedFile() }
      : { home: homedir(), given: options.given };
  const policies = createPolicies({ store, memory, readers, ...assembling });
  const mcp = createMcpRegistry({ store, recorder, now });
  const ownServers = await openOwnServers({ store, recorder, seal, secrets, now });
  const gate = createGate({
    store,
    recorder,
    memory,
    redactor,
    world,
    now,
    policies,
    seal,
    newId: () => `apr_${randomUUID()}`,
    hostId: `${process.pid}-${randomUUID()}`,
    outputLimit: readOutputLimit,
    scratchOf,
    // An app's calls bring what is known of their tools.
    ...(options.given === undefined ? { descriptorOf: descriptorsOf(mcp, ownServers) } : {}),
    changeOf: mcp.changeOf,
    ...withoutUndefined({ stopCalls, stopRuns, assesses, superseded, isRunning }),
  });
  const resettle: HostGate["resettle"] = (chats) => gate.resettle(chats);
  // A file that stops something stops what waits as well.
  store.onEvent(({ type, id }) => {
    if (type !== "files.changed" || id === undefined) return;
    void chatsUnder({ store }, { layer: "project", id }).then(resettle).catch(onDefect); // verdict: it waits on
  });
  const changing: ChangesDeps = { store, recorder, memory, readers, now, resettle };
  return {
    store,
    recorder,
    gate,
    seal,
    redactor,
    secrets,
    mcp,
    ownServers,
    policies,
    world,
    assembling,
    scratchOf,
    toolList: createToolList({ store, policies, readers, now, own: ownServers, ...assembling }),
    changes: createPolicyChanges(changing),
    files: createProjectFileReview({ ...changing, ...assembling }),
    rules: createRuleChanges({ store, recorder, now, resettle: () => resettle(null) }),
    verifyAudit: () => verifyAudit(store, keys.audit, readHeadFile(headFile)),
    async close() {
      await head.flush();
      await store.close();
    },
  };
}

/** New keys only for a database in which nothing was written with others yet. */
async function keysOf(store: Store, dir: string): Promise<Keys> {
  const known = await store.settings.get("keys");
  const keys = openKeys(dir, known === undefined);
  if (known === undefined) await store.settings.set("keys", fingerprint(keys));
  else if (known !== fingerprint(keys)) throw new Error(`the keys in \`${dir}\` are not those of this database`);
  return keys;
}
