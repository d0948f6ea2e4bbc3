import { findBuiltin, nativeKey } from "../../core/names.ts";
import type { DirectoryGrant, Rule } from "../../core/policy.ts";
import { isRuleAct, ruleActOf } from "../../core/tools.ts";

/**
 * What a chat's answers are remembered as for a run or a session: in this process only, so that a restart forgets it.
 * Subagents belong to the run and chat of their parent. Source: approvals.md, "Decisions on the card".
 */
export interface Memory {
  /** The session's rules and those of one run. */
  rules(chat: string, run: string | null): readonly Rule[];
  grants(chat: string): readonly DirectoryGrant[];
  /** Changes with every change of what is remembered for this chat. */
  version(chat: string): number;
  /** `scope` says whether it lives for the session or for `run`. */
  addRule(chat: string, rule: Rule & { readonly scope: "run" | "session" }, run: string): void;
  addGrant(chat: string, grant: DirectoryGrant): void;
  /** Reopened, ended, revoked. False where nothing was remembered. */
  clear(chat: string): boolean;
  /** A mode was tightened: what was allowed for these tools is forgotten. `chats` null: everywhere. */
  dropAllows(speaksOf: (tool: string) => boolean, chats: ReadonlySet<string> | null): void;
}

interface Kept {
  readonly rules: readonly { readonly rule: Rule; readonly run: string | null }[];
  readonly grants: readonly DirectoryGrant[];
}

const NOTHING: Kept = { rules: [], grants: [] };

export function createMemory(): Memory {
  const chats = new Map<string, Kept>();
  const versions = new Map<string, number>();
  const of = (chat: string): Kept => chats.get(chat) ?? NOTHING;
  const change = (chat: string, kept: Kept): void => {
    if (kept === NOTHING) chats.delete(chat);
    else chats.set(chat, kept);
    versions.set(chat, (versions.get(chat) ?? 0) + 1);
  };
  return {
    rules: (chat, run) =>
      of(chat)
        .rules.filter((kept) => kept.run === null || kept.run === run)
        .map((kept) => kept.rule),
    grants: (chat) => of(chat).grants,
    version: (chat) => versions.get(chat) ?? 0,
    addRule(chat, rule, run) {
      const kept = { rule, run: rule.scope === "run" ? run : null };
      change(chat, { ...of(chat), rules: [...of(chat).rules, kept] });
    },
    addGrant: (chat, grant) => change(chat, { ...of(chat), grants: [...of(chat).grants, grant] }),
    clear(chat) {
      const held = chats.has(chat);
      if (held) change(chat, NOTHING);
      return held;
    },
    dropAllows(speaksOf, governed) {
      for (const [chat, kept] of chats) {
        if (governed && !governed.has(chat)) continue;
        const rules = kept.rules.filter(({ rule }) => rule.decision !== "allow" || !speaksOf(rule.tool));
        if (rules.length < kept.rules.length) change(chat, { ...kept, rules });
      }
    },
  };
}

/**
 * Whether a rule's tool is governed by the entry of a layer: `native` keys name a tool or a family; of MCP, a composed
 * name, a server or all. Rather too many than too few: what is dropped is asked about again.
 */
export function entryGoverns(entry: {
  readonly kind: "native" | "server" | "tool" | "shared";
  readonly key: string;
}): (tool: string) => boolean {
  if (entry.kind === "shared") return (tool) => tool.startsWith("mcp__");
  if (entry.kind === "server") return (tool) => tool.startsWith(`mcp__${entry.key}`);
  if (entry.kind === "tool") return (tool) => tool === entry.key;
  const key = nativeKey(entry.key);
  const builtin = findBuiltin(key);
  if (builtin)
    return (tool) => tool === key || tool === ruleActOf(builtin) || (key === "shell" && tool === "project-code");
  return (tool) =>
    tool === key ||
    findBuiltin(tool)?.family === key ||
    (key === "file" && isRuleAct(tool)) ||
    (key === "shell" && tool === "project-code");
}
