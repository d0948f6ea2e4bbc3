import { refuse, type HttpRefusal } from "./refusal.ts";

/** The number of the event that a client has last: a browser that reconnects sends it by itself, `after` comes first. */
export function lastEventOf(
  request: Request,
  after: string | undefined,
): { readonly ok: true; readonly id: number | null } | HttpRefusal {
  const given = request.headers.get("last-event-id") ?? after ?? null;
  if (given === null) return { ok: true, id: null };
  return /^\d{1,15}$/.test(given)
    ? { ok: true, id: Number(given) }
    : refuse("EREQUEST", "the last event id is not a number");
}

export function eventStream(events: ReadableStream<Uint8Array>): Response {
  return new Response(events, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" },
  });
}
