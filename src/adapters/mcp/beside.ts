import { OWN } from "../../wire/own-ids.ts";
import { isShape, type Shape, type ToolCall } from "./message.ts";

/** Of `_meta`: what is about this message and its connection, not about the call. */
const OF_THE_MESSAGE: readonly string[] = [
  "progressToken",
  ...["protocolVersion", "clientInfo", "clientCapabilities", "logLevel"].map(
    (name) => `io.modelcontextprotocol/${name}`,
  ),
];
/** The answer to a question of the server's: each round has its own. */
const OF_THE_ROUND: readonly string[] = ["requestState", "inputResponses"];

/** What a call sends along with its name and arguments. It changes what the server does, so a person sees it as well. */
export function besideOf({ message, requestState }: ToolCall): Shape {
  const { name: _name, arguments: _args, _meta, ...rest } = message["params"] as Shape;
  const own = requestState?.startsWith(OWN) === true;
  const meta = isShape(_meta) ? omit(_meta, OF_THE_MESSAGE) : _meta;
  const said = isShape(meta) && Object.keys(meta).length === 0 ? undefined : meta;
  return { ...(own ? omit(rest, OF_THE_ROUND) : rest), ...(said !== undefined && { _meta: said }) };
}

/** The same call with what was approved to be sent along, and nothing else. */
export function withBeside(params: Shape, approved: Shape): Shape {
  const message = isShape(params["_meta"]) ? pick(params["_meta"], OF_THE_MESSAGE) : {};
  const { _meta, ...rest } = omit(approved, OF_THE_ROUND);
  const meta = isShape(_meta) || _meta === undefined ? { ..._meta, ...message } : _meta;
  const round = pick(params, ["name", "arguments", ...OF_THE_ROUND]);
  return { ...rest, ...round, ...(isShape(meta) && Object.keys(meta).length === 0 ? {} : { _meta: meta }) };
}

export function isSameBeside(one: Shape, other: Shape): boolean {
  return sorted(omit(one, OF_THE_ROUND)) === sorted(omit(other, OF_THE_ROUND));
}

/** As the host may give it back: with its keys in another order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    isShape(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

function pick(shape: Shape, names: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name)));
}

function omit(shape: Shape, names: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)));
}
