import type { PathUse } from "../../core/reading.ts";
import { ToolFault } from "./tool-fault.ts";

/** The path that a decision was about. INVARIANT: a tool opens this and never the text of an argument. */
export function canonicalOf(use: PathUse | undefined): string {
  if (use === undefined || use.canonical === null)
    throw new ToolFault("EPOLICY", "the path could not be established, so nothing was opened");
  return use.canonical;
}
