import { setTimeout } from "node:timers/promises";
import type { ToolContext, ToolResult } from "./tool-context.ts";
import { ToolFault } from "./tool-fault.ts";

/** `wait`: answers after so many seconds. */
export async function runWait({ seconds }: { readonly seconds: number }, { signal }: ToolContext): Promise<ToolResult> {
  try {
    await setTimeout(seconds * 1000, undefined, { signal });
  } catch (error) {
    throw new ToolFault("ESTOPPED", "the wait was stopped", error);
  }
  return { ok: true, output: `waited ${seconds} s`, cut: 0 };
}
