import { randomUUID } from "node:crypto";
import type { Store } from "../../store/store.ts";
import type { Chat } from "../../store/tables/chats.ts";
import { sayFileChange } from "../../wire/project-file.ts";
import { type ShownCommand, shownCommand, type TerminalAnswer, type TerminalBody } from "../../wire/terminal.ts";
import type { StoredRule } from "../../store/tables/rules.ts";
import { changeRefusal, EVERYWHERE, type Whose } from "../auth/may-change.ts";
import type { Gate } from "../gate/gate.ts";
import type { OwnServerService } from "../mcp/client/service.ts";
import type { ProjectFileReview } from "../policy/accept-file.ts";
import type { RuleChanges } from "../policy/rule-changes.ts";
import type { AgentCalls } from "./calls.ts";
import type { AgentSessions } from "./sessions.ts";
import { addServer, toServer } from "./terminal-server.ts";
import { HOST, type Person, type Principal } from "../auth/principal.ts";
import type { Refusal } from "../refusal.ts";

/** Name of the principal that `assent` commands in a terminal act as. */
export const TERMINAL = "terminal";

/** A person may take their time; below what Node's timers can count. */
const WAIT_MS = 24 * 3_600_000;

export interface TerminalDeps {
  readonly store: Store;
  readonly gate: Gate;
  readonly sessions: AgentSessions;
  readonly calls: AgentCalls;
  readonly rules: RuleChanges;
  readonly files: ProjectFileReview;
  readonly ownServers: Pick<OwnServerService, "prepare" | "put">;
}

export interface FromTerminal {
  readonly body: TerminalBody;
  readonly actor: Principal;
  /** Aborted when the terminal goes away: what it asked for is then cancelled, since nobody hears the answer. */
  readonly signal: AbortSignal;
}

/**
 * Does what a terminal asks for once a logged-in person has confirmed it: the command is a call of the App tool
 * `app_security`, with a card, a claim and an audit line like any other. Source: host.md, "Principals".
 */
export async function confirmAndRun(
  deps: TerminalDeps,
  { body, actor, signal }: FromTerminal,
): Promise<TerminalAnswer> {
  const session = randomUUID();
  const chat = await deps.sessions.chatOf({ agent: TERMINAL, session, cwd: body.cwd });
  const shown = await toShown(deps, chat, body.command);
  if ("done" in shown) return shown;
  const call = {
    tool: "app_security",
    args: shown,
    cwd: body.cwd,
    session,
    callId: session,
    attended: true,
    waitMs: WAIT_MS,
  };
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const elsewhere = shown.do === "answer" && settledElsewhere(deps, shown.id, until).then(() => over.abort());
  const asked = { chat, call, askedIn: "inbox", waitMs: WAIT_MS, actor, signal: until } as const;
  const answer = await deps.calls.propose(asked);
  const late = over.signal.aborted;
  over.abort();
  await elsewhere;
  if (answer.answer === "pending") {
    await deps.gate.cancel(chat.id, HOST);
    return { done: false, text: late ? "it was answered elsewhere" : "nobody answered" };
  }
  if (answer.answer === "deny") return { done: false, text: answer.reason };
  const result = await run(deps, { chat, actor, confirmed: answer.approval }, answer.edited ? answer.args : shown);
  await deps.gate.finish(answer.approval, { state: result.done ? "executed" : "failed", text: result.text });
  return result;
}

/** There is nothing left to confirm once the card of an answer is. */
async function settledElsewhere({ gate }: TerminalDeps, id: string, until: AbortSignal): Promise<void> {
  await gate.settled(id, WAIT_MS, until).catch(() => null); // verdict: asked about all the same, and the gate refuses it
}

/** What waits for terminals that are gone with the host that served them. */
export async function cancelOrphans({ store, gate }: Pick<TerminalDeps, "store" | "gate">): Promise<void> {
  for (const row of await store.approvals.inStates(["pending", "approved"], null)) {
    if ((await store.chats.get(row.chat))?.agent === TERMINAL) await gate.cancel(row.chat, HOST);
  }
}

/**
 * The command as its card shows it, or the answer where there is nothing to confirm. INVARIANT: what the card says of an
 * id or a file is what the host has there, not what was sent.
 */
async function toShown(
  deps: TerminalDeps,
  chat: Chat,
  command: TerminalBody["command"],
): Promise<ShownCommand | TerminalAnswer> {
  if (command.do === "remove-rule") {
    const stored = await deps.store.rules.get(command.id);
    if (stored === null) return { done: false, text: "there is no rule of that id" };
    const { decision, tool, pattern, scope } = stored;
    return { ...command, rule: { decision, tool, pattern, scope, place: await placeOf(deps, stored) } };
  }
  if (command.do === "answer") return toAnswer(deps, command);
  if (command.do === "add-server") return toServer(deps.ownServers, command);
  if (command.do !== "trust") return command;
  const trusted = await toTrust(deps, chat);
  return trusted ?? { done: true, text: "nothing to accept: no file of this project says what is not accepted" };
}

async function placeOf({ store }: TerminalDeps, { scope, target }: StoredRule): Promise<string> {
  if (scope === "global") return "every project";
  if (scope === "project") return (await store.projects.get(target))?.name ?? "a project that is gone";
  return `the ${scope} “${(await store.chats.get(target))?.title ?? "that is gone"}”`;
}

interface Confirmed {
  readonly chat: Chat;
  readonly actor: Principal;
  /** The approval by which a person confirmed it. */
  readonly confirmed: string;
}

async function run(deps: TerminalDeps, { chat, actor, confirmed }: Confirmed, args: unknown): Promise<TerminalAnswer> {
  const parsed = shownCommand.safeParse(args);
  if (!parsed.success) return { done: false, text: "the edited command is not one" };
  const command = parsed.data;
  const whose = await whoseOf(deps, chat, command);
  const refused = whose && (await refusalTo(deps, confirmed, whose));
  if (refused) return { done: false, text: refused.message };
  if (command.do === "add-rule") return addRule(deps, chat, command);
  if (command.do === "trust") return trust(deps, chat, command);
  if (command.do === "answer") return answerCard(deps, confirmed, command);
  if (command.do === "add-server") return addServer(deps.ownServers, await personBehind(deps, confirmed), command);
  if (command.do === "remove-rule") {
    const removed = await deps.rules.remove(command.id, `agent:${TERMINAL}`);
    return removed.ok
      ? { done: true, text: `removed ${command.id}${sayResettled(removed.resettled)}` }
      : { done: false, text: removed.message };
  }
  await deps.gate.setStopped(true, actor);
  return { done: true, text: "everything is stopped" };
}

/** Whose policy a command changes; null for what changes none. */
async function whoseOf({ store }: TerminalDeps, chat: Chat, command: ShownCommand): Promise<Whose | null> {
  if (command.do === "answer" || command.do === "stop") return null;
  if (command.do === "add-server") return EVERYWHERE;
  if (command.do === "remove-rule") return (await store.rules.get(command.id)) ?? EVERYWHERE;
  if (command.do === "add-rule" && command.scope === "global") return EVERYWHERE;
  return chat.project === null ? EVERYWHERE : { scope: "project", target: chat.project };
}

/** As over HTTP. Null as well where nobody had to confirm it: an owner has allowed that for good. */
async function refusalTo({ store }: TerminalDeps, confirmed: string, whose: Whose): Promise<Refusal | null> {
  const by = (await store.approvals.get(confirmed))?.answer?.by;
  for (const person of (await store.persons.list()).filter(({ name }) => name === by)) {
    const refused = await changeRefusal(store, person, whose);
    if (refused !== null) return refused;
  }
  return null;
}

type Answer = Extract<ShownCommand, { readonly do: "answer" }>;

/** The card that is answered, in the host's words; one of another version than was shown is not asked about. */
async function toAnswer(
  { gate }: TerminalDeps,
  command: Extract<TerminalBody["command"], { readonly do: "answer" }>,
): Promise<Answer | TerminalAnswer> {
  const view = await gate.get(command.id, HOST);
  if (view === null || view.state !== "pending") return { done: false, text: "nothing waits under that id" };
  // A terminal does not confirm what a terminal asked for.
  if (view.chat.agent === TERMINAL) return { done: false, text: "this is confirmed in a logged-in session itself" };
  if (view.digest !== command.digest) return { done: false, text: "it is another call by now: look at it again" };
  const { summary, chat, project } = view;
  return { ...command, call: { summary, agent: chat.agent ?? "a chat", project: project?.name ?? "no project" } };
}

/** Who confirmed it; null where that is not certain, and where a rule did. */
async function personBehind({ store }: Pick<TerminalDeps, "store">, confirmed: string): Promise<Person | null> {
  const by = (await store.approvals.get(confirmed))?.answer?.by;
  const [person, another] = (await store.persons.list()).filter(({ name, role }) => name === by && role !== "viewer");
  if (person === undefined || another !== undefined) return null;
  return { kind: "person", id: person.id, name: person.name, role: person.role, session: "" };
}

/** Decided by the person who confirmed it, and by nobody where a rule did. */
async function answerCard(deps: TerminalDeps, confirmed: string, command: Answer): Promise<TerminalAnswer> {
  const person = await personBehind(deps, confirmed);
  if (person === null) return { done: false, text: "who confirmed it is not certain" };
  const { id, digest, decision } = command;
  const decided = await deps.gate.decide({ id, digest, decision }, person);
  return decided.ok
    ? { done: true, text: `${decision === "allow" ? "allowed" : "denied"} ${id}` }
    : { done: false, text: decided.message };
}

type Trust = Extract<ShownCommand, { readonly do: "trust" }>;

/** What a person is asked to accept, as the host reads it now; null where nothing waits for that. */
async function toTrust({ store, files }: TerminalDeps, chat: Chat): Promise<Trust | null> {
  const project = chat.project === null ? null : await store.projects.get(chat.project);
  const views = project === null ? [] : await files.filesOf(project);
  const proposed = views.filter(({ state }) => state === "proposed");
  if (proposed.length === 0) return null;
  return {
    do: "trust",
    files: proposed.map(({ name, hash, changes }) => ({ name, hash, changes: changes.map(sayFileChange) })),
  };
}

async function trust({ store, files }: TerminalDeps, chat: Chat, command: Trust): Promise<TerminalAnswer> {
  const project = chat.project === null ? null : await store.projects.get(chat.project);
  if (project === null) return { done: false, text: "there is no project here" };
  for (const { name, hash } of command.files) {
    const accepted = await files.accept(project, { name, hash }, `agent:${TERMINAL}`);
    if (!accepted.ok) return { done: false, text: `${name}: ${accepted.message}` };
  }
  return { done: true, text: `accepted ${command.files.map(({ name }) => name).join(" and ")}` };
}

function sayResettled({ length }: readonly string[]): string {
  if (length === 0) return "";
  return length === 1 ? "; one waiting call was settled by it" : `; ${length} waiting calls were settled by it`;
}

type AddRule = Extract<TerminalBody["command"], { readonly do: "add-rule" }>;

async function addRule(
  deps: TerminalDeps,
  chat: Chat,
  { tool, pattern, decision, scope }: AddRule,
): Promise<TerminalAnswer> {
  if (scope === "project" && chat.project === null)
    return { done: false, text: "there is no project here: add it for every project (--global)" };
  const target = scope === "project" ? { target: chat.project as string } : {};
  const added = await deps.rules.add({ tool, pattern, decision, scope, ...target }, `agent:${TERMINAL}`);
  return added.ok
    ? { done: true, text: `added ${added.rule.id}: ${decision} ${tool} ${pattern}${sayResettled(added.resettled)}` }
    : { done: false, text: added.message };
}
