import type { Effect } from "../../src/core/effect.ts";
import type { Mode, Policy, Rule } from "../../src/core/policy.ts";
import { presetRules } from "../../src/host/policy/presets.ts";
import { mcpCall, onlyRules, rule, toolCall, type Adapter, type Row } from "./adapter.ts";
import { toAllowlist, toCommandPatterns, toPathPatterns, touches, type Expression } from "./expressions.ts";

/**
 * For each tool a default and lists of regular expressions that search in its input; deny goes before confirm before
 * allow. What the peer refuses whatever is set stands in the preset `careful` here.
 */
interface Settings {
  readonly default?: string;
  readonly tools?: Readonly<Record<string, ToolRules>>;
}

interface ToolRules {
  readonly default?: string;
  readonly always_allow?: readonly Listed[];
  readonly always_deny?: readonly Listed[];
  readonly always_confirm?: readonly Listed[];
}

type Listed = string | { readonly pattern: string; readonly case_sensitive?: boolean };

interface Asked {
  readonly tool: string;
  readonly input?: string;
  readonly inputs?: readonly string[];
  readonly shell?: string;
}

const TOOLS: Readonly<Record<string, { readonly id: string; readonly args: (input: string) => unknown }>> = {
  terminal: { id: "shell", args: (command) => ({ command }) },
  edit_file: { id: "edit_file", args: (path) => ({ path, edits: [{ old: "a", new: "b" }] }) },
  write_file: { id: "write_file", args: (path) => ({ path, content: "a" }) },
  delete_path: { id: "delete_file", args: (path) => ({ path }) },
  copy_path: { id: "write_file", args: (path) => ({ path, content: "a" }) },
  create_directory: { id: "create_directory", args: (path) => ({ path }) },
  fetch: { id: "web_fetch", args: (url) => ({ url }) },
};

export const zedPermissions: Adapter = (row: Row) => {
  const asked = row.call as Asked;
  const settings = row.rules as Settings;
  const input = asked.input ?? asked.inputs?.[0] ?? "";
  if (asked.shell !== undefined && asked.shell !== "posix") return { unsupported: `the shell ${asked.shell}` };
  const call = callOf(asked.tool, input);
  if (call === null) return { unsupported: `the tool ${asked.tool}` };
  const own = settings.tools?.[asked.tool] ?? {};
  const rules = rulesOf(own, call.tool, input);
  if (typeof rules === "string") return { unsupported: rules };
  return {
    label: `${asked.tool} ${input}`,
    call,
    policy: policyFor(call.tool, own.default ?? settings.default ?? "confirm", { own, rules }),
    expected: row.expected as Effect,
    ...agreed(input),
  };
};

function callOf(name: string, input: string) {
  const [, server, tool] = /^mcp:(.+):(.+)$/.exec(name) ?? [];
  if (server !== undefined && tool !== undefined) return mcpCall(server, tool, { text: input });
  const known = TOOLS[name];
  return known === undefined ? null : toolCall(known.id, known.args(input));
}

const MODES: Readonly<Record<string, Mode>> = { allow: "allow", confirm: "ask", deny: "off" };

function policyFor(
  id: string,
  standard: string,
  { own, rules }: { readonly own: ToolRules; readonly rules: readonly Rule[] },
): Policy {
  const mode = MODES[standard] ?? "ask";
  const allowlist = (own.always_allow ?? []).map(expressionOf).map(toAllowlist);
  const listed = id === "shell" && mode === "ask" && allowlist.length > 0;
  const entry = listed ? { mode: "allowlist" as const, allowlist } : { mode };
  const layer = id.startsWith("mcp__") ? { mcp: { shared: entry } } : { native: { [id]: entry } };
  return { ...onlyRules([...rules, ...presetRules("careful")]), layers: { app: layer } };
}

/** What of the lists touches the input, as rules; a text where one is more than ours can say. */
function rulesOf(own: ToolRules, id: string, input: string): readonly Rule[] | string {
  const path = id.endsWith("_file") || id === "create_directory";
  const listed = [
    ...(own.always_deny ?? []).map((each) => ({ decision: "deny" as const, ...expressionOf(each) })),
    ...(own.always_confirm ?? []).map((each) => ({ decision: "ask" as const, ...expressionOf(each) })),
    ...(path ? (own.always_allow ?? []) : []).map((each) => ({ decision: "allow" as const, ...expressionOf(each) })),
  ].filter((each) => path || touches(each, input));
  const rules: Rule[] = [];
  for (const { decision, ...expression } of listed) {
    const patterns = path ? toPathPatterns(expression) : id === "shell" ? toCommandPatterns(expression, input) : null;
    if (patterns === null) return `an expression: ${expression.source}`;
    for (const pattern of patterns) rules.push(rule(rules.length, id, { pattern, decision }));
  }
  return rules;
}

function expressionOf(listed: Listed): Expression {
  return typeof listed === "string"
    ? { source: listed, ignoreCase: true }
    : { source: listed.pattern, ignoreCase: listed.case_sensitive !== true };
}

/** Where the peer refuses and a card is as safe. */
const ASKED: readonly (readonly [RegExp, string])[] = [
  [/\$\((?!rm )|`|[<>]\(/, "what a substitution runs is a part of the line, and is asked about"],
  [/&&$/, "a line that cannot be read is asked about"],
  [/^RM /, "names keep their case where the file system does: no such program"],
];

function agreed(input: string): { readonly agreed?: string } {
  const why = ASKED.find(([kind]) => kind.test(input))?.[1];
  return why === undefined ? {} : { agreed: why };
}
