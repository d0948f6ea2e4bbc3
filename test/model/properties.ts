import type { Decision } from "../../src/core/decision.ts";
import { isStricter } from "../../src/core/effect.ts";
import type { Entry, Layer, Mode, Policy } from "../../src/core/policy.ts";
import type { Finding, Reading } from "../../src/core/reading.ts";
import { pick, type Choose } from "./choose.ts";
import { canonical, decideOne, deciderOf, explain, outline, type Check } from "./differ.ts";
import { generateRule, spoiled } from "./generate-policy.ts";
import { MEANT, mentionsOf, startedBy, subjects } from "./model.ts";
import { matches } from "./model-rules.ts";
import { isUnreadable, readRulePattern } from "./pattern-text.ts";

/** decide(all rules) = decide(candidates): rules that match nothing of the call change nothing. */
export const indexIsSound: Check = ({ policy, readings }) => {
  const all = deciderOf(policy);
  return firstOf(readings, (reading) => {
    const few = { ...policy, rules: policy.rules.filter((rule) => concerns(rule, reading, policy)) };
    return same({ reading, policy, before: all(reading), after: decideOne(reading, few) });
  });
};

function concerns(rule: Policy["rules"][number], reading: Reading, policy: Policy): boolean {
  if (isUnreadable(rule.pattern)) return true;
  // A finding, the consent and the mere naming of an unknown tool count without a pattern.
  if (
    rule.finding !== undefined ||
    rule.tool === "project-code" ||
    (!reading.tool.known && rule.tool === reading.tool.id)
  )
    return true;
  const read = { rule, pattern: readRulePattern(rule.tool, rule.pattern) };
  const starts = reading.parts.flatMap((part) => startedBy(part).map((start) => ({ ...part, ...start })));
  const started = starts.some((part) => matches(read, { kind: "self" }, { reading, part, policy, deny: "maybe" }));
  if (started) return true;
  return reading.parts.some((part) =>
    [...subjects(part, reading), ...mentionsOf(part, MEANT)].some((subject) =>
      matches(read, subject, { reading, part, policy, deny: "maybe" }),
    ),
  );
}

export const orderDoesNotMatter: Check = ({ policy, readings }, choose) => {
  const [first, second] = [deciderOf(policy), deciderOf({ ...policy, rules: shuffle(choose, policy.rules) })];
  return firstOf(readings, (reading) => same({ reading, policy, before: first(reading), after: second(reading) }));
};

export const deniesNeverLoosen: Check = ({ policy, readings }, choose) => {
  const { when: _when, finding: _finding, ...rule } = generateRule(choose, pick(choose, readings), "added");
  const stricter = { ...policy, rules: [...policy.rules, { ...rule, decision: "deny" as const }] };
  // A denied consent is no rule that the pages know.
  return rule.tool === "project-code" ? null : noneLooser(readings, policy, stricter);
};

/** What asked or refused because of the rule asks at least, and full access and review answer nothing more. */
export const unreadableNeverAllows: Check = ({ policy, readings }, choose) => {
  const { rules } = policy;
  const at = rules.findIndex(
    ({ decision, scope, finding }) =>
      decision !== "allow" && scope !== "managed" && scope !== "builtin" && finding === undefined,
  );
  const rule = rules[at];
  if (rule === undefined) return null;
  const unread = { ...policy, rules: rules.with(at, { ...rule, ...spoiled(choose, rule) }) };
  const [before, after] = [deciderOf(policy), deciderOf(unread)];
  return firstOf(readings, (reading) => {
    const pair = { reading, policy: unread, before: before(reading), after: after(reading) };
    const opened = pair.after.effect === "allow" || pair.after.answerBy === "review";
    const held = pair.before.effect === "deny" || pair.before.answerBy === "person";
    return opened && held ? report(pair) : null;
  });
};

export const findingsNeverLoosen: Check = ({ policy, readings }, choose) => {
  const decideFor = deciderOf(policy);
  const code = pick(choose, [
    "unreadable",
    "program-missing",
    "network-target",
    "program-in-project",
    "speaks-to-assessor",
  ]);
  const added: Finding = { code, message: code, gates: true, answer: pick(choose, ["review", "full", "person"]) };
  return firstOf(readings, (reading) => {
    const [part, ...rest] = reading.parts;
    if (part === undefined) return null;
    const found =
      choose(2) === 0
        ? { findings: [...reading.findings, added] }
        : { parts: [{ ...part, findings: [...part.findings, added] }, ...rest] };
    return notLooser({ reading, policy, before: decideFor(reading), after: decideFor({ ...reading, ...found }) });
  });
};

/** `off` anywhere; `ask` in the managed layer, since in a narrower one it outranks a wider layer's plain `off`. */
export const enforcedNeverLoosens: Check = ({ policy, readings }, choose) => {
  const { tool } = pick(choose, readings);
  const mode = pick(choose, ["off", "ask"]);
  const name = mode === "ask" ? "managed" : pick(choose, ["chat", "project", "app", "managed"]);
  const layer = policy.layers[name] ?? {};
  const before = tool.origin === "mcp" ? layer.mcp?.shared : layer.native?.[tool.id];
  // Putting an ask where an off stood is no addition.
  if (before?.mode === "off") return null;
  const entry: Entry = { ...before, mode, enforced: true };
  const added: Layer =
    tool.origin === "mcp"
      ? { ...layer, mcp: { ...layer.mcp, shared: entry } }
      : { ...layer, native: { ...layer.native, [tool.id]: entry } };
  return noneLooser(readings, policy, { ...policy, layers: { ...policy.layers, [name]: added } });
};

const TIGHTER: Readonly<Record<Mode, Mode>> = { allow: "allowlist", allowlist: "ask", ask: "off", off: "off" };

export const tighterModesNeverLoosen: Check = ({ policy, readings }, choose) => {
  const name = pick(choose, ["chat", "project", "app", "managed"]);
  const layer = policy.layers[name];
  if (layer === undefined) return null;
  const tightened = { ...policy, layers: { ...policy.layers, [name]: mapEntries(layer, tighter) } };
  return noneLooser(readings.map(asAccepted), policy, tightened);
};

/**
 * `tool-new` is about the allow that covers a tool: an ask in its place is one that full access may answer. And of a tool
 * that has changed an allow is set aside, so that a wider `off` holds: an ask in its place is somebody's word that counts.
 */
function asAccepted({ tool: { firstSeen: _, pinned: __, ...tool }, ...reading }: Reading): Reading {
  return { ...reading, tool };
}

function tighter({ mode, enforced, allowlist: _listed, ...entry }: Entry): Entry {
  if (mode === undefined) return entry;
  const to = TIGHTER[mode];
  const listed = to === "allowlist" ? { allowlist: ["git .*"] } : {};
  return { ...entry, mode: to, ...listed, ...(enforced === true ? { enforced } : {}) };
}

function mapEntries(layer: Layer, change: (entry: Entry) => Entry): Layer {
  const all = (entries: Readonly<Record<string, Entry>> = {}) =>
    Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, change(entry)]));
  const { shared, servers, tools } = layer.mcp ?? {};
  return {
    native: all(layer.native),
    mcp: {
      ...(servers === undefined ? {} : { servers: all(servers) }),
      ...(tools === undefined ? {} : { tools: all(tools) }),
      ...(shared === undefined ? {} : { shared: change(shared) }),
    },
  };
}

export const setAsideNeverLoosens: Check = ({ policy, readings }, choose) => {
  const decideFor = deciderOf(policy);
  const spoiled = pick(choose, [
    { pinned: "other" },
    { state: "bad-descriptor" },
    { state: "server-disabled" },
  ] as const);
  return firstOf(readings, (reading) => {
    if (reading.tool.origin !== "mcp" || reading.tool.state !== "ok") return null;
    return notLooser({
      reading,
      policy,
      before: decideFor(reading),
      after: decideFor({ ...reading, tool: { ...reading.tool, ...spoiled } }),
    });
  });
};

interface Pair {
  readonly reading: Reading;
  readonly policy: Policy;
  readonly before: Decision;
  readonly after: Decision;
}

function noneLooser(readings: readonly Reading[], policy: Policy, stricter: Policy): string | null {
  const [before, after] = [deciderOf(policy), deciderOf(stricter)];
  return firstOf(readings, (reading) =>
    notLooser({ reading, policy: stricter, before: before(reading), after: after(reading) }),
  );
}

/** Neither the effect, nor who may answer, nor being hidden. */
function notLooser(pair: Pair): string | null {
  const { before, after } = pair;
  const opened = before.answerBy === "person" && after.answerBy === "review";
  return isStricter(before.effect, after.effect) || opened || (before.hidden && !after.hidden) ? report(pair) : null;
}

function same(pair: Pair): string | null {
  return canonical(outline(pair.before)) === canonical(outline(pair.after)) ? null : report(pair);
}

function report({ reading, policy, before, after }: Pair): string {
  const lines = [`before ${canonical(outline(before))}`, `after  ${canonical(outline(after))}`];
  return explain({ reading, policy, lines, decision: after });
}

function firstOf<T>(items: readonly T[], check: (item: T) => string | null): string | null {
  for (const item of items) {
    const problem = check(item);
    if (problem !== null) return problem;
  }
  return null;
}

function shuffle<T>(choose: Choose, items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, key: choose(1000) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
