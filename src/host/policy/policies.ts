import { addRule, type Added, compile, type CompiledPolicy, type Readers } from "../../core/compile.ts";
import type { DirectoryGrant, Policy, Rule } from "../../core/policy.ts";
import type { Store } from "../../store/store.ts";
import type { StoredRule } from "../../store/tables/rules.ts";
import type { Memory } from "../approvals/memory.ts";
import { type AssembleDeps, assemblePolicy, revisionOf, toRule } from "./assemble.ts";

/** Policies of chats, assembled and compiled once for as long as nothing changes. */
export interface Policies {
  /** What decides a call of this chat in this run. Rejects where it cannot be read: the caller refuses the call. */
  policyFor(chat: string | null, run: string | null): Promise<CompiledPolicy>;
  /**
   * A rule was stored: what is compiled takes it on, instead of being made anew. `version` is the policy version in the
   * transaction that stored it and nothing else.
   */
  ruleAdded(rule: StoredRule, version: number): void;
}

export interface PoliciesDeps extends AssembleDeps {
  readonly store: Store;
  readonly memory: Memory;
  /** How each profile reads a pattern. */
  readonly readers: Readers;
}

/** A policy that does not load decides nothing. */
export class PolicyError extends Error {
  constructor(faults: readonly { readonly path: string; readonly message: string }[]) {
    super(faults.map((fault) => `${fault.path}: ${fault.message}`).join("; "));
    this.name = "PolicyError";
  }
}

interface Base {
  readonly version: number;
  readonly project: string | null;
  readonly policy: Policy;
  readonly compiled: CompiledPolicy;
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
      if (known?.version === version) return known;
      const policy = await assemblePolicy(store, chat, deps);
      const project = chat === null ? null : ((await store.chats.get(chat))?.project ?? null);
      const after = await store.policyVersion();
      if (after === version) {
        const base = { version, policy, project, compiled: compiledOrThrow(compile(policy, readers)) };
        keep(bases, key, base);
        return base;
      }
      version = after;
    }
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
    return rules.reduce(withRule, compiledOrThrow(compile({ ...policy, revision }, readers)));
  }

  return {
    async policyFor(chat, run) {
      const base = await baseOf(chat);
      return chat === null ? base.compiled : extend(base, chat, run);
    },
    ruleAdded(stored, version) {
      const rule = toRule(stored);
      for (const [chat, base] of bases) {
        // Of any other version it has the rule already, or lacks other changes as well.
        if (base.version !== version - 1) continue;
        const next = appliesTo(stored, chat, base)
          ? { ...base, policy: policyWith(base.policy, rule), compiled: withRule(base.compiled, rule) }
          : base;
        bases.set(chat, { ...next, version });
      }
    },
  };
}

/** The policy with one rule more; throws where the rule cannot be read. */
export function withRule(policy: CompiledPolicy, rule: Rule): CompiledPolicy {
  return compiledOrThrow(addRule(policy, rule, revisionOf([policy.revision, rule])));
}

function policyWith(policy: Policy, rule: Rule): Policy {
  return { ...policy, rules: [...policy.rules, rule], revision: revisionOf([policy.revision, rule]) };
}

function compiledOrThrow(result: Added): CompiledPolicy {
  if (!result.ok) throw new PolicyError(result.errors);
  return result.policy;
}

function appliesTo(rule: StoredRule, chat: string, base: Base): boolean {
  if (rule.scope === "global") return true;
  return rule.scope === "chat" ? rule.target === chat : rule.target === base.project;
}

/** The one that was set first goes first. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > KEPT ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
