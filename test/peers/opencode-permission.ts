import type { Effect } from "../../src/core/effect.ts";
import type { Entry, Layer, Policy, Rule } from "../../src/core/policy.ts";
import type { Call } from "../../src/read/call.ts";
import { HOME, PROJECT, mcpCall, onlyRules, rule, toolCall, type Adapter, type Row } from "./adapter.ts";

/**
 * An ordered list of (permission, pattern, action) where the last match wins. A later rule for everything undoes the
 * earlier ones it covers; what is left goes by strictness and specificity, which asks or denies more often.
 */
interface PeerRule {
  readonly permission: string;
  readonly pattern: string;
  readonly action: Effect;
}

interface PeerCall {
  readonly permission?: string;
  readonly pattern?: string;
  readonly tool?: string;
}

const TOOLS: Readonly<
  Record<string, { readonly id: string; readonly permission: string; readonly args: (text: string) => unknown }>
> = {
  bash: { id: "shell", permission: "bash", args: (command) => ({ command }) },
  edit: { id: "edit_file", permission: "edit", args: (path) => ({ path, edits: [{ old: "a", new: "b" }] }) },
  write: { id: "write_file", permission: "edit", args: (path) => ({ path, content: "a" }) },
  apply_patch: { id: "edit_file", permission: "edit", args: (path) => ({ path, edits: [{ old: "a", new: "b" }] }) },
  read: { id: "read_file", permission: "read", args: (path) => ({ path }) },
  external_directory: { id: "read_file", permission: "external_directory", args: (path) => ({ path }) },
  webfetch: { id: "web_fetch", permission: "webfetch", args: (url) => ({ url }) },
};

export const opencodePermission: Adapter = (row: Row) => {
  const asked = row.call as PeerCall;
  const name = asked.tool ?? asked.permission ?? "";
  const tool = TOOLS[name] ?? { id: composed(name), permission: name, args: (text: string) => ({ text }) };
  const rules = lastWins(
    (row.rules as readonly PeerRule[]).filter(({ permission }) => covers(permission, tool.permission)),
  );
  return {
    label: `${name} ${asked.pattern ?? ""} with ${JSON.stringify(row.rules)}`,
    call: callOf(tool.id, tool.args(expandHome(asked.pattern ?? "a"))),
    policy: policyFor(tool.id, name, rules),
    expected: row.expected as Effect | "visible" | "hidden",
  };
};

function covers(permission: string, name: string): boolean {
  return permission.endsWith("*") ? name.startsWith(permission.slice(0, -1)) : permission === name;
}

function lastWins(rules: readonly PeerRule[]): readonly PeerRule[] {
  return rules.slice(
    rules.findLastIndex(({ pattern }) => pattern === "*") < 0
      ? 0
      : rules.findLastIndex(({ pattern }) => pattern === "*"),
  );
}

function policyFor(id: string, name: string, rules: readonly PeerRule[]): Policy {
  const whole = rules.find(({ pattern }) => pattern === "*");
  const narrow = rules.filter(({ pattern }) => pattern !== "*");
  if (name === "external_directory") return withGrants(narrow);
  const layer = whole === undefined ? {} : layerOf(id, { mode: whole.action === "deny" ? "off" : whole.action });
  return { ...onlyRules(narrow.map((peer, index) => toRule(id, peer, index))), layers: { app: layer } };
}

function layerOf(id: string, entry: Entry): Layer {
  return id.startsWith("mcp__") ? { mcp: { shared: entry } } : { native: { [id]: entry } };
}

/** Leave to go outside of the project is a grant, and reading there then free. */
function withGrants(rules: readonly PeerRule[]): Policy {
  const roots = rules
    .filter(({ action }) => action === "allow")
    .map(({ pattern }) => expandHome(pattern).replace(/\/\*+$/, ""));
  return {
    ...onlyRules([]),
    level: "L0",
    grants: [PROJECT, ...roots].map((root) => ({ root, recursive: true, can: ["read"] })),
  };
}

/** `*` crosses folders there. */
function toRule(id: string, { pattern, action }: PeerRule, index: number): Rule {
  const path = id.endsWith("_file");
  return rule(index, id, { pattern: path ? expandHome(pattern).replaceAll("*", "**") : pattern, decision: action });
}

function expandHome(text: string): string {
  return text.replace(/^(~|\$HOME)(?=\/)/, HOME);
}

function composed(name: string): string {
  return name.startsWith("mcp_") ? `mcp__${name.slice("mcp_".length)}__call` : name;
}

function callOf(id: string, args: unknown): Call {
  const [, server, tool] = /^mcp__(.+)__(.+)$/.exec(id) ?? [];
  return server === undefined || tool === undefined ? toolCall(id, args) : mcpCall(server, tool, args);
}
