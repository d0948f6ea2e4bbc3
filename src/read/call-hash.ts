import type { Call } from "./call.ts";
import { hashText } from "./canonical-json.ts";
import { sha256 } from "./sha256.ts";

/**
 * What tells a call from another one of its tool: the arguments and what was sent along, but for `_meta`, which agents
 * fill anew each time (the id of the model's call, of a trace), so that no retry would be known again.
 */
export function callText({ tool, args, beside = {} }: Pick<Call, "tool" | "args" | "beside">): string {
  const { _meta, ...rest } = beside;
  const text = hashText(args, tool);
  return Object.keys(rest).length === 0 ? text : `${text}\n${hashText(rest, tool)}`;
}

export function callHash(call: Parameters<typeof callText>[0]): string {
  return sha256(callText(call));
}
