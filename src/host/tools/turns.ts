import { setImmediate } from "node:timers/promises";
import { ToolFault } from "./tool-fault.ts";

/** How long a tool may work without the host answering anybody else, in ms. */
const LONGEST_MS = 20;

/** Called before each of many small steps, and awaited where it gives something to wait for. */
export type Turn = () => Promise<void> | void;

/**
 * For work in many small steps: it waits a turn of the event loop where the last one was too long ago, and throws
 * `ESTOPPED` once the call was stopped, which a host that never turns would not hear of.
 */
export function createTurns(signal?: AbortSignal): Turn {
  let last = performance.now();
  const check = (): void => {
    if (signal?.aborted === true) throw new ToolFault("ESTOPPED", "stopped");
  };
  return () => {
    check();
    if (performance.now() - last < LONGEST_MS) return;
    return setImmediate().then(() => {
      last = performance.now();
      check();
    });
  };
}
