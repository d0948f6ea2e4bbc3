import { plainWorld } from "../../src/read/plain-world.ts";
import type { World } from "../../src/read/world.ts";
import { HOME, PROJECT, onlyRules, policyOf, rule, shellCall, type Adapter, type Row } from "./adapter.ts";
import { toAllowlist, toCommandPatterns, touches, type Expression } from "./expressions.ts";
import type { Effect } from "../../src/core/effect.ts";

/**
 * A map from a command, or a regular expression between slashes, to whether it is approved; `false` asks. Approving
 * expressions become an allowlist. One that withholds approval becomes a rule where it is words, and is left out where
 * it could not match the line.
 */
type Value = boolean | null | { readonly approve: boolean | null; readonly matchCommandLine?: boolean };
type Rules = { readonly builtin: string } | Readonly<Record<string, Value>>;

interface Call {
  readonly command: string;
  readonly shell: string;
  readonly os: string;
  /** Whether the peer was asked about a part or about the line; a rule for the one does not count for the other. */
  readonly scope?: string;
}

export const vscodeTerminal: Adapter = (row: Row) => {
  const call = row.call as Call;
  const rules = row.rules as Rules;
  const common = {
    label: call.command,
    call: shellCall(call.command),
    expected: row.expected as Effect,
    world: worldOf(call),
  };
  if (typeof rules["builtin"] === "string") return { ...common, policy: policyOf({}), ...agreed(call.command) };
  const entries = entriesOf(rules as Readonly<Record<string, Value>>, call);
  const allowlist = entries.flatMap(({ expression, approve }) =>
    expression !== null && approve ? [toAllowlist(expression)] : [],
  );
  const patterns = entries.map((entry) => ({ ...entry, patterns: patternsOf(entry, call.command) }));
  const more = patterns.find((entry) => entry.patterns === null);
  if (more !== undefined) return { unsupported: `an expression that asks: ${more.key}` };
  const policy = onlyRules(
    patterns.flatMap(({ patterns: own, approve }, index) =>
      (own ?? []).map((pattern) => rule(index, "shell", { pattern, decision: approve ? "allow" : "ask" })),
    ),
  );
  const layers = allowlist.length > 0 ? { app: { native: { shell: { mode: "allowlist" as const, allowlist } } } } : {};
  return { ...common, policy: { ...policy, layers }, ...agreed(call.command) };
};

function patternsOf({ key, expression, approve }: Entry, command: string): readonly string[] | null {
  if (expression === null) return [`${key} *`];
  return approve || !touches(expression, command) ? [] : toCommandPatterns(expression, command);
}

function worldOf({ shell, os }: Call): World {
  const platform = os === "windows" ? "win32" : os === "macintosh" ? "darwin" : "linux";
  const powershell = shell === "pwsh" || shell === "powershell";
  return plainWorld({
    platform,
    shell: powershell ? "powershell" : "bash",
    home: HOME,
    cwd: PROJECT,
    project: PROJECT,
  });
}

interface Entry {
  readonly key: string;
  readonly expression: Expression | null;
  readonly approve: boolean;
}

function entriesOf(rules: Readonly<Record<string, Value>>, { scope }: Call): readonly Entry[] {
  return Object.entries(rules).flatMap(([key, value]) => {
    const { approve, matchCommandLine } = typeof value === "object" && value !== null ? value : { approve: value };
    if (approve === null || key === "") return [];
    if (scope === "commandLine" && matchCommandLine !== true) return [];
    const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(key) ?? [];
    // The peer drops an approving expression that matches the empty text, but for the one for everything.
    if (approve && source !== undefined && source !== ".*" && touches({ source, ignoreCase: false }, "")) return [];
    const expression = source === undefined ? null : { source, ignoreCase: flags?.includes("i") ?? false };
    return [{ key, expression, approve }];
  });
}

/** The peer's lists leave these out, or guard them for another reason than what they do; they only read. */
const READS: readonly (readonly [RegExp, string])[] = [
  [/^(ps|jq|top)\b/, "reads, and is only absent from the peer's list"],
  [/^column -c \d+|^sort -S \w+/, "the peer guards memory here; nothing is written or run"],
  [/^sed (-e|--expression) "s\/[^/]*\/[^/]*\/g?"/, "a substitution without e, w or r flag reads"],
  [/^git grep --perl-regexp /, "one more way of matching reads"],
  [/^(\w+=\w+ )+echo\b/, "assignments that no program is steered by"],
];

function agreed(command: string): { readonly agreed?: string } {
  const why = READS.find(([kind]) => kind.test(command))?.[1];
  return why === undefined ? {} : { agreed: why };
}
