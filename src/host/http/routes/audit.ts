import { auditQuery } from "../../../wire/requests.ts";
import { z } from "zod";
import type { AuditLine } from "../../../wire/audit.ts";
import { readLine } from "../../audit/line.ts";
import { exportAudit } from "../../audit/verify.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { VIEWER } from "./access.ts";

type Query = z.infer<typeof auditQuery>;

const PAGE = 500;
/** Lines that one request looks through for a text; the next page goes on from there. */
const SCAN = 20 * PAGE;

/** The trail, newest first, in pages: `next` is the `before` of the next one, null at the beginning of the trail. */
export function auditRoutes({ store, verifyAudit }: Services): readonly Route[] {
  return [
    defineRoute("GET /api/audit", { access: VIEWER, query: auditQuery }, async ({ query }) => {
      return query.format === "jsonl" ? exported() : json(await find(query));
    }),
    defineRoute("GET /api/audit/verify", { access: VIEWER }, async () => {
      const verified = await verifyAudit();
      return json(verified.ok ? verified : { ok: false, seq: verified.seq, message: verified.reason });
    }),
  ];

  async function find({
    text,
    limit,
    before,
    format: _format,
    ...filter
  }: Query): Promise<{ lines: readonly AuditLine[]; next: number | null }> {
    const lines: AuditLine[] = [];
    const wanted = text?.toLowerCase() ?? "";
    for (let seen = 0, at = before; seen < SCAN; seen += PAGE) {
      const rows = await store.audit.find({
        ...definedOf(filter),
        ...(at === undefined ? {} : { before: at }),
        limit: wanted === "" ? limit : PAGE,
      });
      for (const row of rows) {
        at = row.seq;
        if (row.line.toLowerCase().includes(wanted)) lines.push(readLine(row));
        if (lines.length === limit) return { lines, next: at > 1 ? at : null };
      }
      if (rows.length < (wanted === "" ? limit : PAGE)) return { lines, next: null };
      if (seen + PAGE >= SCAN) return { lines, next: at ?? null };
    }
    return { lines, next: null };
  }

  function exported(): Response {
    const body = ReadableStream.from(exportAudit(store)).pipeThrough(new TextEncoderStream());
    const headers = {
      "content-type": "application/jsonl",
      "content-disposition": 'attachment; filename="assent-audit.jsonl"',
      "cache-control": "no-store",
    };
    return new Response(body as ReadableStream, { headers });
  }
}

/** The fields that are set; `undefined` would be another query. */
function definedOf<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
