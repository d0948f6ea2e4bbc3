import type { Effect } from "../../src/core/effect.ts";
import { onlyRules, policyOf, rule, shellCall, type Adapter, type Row } from "./adapter.ts";

/**
 * A map from a command, or a regular expression between slashes, to whether it is approved; `false` asks. Approving
 * expressions become an allowlist. One that withholds approval from a whole line has no counterpart.
 */
type Value = boolean | null | { readonly approve: boolean | null; readonly matchCommandLine?: boolean };
type Rules = { readonly builtin: string } | Readonly<Record<string, Value>>;

interface Call {
  readonly command: string;
  readonly shell: string;
  readonly os: string;
}

export const vscodeRunInTerminal: Adapter = (row: Row) => {
  const { command, shell, os } = row.call as Call;
  if (shell !== "bash" || os !== "linux") return { unsupported: `${shell} on ${os}` };
  const rules = row.rules as Rules;
  const common = { label: command, call: shellCall(command), expected: row.expected as Effect };
  if (typeof rules["builtin"] === "string") return { ...common, policy: policyOf({}), ...agreed(command) };
  const entries = Object.entries(rules as Readonly<Record<string, Value>>).map(([key, value]) => ({
    key,
    approve: approved(value),
  }));
  const withheld = entries.find(({ key, approve }) => isExpression(key) && approve === false);
  if (withheld !== undefined) return { unsupported: `an expression that asks: ${withheld.key}` };
  const allowlist = entries
    .filter(({ key, approve }) => isExpression(key) && approve === true)
    .map(({ key }) => toAllowlist(key));
  const plain = entries.filter(({ key, approve }) => !isExpression(key) && approve !== null);
  const policy = onlyRules(
    plain.map(({ key, approve }, index) =>
      rule(index, "shell", { pattern: `${key} *`, decision: approve === true ? "allow" : "ask" }),
    ),
  );
  const layers = allowlist.length > 0 ? { app: { native: { shell: { mode: "allowlist" as const, allowlist } } } } : {};
  return { ...common, policy: { ...policy, layers } };
};

function approved(value: Value): boolean | null {
  return typeof value === "object" && value !== null ? value.approve : value;
}

function isExpression(key: string): boolean {
  return /^\/.+\/[a-z]*$/.test(key);
}

/** Theirs searches, ours is anchored at both ends. */
function toAllowlist(key: string): string {
  const body = key.slice(1, key.lastIndexOf("/"));
  const start = body.startsWith("^") ? body.slice(1) : `.*(?:${body})`;
  return start.endsWith("$") ? start.slice(0, -1) : `${start}.*`;
}

/** The peer's default list leaves these out, or guards them for another reason than what they do; they only read. */
const READS: readonly (readonly [RegExp, string])[] = [
  [/^(ps|jq|top)\b/, "reads, and is only absent from the peer's list"],
  [/^column -c \d+|^sort -S \w+/, "the peer guards memory here; nothing is written or run"],
  [/^sed (-e|--expression) "s\/[^/]*\/[^/]*\/g?"/, "a substitution without e, w or r flag reads"],
  [/^(\w+=\w+ )+echo\b/, "assignments that no program is steered by"],
];

function agreed(command: string): { readonly agreed?: string } {
  const why = READS.find(([kind]) => kind.test(command))?.[1];
  return why === undefined ? {} : { agreed: why };
}
