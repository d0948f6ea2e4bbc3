import type { Call } from "./call.ts";
import { canonicalJson } from "./canonical-json.ts";
import { sha256 } from "./sha256.ts";

/**
 * What tells a call from another one of its tool: the arguments and what was sent along, but for `_meta`, which agents
 * fill anew each time (the id of the model's call, of a trace), so that no retry would be known again. Null where one of
 * the two has no canonical text: nothing would tell it from another.
 */
export function callText({ args = null, beside = {} }: Pick<Call, "args" | "beside">): string | null {
  const { _meta, ...rest } = beside;
  const text = canonicalJson(args);
  if (Object.keys(rest).length === 0) return text;
  const more = canonicalJson(rest);
  return text === null || more === null ? null : `${text}\n${more}`;
}

/** Null where nothing tells the call from another. */
export function callHash(call: Parameters<typeof callText>[0]): string | null {
  const text = callText(call);
  return text === null ? null : sha256(text);
}
