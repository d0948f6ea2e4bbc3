import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { compile, type CompiledPolicy, type Take } from "../core/compile.ts";
import type { Policy } from "../core/policy.ts";
import { assembleProjectPolicy, belowOf, revisionOf } from "../host/policy/assemble.ts";
import { managedFile, readManaged } from "../host/policy/managed.ts";
import { presetRules } from "../host/policy/presets.ts";
import { layerOfUnmet } from "../host/policy/project-file/files.ts";
import { readers } from "../read/read.ts";
import type { Store } from "../store/store.ts";
import { seeDoctor } from "./command-name.ts";
import { dataDir } from "./data-dir.ts";
import { CliError } from "./output.ts";

/** What stored policies are read from beside the store. */
const ASSEMBLING = { home: homedir(), managedFile: managedFile() };

/** Name of the database in the data directory. */
export const DATABASE = "assent.db";

/** Runs `work` on the stored data; null where nothing was ever stored. The host may run at the same time. */
export async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T | null> {
  const file = join(dataDir(), DATABASE);
  if (!existsSync(file)) return null;
  const { openSqlite } = await import("../store/sqlite.ts");
  const store = await openSqlite(file).catch((error: unknown) => {
    throw new CliError(`\`${file}\` cannot be opened: ${(error as Error).message}`, seeDoctor());
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What would decide a new session in this project: the stored policy, or that of a fresh install. */
export async function storedPolicy(project: string | null): Promise<Policy> {
  const stored = await withStore(async (store) => {
    const known = project === null ? null : await store.projects.byPath(project);
    return assembleProjectPolicy(store, known, ASSEMBLING);
  });
  return withProject(stored ?? freshPolicy(), project);
}

/** `take`: what the host stored, or a policy that is given as a whole. */
export function compileOrFail(policy: Policy, take?: Take): CompiledPolicy {
  const compiled = compile(policy, readers, take);
  if (compiled.ok) return compiled.policy;
  const [first] = compiled.errors;
  throw new CliError(`the policy does not load: ${first?.path}: ${first?.message}`);
}

/** A project that the host has not met is readable, and its files tighten, as when its first session starts. */
function withProject(policy: Policy, project: string | null): Policy {
  if (project === null || policy.projectRoots.includes(project)) return policy;
  const layer = layerOfUnmet(project, belowOf(policy));
  return {
    ...policy,
    layers: { ...policy.layers, ...(layer && { project: layer }) },
    projectRoots: [project],
    grants: [...policy.grants, { root: project, recursive: true, can: ["read"] }],
  };
}

function freshPolicy(): Policy {
  const managed = readManaged(ASSEMBLING.managedFile);
  const policy = {
    layers: managed.layer ? { managed: managed.layer } : {},
    rules: [...managed.rules, ...presetRules("everyday")],
    level: "L0",
    approvalMode: "ask",
    grants: [],
    projectRoots: [],
    limits: {},
    home: ASSEMBLING.home,
  } as const;
  return { ...policy, revision: revisionOf(policy) };
}
