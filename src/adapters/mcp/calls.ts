import { OWN } from "../../wire/own-ids.ts";
import type { CallOutcome, ForwarderOptions, Waiting } from "./forwarder-options.ts";
import { besideOf, isSameBeside } from "./beside.ts";
import { type Described, keyOf, type Lists } from "./lists.ts";
import { type Id, isShape, type ServerAnswer, type Shape, type ToolCall } from "./message.ts";
import {
  askLine,
  callLine,
  cancelLine,
  editedResultLine,
  inputRequiredLine,
  readDecision,
  readOwnResponse,
  refusalLine,
  waitingLine,
} from "./write.ts";

export interface Calls {
  /** What the client can do, as it said at the start of a session. */
  initialized(elicits: boolean): void;
  hold(call: ToolCall, line: Buffer): void;
  /** The client gave a request up; true where the server has not heard of it and shall not. */
  cancelled(id: Id): boolean;
  /** Of the client, to a request of the gate's own; true where it was one. */
  answered(id: string, result: unknown): boolean;
  /** The client waits for the answer to such a call. */
  holds(id: Id): boolean;
  /** Of the server; true where it was dealt with. */
  resulted(answer: ServerAnswer, line: Buffer): boolean;
  waiting(): boolean;
  serverEnded(): Promise<void>;
}

/** A call that is not with the server yet. */
interface Held {
  readonly call: ToolCall;
  readonly callId: string;
  readonly left: AbortController;
  cancelled: boolean;
  /** What ends with the waiting. */
  readonly ends: (() => unknown)[];
}

/** A call that the server works on. */
interface Running {
  readonly call: ToolCall;
  readonly approval: string;
  /** The arguments where a person edited them. */
  readonly edited: { readonly args: unknown } | null;
  /** What was approved to go along with them. */
  readonly beside: Shape;
}

/** How often a call that waits for a person shows that it is alive, ms. */
const SIGN_EVERY = 10_000;
/** Characters of a result that are told to the host, which cuts again. */
const OUTCOME_LIMIT = 256 * 1024;

export function createCalls(options: ForwarderOptions, lists: Lists): Calls {
  const { host, toClient, toServer, newId, every, log } = options;
  const held = new Map<string, Held>();
  const running = new Map<string, Running>();
  /** Calls that the server answered with a question (2026-07-28): the next round goes on with the same approval. */
  const rounds = new Map<string, Running>();
  /** Questions to the client's user. */
  const questions = new Map<string, (result: unknown) => void>();
  const telling = new Set<Promise<void>>();
  let elicits = false;
  let count = 0;

  function hold(call: ToolCall, line: Buffer): void {
    const key = keyOf(call.id);
    const round = rounds.get(roundOf(call, call.requestState));
    rounds.delete(roundOf(call, call.requestState));
    const callId = `${(count += 1)}:${key}`.slice(0, 256);
    const entry: Held = { call, callId, left: new AbortController(), cancelled: false, ends: [] };
    held.set(key, entry);
    void (round === undefined ? decide(entry, line) : goOn(entry, round, line))
      .catch((error: Error) =>
        refuse(entry, { code: "EUNAVAILABLE", reason: `the call was not made: ${error.message}` }),
      ) // verdict: refused
      .finally(() => {
        endWaiting(entry);
        held.delete(key);
      });
  }

  async function decide(entry: Held, line: Buffer): Promise<void> {
    const { call, callId, left } = entry;
    const ownAnswer = call.requestState?.startsWith(OWN) === true;
    if (ownAnswer && !(await takeOwnAnswer(entry))) return;
    const described = await lists.descriptorOf(call.name, call.era);
    if (entry.cancelled) return;
    const { name: tool, args } = call;
    const beside = besideOf(call);
    const proposed = host.propose(
      { tool, ...described, args, beside, callId },
      (waiting) => onWaiting(entry, waiting),
      left.signal,
    );
    const answer = await proposed.catch((error: unknown) => {
      if (left.signal.aborted) return null; // verdict: not forwarded; the client has its answer already
      throw error;
    });
    if (answer === null) return;
    if (answer.answer === "pending") return refuse(entry, pendingOf(answer.approval));
    if (answer.answer === "deny") return refuse(entry, { code: answer.code, reason: answer.reason });
    if (entry.cancelled) return tell(answer.approval, { state: "failed", text: "cancelled before it was sent" });
    if (!(await stays(entry, described, answer.approval))) return;
    const edited = answer.edited === true ? { args: answer.args } : null;
    const allowed = { call, approval: answer.approval, edited, beside: answer.beside ?? beside };
    forward(allowed, lineOf(allowed, { line, ownAnswer }));
  }

  /** What was allowed was the tool as it was described then, which may be long ago; false where the call ends here. */
  async function stays(entry: Held, allowed: Described, approval: string): Promise<boolean> {
    const { call } = entry;
    const now = await lists.descriptorOf(call.name, call.era).catch(() => null); // verdict: not forwarded
    if (JSON.stringify(now) === JSON.stringify(allowed) && !entry.cancelled) return true;
    tell(approval, { state: "failed", text: "not sent: the tool was described otherwise, or the call was cancelled" });
    refuse(entry, { code: "ECONFLICT", reason: NOT_THE_SAME });
    return false;
  }

  /** The next round of a call that the server answered with a question, unless its tool was turned off meanwhile. */
  async function goOn(entry: Held, round: Running, line: Buffer): Promise<void> {
    const { call } = entry;
    const { descriptor } = await lists.descriptorOf(call.name, call.era);
    const off = (await host.hidden([descriptor])).includes(call.name);
    // The client repeats what it proposed, and the yes was to what a person put in its place, and to what went along.
    const next = { ...round, call };
    if (!off && !entry.cancelled) return forward(next, lineOf(next, { line, ownAnswer: false }));
    tell(round.approval, { state: "unknown", text: "stopped between two rounds" });
    refuse(entry, { code: "ETOOL_DISABLED", reason: "this tool is turned off" });
  }

  /** INVARIANT: the only place from which a call reaches the server. */
  function forward(call: Running, line: Buffer): void {
    running.set(keyOf(call.call.id), call);
    toServer(line);
  }

  function refuse({ call, cancelled }: Held, told: Parameters<typeof refusalLine>[1]): void {
    if (!cancelled) toClient(refusalLine(call, told));
  }

  function onWaiting(entry: Held, { approval, ask }: Waiting): void {
    const { call } = entry;
    if (call.progressToken !== null) showLife(entry, call.progressToken, approval);
    if (ask === undefined || entry.cancelled) return;
    if (call.era.kind === "session") {
      if (elicits) askInClient(entry, ask);
    } else if (call.era.elicits && call.requestState === null) {
      entry.left.abort();
      toClient(inputRequiredLine(call, ask));
    }
  }

  function showLife(entry: Held, token: Id, approval: string): void {
    let n = 0;
    const show = (): void => toClient(waitingLine(token, (n += 1), approval));
    show();
    entry.ends.push(every(SIGN_EVERY, show));
  }

  function askInClient(entry: Held, ask: NonNullable<Waiting["ask"]>): void {
    const { call } = entry;
    const id = OWN + newId();
    entry.ends.push(() => questions.delete(id) && toClient(cancelLine(id)));
    questions.set(id, (result) => {
      const decision = readDecision(result);
      if (decision === null) return;
      const said = host.answer({
        tool: call.name,
        args: call.args,
        beside: besideOf(call),
        state: ask.state,
        decision,
      });
      said.catch((error: Error) => log(error.message)); // verdict: not answered, so the call goes on waiting
    });
    toClient(askLine(id, ask.question));
  }

  /** The call comes back with an answer to the gate's own question; false where it ends here. */
  async function takeOwnAnswer(entry: Held): Promise<boolean> {
    const { name: tool, args, requestState, inputResponses } = entry.call;
    const decision = readOwnResponse(inputResponses);
    if (decision === null) return (refuse(entry, { code: "EPENDING", reason: NOT_SAID }), false);
    const counts = await host.answer({
      tool,
      args,
      beside: besideOf(entry.call),
      state: requestState as string,
      decision,
    });
    if (!counts) return (refuse(entry, { code: "ECONFLICT", reason: NOT_COUNTED }), false);
    if (decision === "deny") return (refuse(entry, { code: "EDENIED", reason: "user denied" }), false);
    return true;
  }

  function cancelled(id: Id): boolean {
    const entry = held.get(keyOf(id));
    if (entry !== undefined) {
      entry.cancelled = true;
      endWaiting(entry);
      // First withdrawn, then left: between the two nobody could answer it for a caller that is gone.
      void settle(host.withdraw(entry.callId).finally(() => entry.left.abort()));
      return true;
    }
    const call = running.get(keyOf(id));
    if (call !== undefined) tell(call.approval, { state: "unknown", text: "cancelled by the client while it ran" });
    return false;
  }

  function resulted({ id, message }: ServerAnswer, line: Buffer): boolean {
    const call = running.get(keyOf(id));
    // An answer to what was never sent: the client would take it, and the call would run with nobody listening.
    if (call === undefined && held.has(keyOf(id))) log("the server answered a call that it was not sent");
    if (call === undefined) return held.has(keyOf(id));
    running.delete(keyOf(id));
    const { result } = message;
    if (isShape(result) && result["resultType"] === "input_required") {
      const state = typeof result["requestState"] === "string" ? result["requestState"] : null;
      rounds.set(roundOf(call.call, state), call);
      toClient(line);
      return true;
    }
    toClient(call.edited === null ? line : editedResultLine(message, call.edited.args));
    tell(call.approval, outcomeOf(message));
    return true;
  }

  /** After the client has its answer: how a call went holds nobody up. */
  function tell(approval: string, outcome: CallOutcome): void {
    void settle(host.outcome(approval, outcome));
  }

  function settle(work: Promise<void>): Promise<void> {
    const settled = work
      .catch((error: Error) => log(`not recorded: ${error.message}`))
      .finally(() => telling.delete(settled)); // verdict: the host gives it up as unknown
    telling.add(settled);
    return settled;
  }

  async function serverEnded(): Promise<void> {
    for (const { approval } of [...running.values(), ...rounds.values()])
      tell(approval, { state: "unknown", text: "the server ended while this ran" });
    running.clear();
    rounds.clear();
    await Promise.all(telling);
  }

  return {
    hold,
    cancelled,
    resulted,
    serverEnded,
    initialized: (can) => void (elicits = can),
    answered(id, result) {
      const question = questions.get(id);
      questions.delete(id);
      question?.(result);
      return question !== undefined;
    },
    holds: (id) => held.has(keyOf(id)) || running.has(keyOf(id)),
    waiting: () => held.size > 0 || running.size > 0,
  };
}

/** INVARIANT: what reaches the server is what was approved. Its own bytes where nothing of them is to change. */
function lineOf(
  { call, edited, beside }: Running,
  { line, ownAnswer }: { readonly line: Buffer; readonly ownAnswer: boolean },
): Buffer {
  const along = isSameBeside(besideOf(call), beside) ? {} : { beside };
  const change = { ...edited, ...along, ...(ownAnswer ? ({ ownAnswer } as const) : {}) };
  return Object.keys(change).length === 0 ? line : callLine(call, change);
}

function endWaiting(entry: Held): void {
  for (const end of entry.ends.splice(0)) end();
}

const NOT_SAID = "a person has not answered; make the same call again once they have";
const NOT_COUNTED = "this answer does not count any more, or is not for this call; make the call again";

const NOT_THE_SAME = "the server describes this tool otherwise by now; list the tools and make the call again";

function pendingOf(approval: string) {
  return {
    code: "EPENDING",
    approval,
    reason: `approval ${approval} waits for a person; make the same call again once it is answered`,
  };
}

/** The next round is told by the server's own state and by being the very same call: other arguments are another call. */
function roundOf({ name, args }: ToolCall, state: string | null): string {
  return JSON.stringify([state, name, args]);
}

function outcomeOf({ result, error }: Shape): CallOutcome {
  if (!isShape(result)) return { state: "failed", text: textOf(error) };
  return { state: result["isError"] === true ? "failed" : "executed", text: textOf(result) };
}

/** What a person would read of it. */
function textOf(value: unknown): string {
  const content = isShape(value) && Array.isArray(value["content"]) ? (value["content"] as unknown[]) : [];
  const texts = content.map((block) => (isShape(block) && typeof block["text"] === "string" ? block["text"] : ""));
  const text = texts.filter((part) => part !== "").join("\n");
  return (text === "" ? (JSON.stringify(value) ?? "") : text).slice(0, OUTCOME_LIMIT);
}
