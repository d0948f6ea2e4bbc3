import { refuse, type HttpRefusal } from "./refusal.ts";

/**
 * The number of the event that a client has last: a browser that reconnects sends it by itself, `after` comes first.
 * `of`: the chat that is followed; the id of another stream's event says nothing of this one.
 */
export function lastEventOf(
  request: Request,
  { after, of }: { readonly after: string | undefined; readonly of?: string },
): { readonly ok: true; readonly id: number | null } | HttpRefusal {
  const last = request.headers.get("last-event-id");
  const foreign = last === null || (last.includes(":") && !last.startsWith(`${of}:`));
  const given = foreign ? (after ?? null) : last.slice(last.indexOf(":") + 1);
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
