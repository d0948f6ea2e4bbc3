import { modesOf } from "./call.ts";
import type { CompiledPolicy } from "./compile.ts";
import type { Mode } from "./policy.ts";
import type { ToolFacts } from "./reading.ts";
import { hiddenBy } from "./whole.ts";

/** What may be said of a tool before any call. */
export interface Advertised {
  /** No arguments could make it run: it is not named to a model. */
  readonly hidden: boolean;
  readonly mode: Mode;
  /** Where the mode was set; null: nowhere. */
  readonly source: string | null;
  /** What hides it, as a code and a plain sentence. */
  readonly hiddenBy?: { readonly code: string; readonly reason: string };
}

/** Stages 1, 2, 4 and 5 without a call; `now` in ms since 1970. Source: decision.md, "What may be advertised". */
export function advertise(tool: ToolFacts, policy: CompiledPolicy, now: number): Advertised {
  const modes = modesOf(tool, policy);
  const answer = hiddenBy({ modes, policy, now, reading: { tool } });
  const said = { hidden: answer !== null, mode: modes.mode, source: modes.source };
  return answer === null ? said : { ...said, hiddenBy: { code: answer.code, reason: answer.reason } };
}
