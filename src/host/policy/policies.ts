import { addRule, compile, type CompiledPolicy, type Readers } from "../../core/compile.ts";
import type { DirectoryGrant, Policy, Rule } from "../../core/policy.ts";
import type { Store } from "../../store/store.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { StoredRule } from "../../store/tables/rules.ts";
import type { Memory } from "../approvals/memory.ts";
import { type AssembleDeps, assemblePolicy, proposedPolicy, revisionOf, toRule } from "./assemble.ts";
import { compileStored, PolicyError } from "./compile-stored.ts";
import { managedStamp } from "./managed.ts";
import { projectStamp } from "./project-file/files.ts";

/** Policies of chats, assembled and compiled once for as long as nothing changes. */
export interface Policies {
  /** What decides a call of this chat in this run. Rejects where it cannot be read: the caller refuses the call. */
  policyFor(chat: string | null, run: string | null): Promise<CompiledPolicy>;
  /** The same with what stands beside it. */
  standingFor(chat: string, run: string | null): Promise<Standing>;
  /**
   * A rule was stored: what is compiled takes it on, instead of being made anew. `version` is the policy version in the
   * transaction that stored it and nothing else.
   */
  ruleAdded(rule: StoredRule, version: number): void;
}

export interface Standing {
  readonly policy: CompiledPolicy;
  /** What would decide if the project's files were accepted as they stand; null where nothing waits for that. */
  readonly proposed: CompiledPolicy | null;
  /** Of what is stored, as the policy was made of it. */
  readonly version: number;
}

export interface PoliciesDeps extends AssembleDeps {
  readonly store: Store;
  readonly memory: Memory;
  /** How each profile reads a pattern. */
  readonly readers: Readers;
}

interface Base {
  readonly version: number;
  /** Of the files that policy is read from, which no version tells of. */
  readonly stamp: string;
  readonly project: Project | null;
  readonly policy: Policy;
  readonly compiled: CompiledPolicy;
  /** With the project's files accepted as they stand, where they wait for that. */
  readonly proposed: CompiledPolicy | null;
}

/** With what a session and a run remember. */
interface Extended {
  readonly base: Base;
  readonly memory: number;
  readonly compiled: CompiledPolicy;
}

/** Chats whose policy is kept compiled. */
const KEPT = 64;

export function createPolicies(deps: PoliciesDeps): Policies {
  const { store, memory, readers } = deps;
  const bases = new Map<string, Base>();
  const extended = new Map<string, Extended>();

  async function baseOf(chat: string | null): Promise<Base> {
    const key = chat ?? "";
    // A policy that is half from before a change was never anybody's: it is read until nothing changed meanwhile.
    for (let version = await store.policyVersion(); ;) {
      const known = bases.get(key);
      if (known?.version === version && known.stamp === stampOf(known.project)) return known;
      const project = await projectOf(chat);
      const stamp = stampOf(project);
      const policy = await assemblePolicy(store, chat, deps);
      const reviewed = project === null || deps.given !== undefined;
      const proposed = reviewed ? null : await proposedPolicy(store, policy, project);
      const after = await store.policyVersion();
      if (after === version && stamp === stampOf(project)) {
        const base = {
          version,
          stamp,
          policy,
          project,
          compiled: compileStored(policy, readers),
          proposed: proposed && compiledOrNull(proposed, readers),
        };
        keep(bases, key, base);
        return base;
      }
      version = after;
    }
  }

  async function projectOf(chat: string | null): Promise<Project | null> {
    const id = chat === null ? null : ((await store.chats.get(chat))?.project ?? null);
    return id === null ? null : store.projects.get(id);
  }

  function stampOf(project: Project | null): string {
    return `${managedStamp(deps.managedFile)} ${projectStamp(project?.path ?? null)}`;
  }

  function extend(base: Base, chat: string, run: string | null): CompiledPolicy {
    const key = `${chat} ${run ?? ""}`;
    const known = extended.get(key);
    const version = memory.version(chat);
    if (known?.base === base && known.memory === version) return known.compiled;
    const compiled = withMemory(base, memory.rules(chat, run), memory.grants(chat));
    keep(extended, key, { base, memory: version, compiled });
    return compiled;
  }

  function withMemory(base: Base, rules: readonly Rule[], grants: readonly DirectoryGrant[]): CompiledPolicy {
    if (grants.length === 0) return rules.reduce(withRule, base.compiled);
    const policy = { ...base.policy, grants: [...base.policy.grants, ...grants] };
    const revision = revisionOf([base.policy.revision, grants]);
    return rules.reduce(withRule, compileStored({ ...policy, revision }, readers));
  }

  return {
    async policyFor(chat, run) {
      const base = await baseOf(chat);
      return chat === null ? base.compiled : extend(base, chat, run);
    },
    async standingFor(chat, run) {
      const base = await baseOf(chat);
      // What a session remembers of folders is left out: this only tells what would be otherwise.
      const proposed = base.proposed && memory.rules(chat, run).reduce(withRule, base.proposed);
      return { policy: extend(base, chat, run), proposed, version: base.version };
    },
    ruleAdded(stored, version) {
      const rule = toRule(stored);
      for (const [chat, base] of bases) {
        // Of any other version it has the rule already, or lacks other changes as well.
        if (base.version !== version - 1) continue;
        const next = appliesTo(stored, chat, base)
          ? {
              ...base,
              policy: policyWith(base.policy, rule),
              compiled: withRule(base.compiled, rule),
              proposed: base.proposed && withRule(base.proposed, rule),
            }
          : base;
        bases.set(chat, { ...next, version });
      }
    },
  };
}

/** The policy with one rule more; throws where the rule cannot be read. */
export function withRule(policy: CompiledPolicy, rule: Rule): CompiledPolicy {
  const added = addRule(policy, rule, revisionOf([policy.revision, rule]));
  if (!added.ok) throw new PolicyError(added.errors);
  return added.policy;
}

function policyWith(policy: Policy, rule: Rule): Policy {
  return { ...policy, rules: [...policy.rules, rule], revision: revisionOf([policy.revision, rule]) };
}

/** It only tells what would be otherwise. */
function compiledOrNull(policy: Policy, readers: Readers): CompiledPolicy | null {
  const compiled = compile(policy, readers, { stored: true });
  return compiled.ok ? compiled.policy : null;
}

function appliesTo(rule: StoredRule, chat: string, base: Base): boolean {
  if (rule.scope === "global") return true;
  return rule.scope === "chat" ? rule.target === chat : rule.target === base.project?.id;
}

/** The one that was set first goes first. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > KEPT ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
