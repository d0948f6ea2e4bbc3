import type { ApprovalView } from "../../wire/approval.ts";
import { createClient } from "../../wire/client.ts";
import type { ApiError } from "../../wire/error.ts";

/** A refusal by the host, or no answer from it (`status` 0, code `offline`). */
export class ApiFault extends Error implements ApiError {
  readonly status: number;
  readonly code: string;
  readonly path?: string;
  /** For 409: the approval as it stands now. */
  readonly approval?: ApprovalView;

  constructor(status: number, body: ApiError & { readonly approval?: ApprovalView }) {
    super(body.message);
    this.name = "ApiFault";
    this.status = status;
    this.code = body.code;
    if (body.path !== undefined) this.path = body.path;
    if (body.approval !== undefined) this.approval = body.approval;
  }
}

let csrf = "";

/** The token that every mutation carries; from `GET /api/me`. */
export function setCsrf(token: string): void {
  csrf = token;
}

/** The host's routes by their names, with the types that the host checks. */
export const call = createClient(({ method, path, body }) =>
  method === "GET" ? getJson(path) : sendJson(method, path, body),
);

export function getJson<T>(path: string): Promise<T> {
  return request<T>(path, { method: "GET" });
}

export function sendJson<T>(method: "POST" | "PUT" | "DELETE", path: string, body: unknown = {}): Promise<T> {
  return request<T>(path, {
    method,
    headers: { "content-type": "application/json", "x-csrf-token": csrf },
    body: JSON.stringify(body),
  });
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...init }).catch(
    (cause: unknown) => {
      // Nothing was answered, so nothing is taken as decided.
      throw new ApiFault(0, { code: "offline", message: `the host does not answer (${String(cause)})` });
    },
  );
  const body: unknown = await response.json().catch((): null => null); // no JSON: judged by the status below
  if (response.ok && body !== null) return body as T;
  throw new ApiFault(
    response.status,
    isApiError(body) ? body : { code: "bad-answer", message: `the host answered ${response.status} without a reason` },
  );
}

function isApiError(body: unknown): body is ApiError {
  return (
    typeof body === "object" &&
    body !== null &&
    typeof (body as { code?: unknown }).code === "string" &&
    typeof (body as { message?: unknown }).message === "string"
  );
}
