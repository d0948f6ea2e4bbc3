import type { Effect } from "../../src/core/effect.ts";
import { allowedUnless, policyOf, shellCall, toLine, type Adapter, type Row } from "./adapter.ts";

/**
 * Two built-in lists. What is known to be safe stands against level L0 with no rules. What is dangerous must stop
 * even where the shell is allowed as a whole; of what is not dangerous that list says nothing.
 */
export const codexSafeDangerous: Adapter = (row: Row) => {
  const { builtin } = row.rules as { readonly builtin: string };
  const line = toLine((row.call as { readonly argv: readonly string[] }).argv);
  const common = { label: line, call: shellCall(line) };
  if (builtin === "codex.is_known_safe_command")
    return { ...common, policy: policyOf({}), expected: row.expected as Effect, ...agreed(line) };
  if (builtin === "codex.dangerous_command_match") {
    return { ...common, policy: allowedUnless([]), expected: row.expected === "dangerous" ? "ask" : "allow" };
  }
  return { unsupported: `no counterpart of ${builtin}` };
};

/** The peer's list leaves these out; they only read. */
const READS: readonly (readonly [RegExp, string])[] = [
  [
    /^(bash -lc ')?git (status|diff|log|show|branch --show-current)\b[^;&|<>$`]*$/,
    "git's configuration at rest is trusted, so these read",
  ],
  [/^bash -lc '[a-z&|( ]*\([a-z& ]+\)'$/, "a subshell is read like any list"],
];

function agreed(line: string): { readonly agreed?: string } {
  const why = READS.find(([kind]) => kind.test(line))?.[1];
  return why === undefined ? {} : { agreed: why };
}
