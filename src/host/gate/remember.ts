import { randomUUID } from "node:crypto";
import type { CompiledPolicy } from "../../core/compile.ts";
import { decide } from "../../core/decide.ts";
import type { Offer } from "../../core/decision.ts";
import type { Effect } from "../../core/effect.ts";
import { limitsIn } from "../../core/limits.ts";
import type { DirectoryGrant, Rule } from "../../core/policy.ts";
import type { Tables } from "../../store/store.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import type { StoredRule } from "../../store/tables/rules.ts";
import type { AnswerView, DecideBody } from "../../wire/approval.ts";
import { askOnceRules, mayAskOnce } from "../approvals/ask-once.ts";
import { patchLayer } from "../policy/layer-patch.ts";
import { withRule } from "../policy/policies.ts";
import { withIdentity } from "../policy/root-identity.ts";
import { setLayer } from "../policy/set-layer.ts";
import { changeRefusal } from "../auth/may-change.ts";
import type { GateContext, Judged, Place } from "./context.ts";
import { type Person, actorOf } from "../auth/principal.ts";
import { type Journal, write } from "./journal.ts";

export interface ToRemember {
  readonly row: ApprovalRow;
  readonly place: Place;
  readonly body: DecideBody;
  readonly person: Person;
  readonly judged: Judged;
  /** Of the card that the person saw. */
  readonly offers: readonly Offer[];
  readonly answer: AnswerView;
}

/** `not-saved`: it was to be remembered, and is not. */
export type Remembered = "saved" | "session-only" | "not-saved" | "none";

type Remember = NonNullable<DecideBody["remember"]>;

/**
 * Keeps what an answer was given for longer than once. INVARIANT: only an offer of this very card, named by its place
 * in it, is ever kept, and only after it was tried on the call it came from. The answer stands whatever comes of this.
 */
export async function remember(context: GateContext, given: ToRemember): Promise<Remembered> {
  const { askOnce: once, remember: chosen } = given.body;
  try {
    if (once === true) return await askOnce(context, given);
    if (!chosen) return "none";
    const offer = given.offers[chosen.offer];
    return offer ? await keepOffer(context, given, { ...chosen, kept: offer }) : "not-saved";
  } catch {
    return "not-saved"; // verdict: the call runs once, and the person is told that nothing was saved
  }
}

async function askOnce(context: GateContext, given: ToRemember): Promise<Remembered> {
  const { policy, reading, decision } = given.judged;
  if (given.body.decision !== "allow" || !mayAskOnce(policy.level, reading, decision)) return "not-saved";
  const rules = askOnceRules(reading).map((rule) =>
    Object.assign(rule, { id: newRuleId(), decision: "allow" as const, scope: "session" as const }),
  );
  return inMemory(context, given, { scope: "session", rules, grant: undefined, text: "asked once (session)" });
}

interface Chosen extends Remember {
  readonly kept: Offer;
}

async function keepOffer(context: GateContext, given: ToRemember, chosen: Chosen): Promise<Remembered> {
  const target = targetOf(given.place, chosen.scope);
  if (target === null || !(await mayKeep(context, given.person, { scope: chosen.scope, target }))) return "not-saved";
  if (chosen.expiresAt !== undefined && chosen.expiresAt <= context.now()) return "not-saved";
  const short = chosen.scope === "run" || chosen.scope === "session";
  if (short && given.body.decision === "allow" && given.judged.policy.level === "L2") return "not-saved";
  const rules = rulesOf(context, given, chosen);
  const granted = given.body.decision === "allow" ? chosen.kept.grant : undefined;
  const grant = granted && withIdentity(granted);
  if (rules.length === 0 && !grant) return "not-saved";
  if (!grant && !reaches(context, given, rules)) return "not-saved";
  const text = textOf(chosen, rules, grant);
  if (short) return inMemory(context, given, { scope: chosen.scope, rules, grant, text });
  const added = await write(context, async (journal) => {
    const stored = await store(context, journal, { given, chosen, rules, grant, target });
    await told(journal, given, text);
    return { stored, version: await journal.tables.policyVersion() };
  });
  const [only] = added.stored;
  if (only && added.stored.length === 1 && !grant) context.policies.ruleAdded(only, added.version);
  return "saved";
}

/** Whose rule it becomes; null where the chat has no such place. */
function targetOf({ chat, project }: Place, scope: Remember["scope"]): string | null {
  if (scope === "global") return "";
  return scope === "project" ? (project?.id ?? null) : chat.id;
}

/** What run and session remember is part of the answer; what outlives them is policy of its chat, project or the app. */
async function mayKeep(
  { store }: GateContext,
  person: Person,
  { scope, target }: Pick<Remember, "scope"> & { readonly target: string },
): Promise<boolean> {
  return scope === "run" || scope === "session" || (await changeRefusal(store, person, { scope, target })) === null;
}

function rulesOf(context: GateContext, { body, person, judged }: ToRemember, chosen: Chosen): readonly Rule[] {
  const decision: Effect = body.decision;
  // A consent to run the project's code has no opposite: denied is the tool's own pattern or nothing.
  const from = chosen.kept.rules.filter((rule) => decision === "allow" || rule.tool !== "project-code");
  return from.map(({ tool, pattern }) => ({
    id: newRuleId(),
    tool,
    pattern,
    decision,
    scope: chosen.scope,
    createdBy: person.id,
    createdAt: context.now(),
    note: `from an answer about ${judged.reading.tool.id}`,
    ...(chosen.expiresAt === undefined ? {} : { expiresAt: chosen.expiresAt }),
  }));
}

/** Tried on the call that it came from: a rule that does not decide it would mislead whoever reads it later. */
function reaches(context: GateContext, { judged, body }: ToRemember, rules: readonly Rule[]): boolean {
  const policy = rules.reduce<CompiledPolicy>(withRule, judged.policy);
  return decide(judged.reading, policy, context.now()).effect === body.decision;
}

/** A tool without patterns: in a chat or project "always" is the tool's mode. With a time, or denied, it is a rule. */
function isModeEntry({ judged, body }: ToRemember, { scope, expiresAt, kept }: Chosen): boolean {
  const place = scope === "chat" || scope === "project";
  return (
    place &&
    body.decision === "allow" &&
    expiresAt === undefined &&
    kept.kind === "tool" &&
    judged.reading.tool.profile === "none"
  );
}

interface ToStore {
  readonly given: ToRemember;
  readonly chosen: Chosen;
  readonly rules: readonly Rule[];
  readonly grant: DirectoryGrant | undefined;
  readonly target: string;
}

/** Answers which rules it stored. */
async function store(
  context: GateContext,
  { tables }: Journal,
  { given, chosen, rules, grant, target }: ToStore,
): Promise<readonly StoredRule[]> {
  if (grant) await addGrant(tables, { place: given.place, scope: chosen.scope, grant });
  if (isModeEntry(given, chosen)) {
    await setMode(context, tables, {
      tool: given.judged.reading.tool,
      layer: chosen.scope as "chat" | "project",
      id: target,
    });
    return [];
  }
  const stored = rules.map((rule) => ({
    ...rule,
    scope: chosen.scope as StoredRule["scope"],
    target,
    createdAt: context.now(),
  }));
  for (const rule of stored) {
    await tables.rules.add(rule);
    await tables.events.append({ at: context.now(), type: "rules.changed", id: rule.id });
  }
  return stored;
}

/** Of an MCP tool only its own entry, never the server's or the shared gate. */
async function setMode(
  context: GateContext,
  tables: Tables,
  to: { tool: Judged["reading"]["tool"]; layer: "chat" | "project"; id: string },
): Promise<void> {
  const key = { layer: to.layer, id: to.id };
  const layer = await tables.modes.get(key);
  const isMcp = to.tool.origin === "mcp";
  const own = (isMcp ? layer?.mcp?.tools : layer?.native)?.[to.tool.id] ?? {};
  const entry = { [to.tool.id]: { ...limitsIn(own), mode: "allow", since: context.now() } } as const;
  const patch = isMcp ? { mcp: { tools: entry } } : { native: entry };
  const next = patchLayer(layer, patch);
  await setLayer(tables, key, { patch, next, now: context.now() });
  await tables.events.append({
    at: context.now(),
    type: "policy.changed",
    ...(to.layer === "chat" ? { chat: to.id } : { id: to.id }),
  });
}

async function addGrant(
  tables: Tables,
  { place, scope, grant }: { place: Place; scope: Remember["scope"]; grant: DirectoryGrant },
): Promise<void> {
  // Read again inside of the transaction: another chat may have added one to the same project.
  const chat = scope === "chat" ? await tables.chats.get(place.chat.id) : null;
  if (chat) return tables.chats.update({ ...chat, grants: [...chat.grants, grant] });
  const project = scope === "project" && place.project ? await tables.projects.get(place.project.id) : null;
  if (project) return tables.projects.update({ ...project, grants: [...project.grants, grant] });
  if (scope !== "global") throw new Error("its chat or project is gone");
  const grants = ((await tables.settings.get("grants")) as readonly DirectoryGrant[] | undefined) ?? [];
  await tables.settings.set("grants", [...grants, grant]);
}

interface InMemory {
  readonly scope: Remember["scope"];
  readonly rules: readonly Rule[];
  readonly grant: DirectoryGrant | undefined;
  readonly text: string;
}

async function inMemory(
  context: GateContext,
  given: ToRemember,
  { scope, rules, grant, text }: InMemory,
): Promise<Remembered> {
  if (scope !== "run" && scope !== "session") return "not-saved";
  await write(context, (journal) => told(journal, given, text));
  for (const rule of rules) context.memory.addRule(given.row.chat, { ...rule, scope }, given.row.run);
  if (grant) context.memory.addGrant(given.row.chat, grant);
  return "session-only";
}

async function told(journal: Journal, { row, answer, person }: ToRemember, remembered: string): Promise<void> {
  await journal.tables.approvals.setAnswer(row.id, { ...answer, remembered });
  await journal.note(row, { type: "approval.remembered", actor: actorOf(person), data: { remembered } });
}

function textOf({ scope, expiresAt }: Chosen, rules: readonly Rule[], grant: DirectoryGrant | undefined): string {
  const what = [
    ...rules.map((rule) => `${rule.decision} ${rule.tool} ${rule.pattern}`),
    ...(grant ? [`${grant.can.join(", ")} in ${grant.root}`] : []),
  ];
  const until = expiresAt === undefined ? "" : ` until ${new Date(expiresAt).toISOString()}`;
  return `${what.join(" · ")} (${scope}${until})`;
}

function newRuleId(): string {
  return `rule_${randomUUID()}`;
}
