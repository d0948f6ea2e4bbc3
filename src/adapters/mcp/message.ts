import { nameFault } from "../../wire/unique-names.ts";

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
  /** `fault`: it cannot be read for certain. */
  | { readonly kind: "answer"; readonly id: Id; readonly message: Shape; readonly fault: string | null };

/** How ids of the gate's own requests begin; the rest of them is random. */
export const OWN = "assent:";

const META = "io.modelcontextprotocol/";
const PASS = { kind: "pass" } as const;

/**
 * A line that holds none of these words says none of them, unless it spells them with escapes: those are read too.
 * Without that `"tools\u002fcall"` would pass as something else.
 */
const WORDS = ["tools/", "initialize", "cancelled", "subscriptions/listen", OWN, "\\"];
const NUL = 0x00;
const CARRIAGE_RETURN = 0x0d;

export function readClientLine(line: Buffer): ClientMessage {
  // Readers that end a line at a carriage return, or guess UTF-16, would find another message in there.
  if (line.includes(NUL) || hasInnerReturn(line)) return refused(null, "the message is not one line of UTF-8");
  if (!WORDS.some((word) => line.includes(word))) return PASS;
  const parsed = parse(line);
  if (parsed === undefined) return isBlank(line) ? PASS : refused(null, "the message is not JSON");
  if (Array.isArray(parsed.value)) return readBatch(parsed.value);
  if (!isShape(parsed.value)) return PASS;
  const id = idOf(parsed.value);
  const fault = nameFault(parsed.text) ?? lookalike(parsed.value, ["jsonrpc", "id", "method", "params", "result"]);
  return fault === null ? readMessage(parsed.value) : refused(id, `the message cannot be read for certain: ${fault}`);
}

function readMessage(message: Shape): ClientMessage {
  const id = idOf(message);
  if (!Object.hasOwn(message, "method")) return readAnswer(message, id);
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
  const fault = lookalike(params, ["name", "arguments"]);
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
function readBatch(messages: readonly unknown[]): ClientMessage {
  const held = messages.some((message) => isShape(message) && readMessage(message).kind !== "pass");
  return held ? refused(null, "a batch may hold nothing that concerns tools: send the messages one by one") : PASS;
}

/** `waiting`: an answer is waited for, so that it has to be looked at. */
export function readServerLine(line: Buffer, waiting: boolean): ServerMessage {
  if (!waiting && !line.includes("list_changed")) return PASS;
  const parsed = parse(line);
  if (parsed === undefined || !isShape(parsed.value)) return PASS;
  const message = parsed.value;
  if (message["method"] === "notifications/tools/list_changed") return { kind: "tools-changed" };
  const id = idOf(message);
  if (id === null || Object.hasOwn(message, "method")) return PASS;
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

/** Readers that ignore case take `Method` for `method`, and `ſ` for `s`. */
function lookalike(shape: Shape, names: readonly string[]): string | null {
  const fold = (name: string): string => name.toLowerCase().replaceAll("ſ", "s");
  const found = Object.keys(shape).find((key) => !names.includes(key) && names.includes(fold(key)));
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
