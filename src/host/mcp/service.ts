import { randomBytes } from "node:crypto";
import { advertise } from "../../core/advertise.ts";
import { CLASSES } from "../../core/class.ts";
import type { Call } from "../../read/call.ts";
import { callHash } from "../../read/call-hash.ts";
import { toolOf } from "../../read/read.ts";
import type { Store } from "../../store/store.ts";
import type { McpServer } from "../../store/tables/mcp-servers.ts";
import { isRetired } from "../../store/tables/pins.ts";
import type { CallAnswer } from "../../wire/call.ts";
import type { GateBody, McpCallBody, McpServerView, McpToolView, McpWaiting } from "../../wire/mcp.ts";
import type { GatedView } from "../../wire/session.ts";
import type { AgentCalls } from "../agents/calls.ts";
import { projectAround } from "../agents/project-of.ts";
import type { Recorder } from "../audit/recorder.ts";
import type { Sight } from "../auth/sight.ts";
import type { Gate } from "../gate/gate.ts";
import type { Policies } from "../policy/policies.ts";
import type { Redactor } from "../secrets/redact.ts";
import { readable } from "./descriptor.ts";
import { MCP, type McpGates } from "./gates.ts";
import { proposedClass } from "./proposed-class.ts";
import { questionOf } from "./question.ts";
import { composed, type McpRegistry, type SeenTool } from "./registry.ts";
import { readState, signState } from "./request-state.ts";
import { actorOf, HOST, type Person, type Principal } from "../auth/principal.ts";

export interface McpDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly gate: Gate;
  readonly calls: AgentCalls;
  readonly policies: Policies;
  readonly registry: McpRegistry;
  readonly gates: McpGates;
  readonly now: () => number;
  readonly redactor: Pick<Redactor, "text" | "value">;
}

interface FromGate {
  readonly actor: Principal;
  readonly signal: AbortSignal;
}

/** What gates in front of MCP servers ask of the host, and what a person may say about those servers. */
export interface McpService {
  watch(body: GateBody, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Names of the tools that the client is not told. Rejects where policy cannot be read: then none is told. */
  hidden(body: GateBody, tools: readonly unknown[]): Promise<readonly string[]>;
  propose(body: McpCallBody, from: FromGate, onWaiting: (waiting: McpWaiting) => void): Promise<CallAnswer>;
  /** False where the answer does not count. */
  answer(body: GateBody & ClientSaid, actor: Principal): Promise<boolean>;
  withdraw(session: string, callId: string, actor: Principal): Promise<void>;
  end(session: string): Promise<void>;
  gated(): Promise<readonly GatedView[]>;
  /** What starts a server is told to those who see the project that it starts in. */
  servers(sight: Sight): Promise<readonly McpServerView[]>;
  tools(slug: string): Promise<readonly McpToolView[]>;
  /** Makes the version that the person saw the one that counts. False where it is not the one that is there by now. */
  accept(slug: string, version: AcceptedVersion, who: Person): Promise<boolean>;
  setAnswerIn(slug: string, answerIn: McpServer["answerIn"], who: Person): Promise<void>;
}

interface ClientSaid {
  readonly tool: string;
  readonly args: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
  readonly state: string;
  readonly decision: "allow" | "deny";
}

interface AcceptedVersion {
  readonly tool: string;
  readonly hash: string;
  readonly class: string | null;
}

/** A question in a client counts for this long, ms. */
const QUESTION_MS = 10 * 60_000;

export function createMcpService(deps: McpDeps): McpService {
  const { store, gate, gates, registry, now } = deps;
  /** Of this process: after a restart the client asks again. */
  const key = randomBytes(32);

  async function hidden(body: GateBody, tools: readonly unknown[]): Promise<readonly string[]> {
    const server = await registry.serverOf(body.entry, body.name);
    const chat = await gates.chatOf(body);
    const [policy, seen] = [await deps.policies.policyFor(chat.id, null), await registry.sight(server.slug, tools)];
    return seen
      .filter((tool) => advertise(factsOf(tool), policy, now()).hidden)
      .map(({ descriptor }) => descriptor.name);
  }

  async function propose(
    body: McpCallBody,
    { actor, signal }: FromGate,
    onWaiting: (waiting: McpWaiting) => void,
  ): Promise<CallAnswer> {
    const server = await registry.serverOf(body.entry, body.name);
    const chat = await gates.chatOf(body);
    const tool = await registry.sightOne(server.slug, body.tool, [body.descriptor, body.shown]);
    const { args, beside, session, callId, waitMs, entry } = body;
    const call = { tool: tool.id, args, session, callId, waitMs, cwd: entry.cwd, agent: MCP, attended: true };
    const asked: Promise<void>[] = [];
    const answer = await deps.calls.propose({
      chat,
      call,
      waitMs,
      actor,
      signal,
      descriptor: tool.descriptor,
      beside,
      askedIn: "inbox",
      onWaiting: (approval) => {
        const told = tell(server, approval, onWaiting);
        asked.push(told.catch(() => onWaiting({ waiting: approval }))); // verdict: asked in the inbox alone
      },
    });
    await Promise.all(asked);
    return answer;
  }

  async function tell(server: McpServer, approval: string, onWaiting: (waiting: McpWaiting) => void): Promise<void> {
    const view = server.answerIn === "client" ? await gate.get(approval, HOST) : null;
    if (view === null) return onWaiting({ waiting: approval });
    const state = signState({ approval, digest: view.digest, expiresAt: now() + QUESTION_MS }, key);
    onWaiting({ waiting: approval, ask: { question: questionOf(view), state } });
  }

  /** INVARIANT: only for a server whose client a person trusts, only for the very call that was asked about, once. */
  async function answer(body: GateBody & ClientSaid, actor: Principal): Promise<boolean> {
    const server = await registry.serverOf(body.entry, body.name);
    const said = readState(body.state, key, now());
    const row = said && (await store.approvals.get(said.approval));
    const chat = await gates.chatOf(body);
    if (server.answerIn !== "client" || said === null || row?.chat !== chat.id) return false;
    const tool = composed(server.slug, body.tool);
    if (row.tool !== tool || row.argsHash !== callHash(body)) return false;
    return gate.answerInClient(row.id, { digest: said.digest, decision: body.decision }, actor);
  }

  async function withdraw(session: string, callId: string, actor: Principal): Promise<void> {
    const chat = await store.chats.bySession(MCP, session);
    if (chat !== null) await gate.withdraw(chat.id, callId, actor);
  }

  async function accept(slug: string, version: AcceptedVersion, who: Person): Promise<boolean> {
    const cls = CLASSES.find((name) => name === version.class) ?? null;
    const accepted = await deps.recorder.commit(async (tables, log) => {
      const pin = await tables.pins.get(slug, version.tool);
      if (pin === null || (pin.seen?.hash ?? pin.hash) !== version.hash) return false;
      const { seen, ...rest } = pin;
      const next = { ...rest, hash: version.hash, class: cls, acceptedAt: now() };
      await tables.pins.accept(seen === undefined ? next : { ...next, descriptor: seen.descriptor });
      const data = { server: slug, tool: version.tool, hash: version.hash, before: pin.hash, class: cls };
      await log({ ...lineBy(who), type: "mcp.accepted", data });
      await tables.events.append({ at: now(), type: "policy.changed" });
      return true;
    });
    // What waits is read with what the registry knows.
    if (accepted) registry.accepted(composed(slug, version.tool), { hash: version.hash, class: cls });
    return accepted;
  }

  async function setAnswerIn(slug: string, answerIn: McpServer["answerIn"], who: Person): Promise<void> {
    await deps.recorder.commit(async (tables, log) => {
      await tables.mcpServers.setAnswerIn(slug, answerIn);
      await log({ ...lineBy(who), type: "mcp.answer-in", data: { server: slug, answerIn } });
      await tables.events.append({ at: now(), type: "agents.changed" });
    });
    registry.serversChanged();
  }

  /** INVARIANT: what a server is given in secret is told to nobody. */
  function lineOf({ command, args }: McpServer["entry"]): string {
    const words = deps.redactor.value([command, ...args]).value as readonly string[];
    return deps.redactor.text(words.join(" "));
  }

  /** Text by text: a schema names parameters that are called `password`, and those stay to be seen. */
  function masked(descriptor: string): unknown {
    return JSON.parse(descriptor, (_name, said: unknown) =>
      typeof said === "string" ? deps.redactor.text(said) : said,
    );
  }

  function lineBy(who: Person) {
    return { at: now(), actor: actorOf(who), chat: null, approval: null };
  }

  return {
    hidden,
    propose,
    answer,
    withdraw,
    accept,
    setAnswerIn,
    end: gates.end,
    async watch(body, signal) {
      const server = await registry.serverOf(body.entry, body.name);
      await store.mcpServers.seen(server.slug, now());
      return gates.watch(body, server.slug, signal);
    },
    async gated() {
      return (await store.mcpServers.list()).map(({ slug }) => ({ server: slug, connected: gates.count(slug) > 0 }));
    },
    async servers(sight) {
      const projects = await store.projects.list();
      return (await store.mcpServers.list()).map(({ slug, entry, answerIn, firstSeen, lastSeen }) => {
        const seen = sight.project(projectAround(projects, entry.cwd)?.id ?? null);
        const starts = seen ? { line: lineOf(entry), cwd: entry.cwd } : null;
        return { slug, starts, answerIn, firstSeen, lastSeen, gates: gates.count(slug) };
      });
    },
    async tools(slug) {
      return (await store.pins.ofServer(slug))
        .filter((pin) => !isRetired(pin))
        .map((pin) => ({
          name: pin.tool,
          id: composed(slug, pin.tool),
          hash: pin.hash,
          class: pin.class,
          firstSeen: pin.firstSeen,
          acceptedAt: pin.acceptedAt,
          descriptor: pin.descriptor === undefined ? null : masked(pin.descriptor),
          offered: proposedClass(pin.tool, JSON.parse(pin.seen?.descriptor ?? pin.descriptor ?? "null")),
          changed: pin.seen === undefined ? null : changed(pin.seen, pin.descriptor, deps.redactor),
        }));
    },
  };
}

function changed(
  seen: { readonly hash: string; readonly descriptor: string },
  before: string | undefined,
  { text }: Pick<Redactor, "text">,
) {
  const of = (descriptor: string): string => text(readable(descriptor));
  return { hash: seen.hash, before: before === undefined ? "" : of(before), after: of(seen.descriptor) };
}

function factsOf({ id, descriptor }: SeenTool) {
  const call: Call = { tool: id, args: {}, cwd: null, project: null, source: "external", attended: true, descriptor };
  return toolOf(call);
}
