import type { Era, Id, Shape, ToolCall } from "./message.ts";
import { nextStep } from "../next-step.ts";
import { withBeside } from "./beside.ts";
import { isShape } from "./message.ts";

/** Codes of JSON-RPC. */
export const INVALID_REQUEST = -32600;
export const INTERNAL_ERROR = -32603;

/** What the model is told in place of a result. Source: decision.md, "What the caller is told". */
export interface ToldRefusal {
  readonly code: string;
  readonly reason: string;
  readonly approval?: string;
}

function toLine(message: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}

export function errorLine(id: Id | null, code: number, message: string): Buffer {
  return toLine({ jsonrpc: "2.0", id, error: { code, message } });
}

/** A refused call has a result: an error of the protocol would be hidden from the model by many clients. */
export function refusalLine({ id, era }: Pick<ToolCall, "id" | "era">, told: ToldRefusal): Buffer {
  const next = nextStep(told);
  const text = JSON.stringify({ ok: false, ...told, ...(next === undefined ? {} : { next }) });
  return resultLine(id, era, { content: [{ type: "text", text }], isError: true });
}

function resultLine(id: Id, era: Era, result: Shape): Buffer {
  const kind = era.kind === "stateless" && result["resultType"] === undefined ? { resultType: "complete" } : {};
  return toLine({ jsonrpc: "2.0", id, result: { ...kind, ...result } });
}

/**
 * The n-th sign of life of a call that waits for a person. Values must increase, also into those that the server will
 * send for the same token, which begin at 0 at the lowest: so these are below it.
 */
export function waitingLine(token: Id, n: number, approval: string): Buffer {
  const message = `waiting for a person to answer approval ${approval}`;
  const params = { progressToken: token, progress: -1 / n, message };
  return toLine({ jsonrpc: "2.0", method: "notifications/progress", params });
}

/** `subscription`: the client's own stream of notifications (2026-07-28), of which there may be several. */
export function toolsChangedLine(subscription: Id | null): Buffer {
  const meta =
    subscription === null ? {} : { params: { _meta: { "io.modelcontextprotocol/subscriptionId": subscription } } };
  return toLine({ jsonrpc: "2.0", method: "notifications/tools/list_changed", ...meta });
}

/** The gate's own request for a page of the server's tools. */
export function listLine(id: string, cursor: string | null, era: Era): Buffer {
  const meta = era.kind === "stateless" ? { _meta: era.meta } : {};
  const params = { ...meta, ...(cursor === null ? {} : { cursor }) };
  return toLine({ jsonrpc: "2.0", id, method: "tools/list", params });
}

/** A page without some of its tools. What is left depends on policy, so no cache may share or keep it. */
export function pageLine(message: Shape, tools: readonly unknown[]): Buffer {
  const result = message["result"] as Shape;
  const scope = result["cacheScope"] === undefined ? {} : { cacheScope: "private" };
  const ttl = typeof result["ttlMs"] === "number" ? { ttlMs: Math.min(result["ttlMs"], FILTERED_TTL) } : {};
  return toLine({ ...message, result: { ...result, tools, ...scope, ...ttl } });
}

/** ms. */
const FILTERED_TTL = 5_000;

/** The call with other arguments, with other things beside them, or without an answer that was meant for the gate. */
export function callLine(
  { message }: ToolCall,
  change: { readonly args?: unknown; readonly beside?: Shape; readonly ownAnswer?: true },
): Buffer {
  const sent = message["params"] as Shape;
  const params: Record<string, unknown> = { ...(change.beside ? withBeside(sent, change.beside) : sent) };
  if (change.ownAnswer) {
    delete params["requestState"];
    delete params["inputResponses"];
  }
  return toLine({ ...message, params: change.args === undefined ? params : { ...params, arguments: change.args } });
}

/** The result of a call that a person edited, with a word to the model about it. */
export function editedResultLine(message: Shape, args: unknown): Buffer {
  const result = message["result"];
  if (!isShape(result)) return toLine(message);
  const content = Array.isArray(result["content"]) ? (result["content"] as unknown[]) : [];
  const text = `A person edited this call before they allowed it. It ran with these arguments: ${JSON.stringify(args)}`;
  return toLine({ ...message, result: { ...result, content: [...content, { type: "text", text }] } });
}

/** Name of the answer in a form, and of the gate's own among `inputRequests`. */
const FORM = "assent";

/** A form for the client's user. It can allow this one call or deny it, nothing wider. */
function elicitation(question: string): Shape {
  const decision = { type: "string", title: "Decision", enum: ["allow once", "deny"] };
  const requestedSchema = { type: "object", properties: { decision }, required: ["decision"] };
  return { mode: "form", message: question, requestedSchema };
}

export function askLine(id: string, question: string): Buffer {
  return toLine({ jsonrpc: "2.0", id, method: "elicitation/create", params: elicitation(question) });
}

/** Takes the question back: it was answered elsewhere. */
export function cancelLine(id: string): Buffer {
  return toLine({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
}

/** The same in the stateless protocol: the call comes back with the answer and the state. */
export function inputRequiredLine(
  { id, era }: ToolCall,
  asked: { readonly question: string; readonly state: string },
): Buffer {
  const inputRequests = { [FORM]: { method: "elicitation/create", params: elicitation(asked.question) } };
  return resultLine(id, era, { resultType: "input_required", inputRequests, requestState: asked.state });
}

/** What the client's user said: null where they said neither yes nor no. */
export function readDecision(result: unknown): "allow" | "deny" | null {
  if (!isShape(result)) return null;
  if (result["action"] === "decline") return "deny";
  const content = isShape(result["content"]) ? result["content"] : {};
  if (result["action"] !== "accept") return null;
  if (content["decision"] === "allow once") return "allow";
  return content["decision"] === "deny" ? "deny" : null;
}

export function readOwnResponse(inputResponses: unknown): "allow" | "deny" | null {
  return isShape(inputResponses) ? readDecision(inputResponses[FORM]) : null;
}
