import type { Format } from "./provider.ts";

/** Why an answer ends, in each provider's words. */
export type Finish = "stop" | "length" | "filter";

export const FINISH: Readonly<Record<Format, Readonly<Record<Finish, string>>>> = {
  "openai-compatible": { stop: "stop", length: "length", filter: "content_filter" },
  openai: { stop: "", length: "max_output_tokens", filter: "content_filter" },
  anthropic: { stop: "end_turn", length: "max_tokens", filter: "refusal" },
  google: { stop: "STOP", length: "MAX_TOKENS", filter: "SAFETY" },
};

/** The name that a provider gives to an error of this status. */
const KINDS: Readonly<Record<"openai" | "anthropic" | "google", Readonly<Record<number, string>>>> = {
  openai: { 400: "invalid_request_error", 429: "rate_limit_exceeded", 500: "server_error", 503: "server_error" },
  anthropic: { 400: "invalid_request_error", 429: "rate_limit_error", 500: "api_error", 503: "overloaded_error" },
  google: { 400: "INVALID_ARGUMENT", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE" },
};

/** The body of an error answer, as the provider writes it. */
export function errorBody(format: Format, status: number, message: string): unknown {
  switch (format) {
    case "openai-compatible":
      return { error: { message, type: "error", code: status } };
    case "openai":
      return { error: { message, type: KINDS.openai[status] ?? "error", param: null, code: null } };
    case "anthropic":
      return { type: "error", error: { type: KINDS.anthropic[status] ?? "api_error", message } };
    case "google":
      return { error: { code: status, message, status: KINDS.google[status] ?? "UNKNOWN" } };
  }
}

/** An error in the middle of a stream. */
export function errorFrame(format: Format, status: number, message: string): string {
  const kind = KINDS.openai[status] ?? "error";
  const openai = { type: "error", sequence_number: 9, error: { type: kind, code: kind, message, param: null } };
  const body = format === "openai" ? openai : errorBody(format, status, message);
  const name = format === "openai" || format === "anthropic" ? "event: error\n" : "";
  return `${name}data: ${JSON.stringify(body)}\n\n`;
}
