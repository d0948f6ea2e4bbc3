import type { APIRequestContext } from "playwright-core";

/** A connection that was kept may be closed by the host just as it is used again: nothing was heard then, so again. */
const KEPT_CONNECTION_CLOSED = { maxRetries: 2 };

/** One request to the host at `url` as its own page would make it, and what it answered. */
export async function askHost<T>(
  request: APIRequestContext,
  url: string,
  path: string,
  method = "GET",
  data?: unknown,
): Promise<T> {
  const me = await request.get(`${url}/api/me`, KEPT_CONNECTION_CLOSED);
  const { csrf } = (await me.json()) as { csrf: string };
  const response = await request.fetch(url + path, {
    ...KEPT_CONNECTION_CLOSED,
    method,
    headers: { "x-csrf-token": csrf, origin: url, "sec-fetch-site": "same-origin" },
    ...(data === undefined ? {} : { data }),
  });
  return (await response.json()) as T;
}
