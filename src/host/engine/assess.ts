import type { OpenCall, Step } from "./calls.ts";
import type { EngineContext } from "./context.ts";

/** A call that waits: for a person. */
export async function assessPending(_context: EngineContext, _step: Step, _open: OpenCall): Promise<"waiting"> {
  return "waiting";
}
