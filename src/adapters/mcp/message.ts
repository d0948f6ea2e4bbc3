import { isUtf8 } from "node:buffer";
import { OWN } from "../../wire/own-ids.ts";
import { nameFault, numberFault } from "../../wire/unique-names.ts";

/** Of a JSON-RPC request. */
export type Id = string | number;

export type Shape = Readonly<Record<string, unknown>>;

/** A message of the client, as far as the gate looks into it. */
export type ClientMessage =
  /** Not for the gate: it is forwarded as it came. */
  | { readonly kind: "pass" }
  | { readonly kind: "initialize"; readonly elicits: boolean }
  | { readonly kind: "list"; readonly id: Id; readonly cursor: string | null; readonly era: Era }
  | { readonly kind: "call"; readonly call: ToolCall }
  /** A stream of notifications that the client opened (2026-07-28). */
  | { readonly kind: "listen"; readonly id: Id }
  | { readonly kind: "cancelled"; readonly id: Id }
  /** To a request of the gate's own. */
  | { readonly kind: "answer"; readonly id: string; readonly result: unknown }
  /** It cannot be read for certain, or not be held: it is not forwarded. */
  | { readonly kind: "refused"; readonly id: Id | null; readonly message: string };

/** Which generation of the protocol a request speaks; 2026-07-28 carries its state in each request. */
export type Era =
  | { readonly kind: "session" }
  /** `meta`: what each request has to carry. */
  | { readonly kind: "stateless"; readonly meta: Shape; readonly elicits: boolean };

export interface ToolCall {
  readonly id: Id;
  readonly name: string;
  readonly args: unknown;
  readonly progressToken: Id | null;
  readonly era: Era;
  readonly requestState: string | null;
  readonly inputResponses: unknown;
  /** The whole of it. */
  readonly message: Shape;
}

/** A message of the server, as far as the gate looks into it. */
export type ServerMessage =
  | { readonly kind: "pass" }
  | { readonly kind: "tools-changed" }
  /** It could hold an answer that another reader would find in it: it goes no further. */
  | { readonly kind: "refused"; readonly message: string }
  /** `fault`: it cannot be read for certain. */
  | { readonly kind: "answer"; readonly id: Id; readonly message: Shape; readonly fault: string | null };

const META = "io.modelcontextprotocol/";
const PASS = { kind: "pass" } as const;

/** Its bytes, each as a letter. */
const LONG_S = Buffer.from("ſ").toString("latin1");

/**
 * A line that holds none of these words says none of them, unless it spells them with escapes: those are read too.
 * Without that `"tools\u002fcall"` would pass as something else.
 */
const WORDS = new RegExp(`tools/|${LONG_S}|initialize|cancelled|subscriptions/listen|${OWN}|\\\\`, "i");
const LIST_CHANGED = Buffer.from("list_changed");
const NUL = 0x00;
const CARRIAGE_RETURN = 0x0d;

export function readClientLine(line: Buffer): ClientMessage {
  // Readers that end a line at a carriage return, or guess another encoding, would find another message in there.
  if (line.includes(NUL) || hasInnerReturn(line) || !isUtf8(line))
    return refused(null, "the message is not one line of UTF-8");
  if (!WORDS.test(line.toString("latin1"))) return PASS;
  const parsed = parse(line);
  if (parsed === undefined) return isBlank(line) ? PASS : refused(null, "the message is not JSON");
  const { text, value } = parsed;
  if (Array.isArray(value)) return readBatch(value, nameFault(text));
  if (!isShape(value)) return PASS;
  const read = readCertain(value, nameFault(text));
  const number = read.kind === "call" ? numberFault(text) : null;
  return number === null ? read : refused(idOf(value), number);
}

function readCertain(message: Shape, nameTwice: string | null): ClientMessage {
  const fault =
    nameTwice ??
    methodFault(message["method"]) ??
    lookalike(Object.keys(message), ["jsonrpc", "id", "method", "params", "result"]) ??
    lookalike([String(message["method"])], ["tools/call", "tools/list"]);
  if (fault === null) return readMessage(message);
  return refused(idOf(message), `the message cannot be read for certain: ${fault}`);
}

function readMessage(message: Shape): ClientMessage {
  const id = idOf(message);
  if (!has(message, "method")) return readAnswer(message, id);
  const params = isShape(message["params"]) ? message["params"] : {};
  switch (message["method"]) {
    case "initialize":
      return { kind: "initialize", elicits: elicits(params["capabilities"]) };
    case "tools/list":
      return readList(params, id);
    case "tools/call":
      return readCall(message, params, id);
    case "subscriptions/listen":
      return id === null ? PASS : { kind: "listen", id };
    case "notifications/cancelled": {
      const { requestId } = params;
      return isId(requestId) ? { kind: "cancelled", id: requestId } : PASS;
    }
    default:
      return PASS;
  }
}

function readAnswer(message: Shape, id: Id | null): ClientMessage {
  const own = typeof id === "string" && id.startsWith(OWN);
  return own ? { kind: "answer", id, result: message["result"] ?? null } : PASS;
}

function readList(params: Shape, id: Id | null): ClientMessage {
  if (id === null) return refused(null, "a tools/list without an id");
  const { cursor } = params;
  return { kind: "list", id, cursor: typeof cursor === "string" ? cursor : null, era: eraOf(params) };
}

function readCall(message: Shape, params: Shape, id: Id | null): ClientMessage {
  // A notification would have no answer: neither a refusal nor an outcome could be told.
  if (id === null) return refused(null, "a tools/call without an id");
  const { name, arguments: args = {}, requestState, inputResponses } = params;
  const fault = lookalike(Object.keys(params), ["name", "arguments"]);
  if (typeof name !== "string" || fault !== null) return refused(id, fault ?? "a tools/call needs the tool's name");
  const token = isShape(params["_meta"]) ? params["_meta"]["progressToken"] : undefined;
  const call = {
    id,
    name,
    args,
    progressToken: isId(token) ? token : null,
    era: eraOf(params),
    requestState: typeof requestState === "string" ? requestState : null,
    inputResponses,
    message,
  };
  return { kind: "call", call };
}

/** One message in several: a call among them would have no line of its own to forward. */
function readBatch(messages: readonly unknown[], nameTwice: string | null): ClientMessage {
  const held = messages.some((message) => !isShape(message) || readCertain(message, nameTwice).kind !== "pass");
  return held ? refused(null, "a batch may hold nothing that concerns tools: send the messages one by one") : PASS;
}

/** `waiting`: an answer is waited for, so that it has to be looked at. */
export function readServerLine(line: Buffer, waiting: boolean): ServerMessage {
  if (!waiting && !line.includes(LIST_CHANGED)) return PASS;
  if (waiting && hasInnerReturn(line)) return { kind: "refused", message: "a message with a carriage return" };
  const parsed = parse(line);
  if (waiting && Array.isArray(parsed?.value)) return { kind: "refused", message: "several messages in one" };
  if (parsed === undefined || !isShape(parsed.value)) return PASS;
  const message = parsed.value;
  if (message["method"] === "notifications/tools/list_changed") return { kind: "tools-changed" };
  const id = idOf(message);
  if (id === null || (has(message, "method") && !has(message, "result") && !has(message, "error"))) return PASS;
  return { kind: "answer", id, message, fault: nameFault(parsed.text) };
}

function eraOf(params: Shape): Era {
  const meta = isShape(params["_meta"]) ? params["_meta"] : {};
  if (typeof meta[`${META}protocolVersion`] !== "string") return { kind: "session" };
  const own = Object.entries(meta).filter(([key]) => key.startsWith(META));
  return { kind: "stateless", meta: Object.fromEntries(own), elicits: elicits(meta[`${META}clientCapabilities`]) };
}

function elicits(capabilities: unknown): boolean {
  return isShape(capabilities) && isShape(capabilities["elicitation"]);
}

/** A list is text where it names a handler: `handlers[["tools/call"]]` is `handlers["tools/call"]`. */
function methodFault(method: unknown): string | null {
  return typeof method === "object" && method !== null ? "its method is no text" : null;
}

/** Readers that ignore case take `Method` for `method`, and `ſ` for `s`; those with C strings read up to the first NUL. */
function lookalike(given: readonly string[], names: readonly string[]): string | null {
  const fold = (name: string): string => name.replace(/\0.*$/s, "").trim().toLowerCase().replaceAll("ſ", "s");
  const found = given.find((key) => !names.includes(key) && names.includes(fold(key)));
  return found === undefined ? null : `\`${found}\` is not a name that it may have`;
}

function parse(line: Buffer): { readonly text: string; readonly value: unknown } | undefined {
  const text = line.toString();
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    return undefined; // verdict: of a client refused, of a server passed on as something that answers nothing
  }
}

function has(message: Shape, name: string): boolean {
  return Object.hasOwn(message, name);
}

function hasInnerReturn(line: Buffer): boolean {
  const at = line.indexOf(CARRIAGE_RETURN);
  return at >= 0 && line.subarray(at).toString("latin1").trim() !== "";
}

function isBlank(line: Buffer): boolean {
  return line.toString("latin1").trim() === "";
}

function idOf(message: Shape): Id | null {
  return isId(message["id"]) ? message["id"] : null;
}

function isId(value: unknown): value is Id {
  return typeof value === "string" || typeof value === "number";
}

export function isShape(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refused(id: Id | null, message: string): ClientMessage {
  return { kind: "refused", id, message };
}

/** Of the server, to a request that may be one that was looked into. */
export interface ServerAnswer {
  readonly id: Id;
  readonly message: Shape;
  readonly fault: string | null;
}
