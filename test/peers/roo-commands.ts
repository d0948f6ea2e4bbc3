import type { Effect } from "../../src/core/effect.ts";
import { allowedUnless, onlyRules, rule, shellCall, type Adapter, type Row } from "./adapter.ts";

/**
 * Prefix lists without a word boundary, and a check for substitutions that hide a program. The check is held against
 * a shell that is allowed as a whole: what is dangerous must still stop.
 */
interface Rules {
  readonly builtin?: string;
  readonly allowedCommands?: readonly string[];
  readonly deniedCommands?: readonly string[];
}

export const rooCommands: Adapter = (row: Row) => {
  const { builtin, allowedCommands = [], deniedCommands = [] } = row.rules as Rules;
  const { command } = row.call as { readonly command: string };
  const common = { label: command, call: shellCall(command) };
  if (builtin !== undefined) {
    const expected = row.expected === "dangerous" ? "ask" : "allow";
    return { ...common, policy: allowedUnless([]), expected, ...agreed(command) };
  }
  const all = [...prefixes(allowedCommands, "allow"), ...prefixes(deniedCommands, "deny")];
  return {
    ...common,
    policy: allowedCommands.includes("*") ? allowedUnless(all) : onlyRules(all),
    expected: row.expected as Effect,
  };
};

function prefixes(commands: readonly string[], decision: Effect) {
  return commands
    .filter((command) => command !== "*")
    .map((command, index) => rule(index, "shell", { pattern: `${command} *`, decision }));
}

/** The peer stops at any substitution; a plain one is read here, and decided as a part of its own. */
function agreed(command: string): { readonly agreed?: string } {
  const plain = /^cat <<<\$\([\w -]+\)$/.test(command);
  return plain ? { agreed: "what the substitution runs is a part of the line, and only reads" } : {};
}
