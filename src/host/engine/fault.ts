import {
  AISDKError,
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
} from "@ai-sdk/provider";
import { RecordError } from "../audit/recorder.ts";
import { NoModel } from "../connections/connections.ts";

/** Why a run failed, as the person is told. `retry`: the same request may well succeed later. */
export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
  readonly retry: boolean;
  /** ms; what the provider asks to wait. */
  readonly after?: number;
}

type FaultCode =
  | "EMODEL_KEY"
  | "EMODEL_UNREACHABLE"
  | "EMODEL_CONTEXT"
  | "EMODEL_BUSY"
  | "EMODEL_CUT"
  | "EMODEL_LENGTH"
  | "EMODEL_PICTURES"
  | "EMODEL"
  | "EAUDIT"
  | "EUNDECIDED"
  | "ETOOL_DISABLED"
  | "ESTEPS"
  | "EINTERNAL";

/** Thrown in the engine; ends the run with its code. */
export class RunFault extends Error {
  readonly fault: Fault;

  constructor(code: FaultCode, message: string, more: { readonly retry?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: more.cause });
    this.fault = { code, message, retry: more.retry ?? false };
  }
}

/** What came from the model's side, whatever it is: errors in a stream are often no `Error`. */
export class ModelError extends Error {
  constructor(cause: unknown) {
    super("the model's side failed", { cause });
  }
}

/**
 * What an error comes to. Only what came from the provider is blamed on it, whose own words are cut: they are data.
 * `hide` takes the secrets out of these: some endpoints tell the key back that they were asked with.
 */
export function faultOf(error: unknown, hide: Hide): Fault {
  if (error instanceof RunFault) return error.fault;
  if (error instanceof NoModel) return { code: "EMODEL", message: error.message, retry: false };
  if (error instanceof ModelError) return faultOfModel(error.cause, hide);
  if (AISDKError.isInstance(error)) return faultOfModel(error, hide);
  if (isUnstored(error))
    return { code: "EAUDIT", message: "what the run did could not be stored: look at the disk", retry: false };
  return { code: "EINTERNAL", message: "a defect of the host ended the run; its output says which", retry: false };
}

type Hide = (text: string) => string;

function faultOfModel(error: unknown, hide: Hide): Fault {
  if (APICallError.isInstance(error)) return faultOfCall(error, hide);
  if (isBroken(error)) return { code: "EMODEL_CUT", message: BROKEN_OFF, retry: true };
  const cause = causeCode(error);
  if (cause !== null) return unreachable(cause);
  const { message: given, status } = frameOf(error);
  const message = hide(given);
  if (status !== null) return faultOfStatus({ status, message, said: message, headers: {} });
  return { code: "EMODEL", message: `the model failed: ${cut(message)}`, retry: false };
}

/** An error frame of a stream: an object of the provider's, with a status where it has one. */
function frameOf(error: unknown): { readonly message: string; readonly status: number | null } {
  if (typeof error !== "object" || error === null) return { message: String(error), status: null };
  const { message, statusCode, code } = error as Readonly<Record<string, unknown>>;
  const status = [statusCode, code].find((each) => typeof each === "number" && each >= 400 && each < 600);
  return {
    message: typeof message === "string" ? message : "it failed",
    status: typeof status === "number" ? status : null,
  };
}

/** `errcode`: SQLite's own. */
export function isUnstored(error: unknown): boolean {
  return error instanceof RecordError || (error instanceof Error && "errcode" in error);
}

/** An answer that is no whole one. */
export const BROKEN_OFF = "the model's answer broke off or cannot be read";

/** The last by its name: its class is in the SDK, which is loaded late. */
function isBroken(error: unknown): boolean {
  const kinds = [EmptyResponseBodyError, InvalidResponseDataError, JSONParseError];
  return (
    kinds.some((kind) => kind.isInstance(error)) || (error as Error | undefined)?.name === "AI_NoOutputGeneratedError"
  );
}

function faultOfCall(error: APICallError, hide: Hide): Fault {
  const { message, statusCode: status, responseBody = "", responseHeaders: headers = {} } = error;
  if (status === undefined) return unreachable(causeCode(error) ?? "no answer");
  return faultOfStatus({ status, message: hide(message), said: `${message} ${responseBody}`, headers });
}

interface Answered {
  readonly status: number;
  readonly message: string;
  /** All of its words. */
  readonly said: string;
  readonly headers: Readonly<Record<string, string>>;
}

function faultOfStatus({ status, message, said, headers }: Answered): Fault {
  if (status === 401 || status === 403)
    return { code: "EMODEL_KEY", message: `the provider does not accept the key (${status})`, retry: false };
  if (status === 413 || (status === 400 && OVERFLOW.test(said)))
    return { code: "EMODEL_CONTEXT", message: "the conversation is longer than the model takes", retry: false };
  const after = retryAfter(headers);
  const wait = after === null ? {} : { after };
  if (status === 429)
    return { code: "EMODEL_BUSY", message: "the provider has too many requests", retry: true, ...wait };
  if (status >= 500 || status === 408)
    return { code: "EMODEL_BUSY", message: `the provider failed (${status})`, retry: true, ...wait };
  if (status >= 300 && status < 400)
    return {
      code: "EMODEL",
      message: `the address answers with a redirect (${status}), which is not followed`,
      retry: false,
    };
  if (status < 500 && PICTURES.test(said))
    return { code: "EMODEL_PICTURES", message: `this model does not take the pictures: ${cut(message)}`, retry: false };
  if (status === 404)
    return { code: "EMODEL", message: "the provider does not know this model or address", retry: false };
  return { code: "EMODEL", message: `the provider refused (${status}): ${cut(message)}`, retry: false };
}

const OVERFLOW =
  /context.{0,20}(?:length|window|size)|maximum.{0,20}tokens|too (?:long|many tokens)|exceed.{0,40}tokens/i;

/** No provider has a code for it. */
const PICTURES = /\b(?:image|images|image_url|image input|vision|multi-?modal)\b/i;

function unreachable(cause: string): Fault {
  return { code: "EMODEL_UNREACHABLE", message: `the model's address cannot be reached (${cause})`, retry: true };
}

/** Code of the system or of the connection somewhere below. */
function causeCode(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === "string" && /^(?:E[A-Z]+|UND_ERR_\w+)$/.test(code)) return code;
    if (at.message === "fetch failed" && at.cause === undefined) return "no connection";
    if (at.message === "terminated") return "broken off";
  }
  return null;
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfter(headers: Readonly<Record<string, string>>): number | null {
  const ms = Number(headers["retry-after-ms"]);
  if (Number.isFinite(ms) && ms > 0) return ms;
  const text = headers["retry-after"];
  if (text === undefined) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 300 ? line : `${line.slice(0, 300)}…`;
}
