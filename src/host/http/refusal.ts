import type { ApiError } from "../../wire/error.ts";

/**
 * Every refusal that the HTTP layer itself gives, with its status; the gate's own refusals carry theirs.
 * `docs/errors.md` explains each.
 */
const HTTP_ERRORS = {
  EREQUEST: 400,
  EBODY: 400,
  EUNAUTHENTICATED: 401,
  EFORBIDDEN: 403,
  EORIGIN: 403,
  ECSRF: 403,
  ENOTFOUND: 404,
  EMETHOD: 405,
  ECONFLICT: 409,
  ETOOLARGE: 413,
  EMEDIATYPE: 415,
  EEXPECT: 417,
  EHOST: 421,
  EINTERNAL: 500,
  EAUDIT: 503,
  EUNAVAILABLE: 503,
} as const;
export type HttpErrorCode = keyof typeof HTTP_ERRORS;

/** An error answer before it is written: plain data, so that the gate in front and the routes share it. */
export interface HttpRefusal {
  readonly ok: false;
  readonly status: number;
  readonly body: ApiError;
}

export function refuse(code: HttpErrorCode, message: string, path?: string): HttpRefusal {
  return {
    ok: false,
    status: HTTP_ERRORS[code],
    body: path === undefined ? { code, message } : { code, message, path },
  };
}
