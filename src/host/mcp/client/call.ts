import type { Progress } from "@modelcontextprotocol/client";
import type { Won } from "../../gate/gate.ts";
import type { ToolContext, ToolResult } from "../../tools/tool-context.ts";
import { toToolResult } from "./result.ts";
import type { Listed } from "./server.ts";

/** For a server to say anything about a call, ms, where policy sets no limit. */
const SILENCE_LIMIT = 10 * 60_000;

type Context = Pick<ToolContext, "signal" | "outputLimit" | "timeoutMs" | "onOutput">;

/**
 * Has the server do what was claimed. INVARIANT: the tool is the version that was decided about. From the moment that the
 * call is sent, an end without an answer is unknown: the server may have done it.
 */
export async function callServer({ call }: Won, listed: Listed, context: Context): Promise<ToolResult> {
  const tool = listed.tools.get(call.tool);
  const { descriptor } = call;
  if (tool === undefined || descriptor?.hash === undefined || tool.descriptor.hash !== descriptor.hash)
    return failed("ECHANGED", "the server describes this tool otherwise by now");
  if (context.signal.aborted) return failed("ESTOPPED", "stopped before it began");
  const { onOutput, signal, timeoutMs } = context;
  try {
    const answer = await listed.connection.call({
      name: descriptor.name,
      args: call.args,
      inputSchema: descriptor.inputSchema,
      ...(timeoutMs === undefined ? { silentMs: SILENCE_LIMIT } : { silentMs: timeoutMs, totalMs: timeoutMs }),
      signal,
      onProgress: (progress) => onOutput?.(sayProgress(progress)),
    });
    return toToolResult(answer, context.outputLimit);
  } catch (error) {
    // verdict: failed where the server said so, else unknown
    return signal.aborted
      ? unknown("ESTOPPED", "stopped while the server worked on it")
      : faultOf(error, await import("@modelcontextprotocol/client"));
  }
}

function faultOf(error: unknown, sdk: typeof import("@modelcontextprotocol/client")): ToolResult {
  const message = error instanceof Error ? error.message.slice(0, 2_000) : "it failed";
  if (error instanceof sdk.ProtocolError) return failed("EFAILED", message);
  if (error instanceof sdk.UnauthorizedError) return failed("ESERVER", "the server wants another sign-in");
  if (!(error instanceof sdk.SdkError)) return unknown("EUNKNOWN", message);
  switch (error.code) {
    case sdk.SdkErrorCode.RequestTimeout:
      return unknown("ETIMEOUT", "the server did not answer in time");
    case sdk.SdkErrorCode.UnsupportedResultType:
      return failed("EFAILED", "the server asks for something that is not given to it here");
    case sdk.SdkErrorCode.ConnectionClosed:
      return unknown("EUNKNOWN", "the server ended while it worked on it");
    default:
      return unknown("EUNKNOWN", message);
  }
}

function failed(code: string, message: string): ToolResult {
  return { ok: false, code, message };
}

function unknown(code: string, message: string): ToolResult {
  return { ok: false, code, message: `${message}; whether it had its effect is not known`, unknown: true };
}

function sayProgress({ progress, total, message }: Progress): string {
  const of = total === undefined ? `${progress}` : `${progress} of ${total}`;
  return `${message === undefined ? of : `${of} · ${message}`}\n`;
}
