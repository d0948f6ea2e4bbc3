import type { ApprovalView } from "../wire/approval.ts";

/** A refusal that a caller is told. `status` is the HTTP status that fits. */
export interface Refusal {
  readonly ok: false;
  readonly status: 400 | 403 | 404 | 409 | 503;
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  /** For 409: what stands now. */
  readonly approval?: ApprovalView;
}

export function missing(what: string, path?: string): Refusal {
  const body = { code: "ENOTFOUND", message: `there is no such ${what}` };
  return { ok: false, status: 404, ...body, ...(path !== undefined && { path }) };
}
