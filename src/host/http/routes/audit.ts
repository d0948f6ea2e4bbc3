import type { z } from "zod";
import type { AuditRow } from "../../../store/tables/audit.ts";
import type { AuditLine } from "../../../wire/audit.ts";
import { auditQuery } from "../../../wire/requests.ts";
import { type Sight, sightOf } from "../../auth/sight.ts";
import { readLine } from "../../audit/line.ts";
import { exportAudit } from "../../audit/verify.ts";
import { withoutUndefined } from "../../without-undefined.ts";
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
    defineRoute("GET /api/audit", { access: VIEWER, query: auditQuery }, async ({ query, caller }) => {
      const sight = await sightOf(store, caller.id);
      return query.format === "jsonl" ? exported(sight) : json(await find(query, sight));
    }),
    defineRoute("GET /api/audit/verify", { access: VIEWER }, async () => {
      const verified = await verifyAudit();
      return json(verified.ok ? verified : { ok: false, seq: verified.seq, message: verified.reason });
    }),
  ];

  async function find(
    { text, limit, before, format: _format, ...filter }: Query,
    sight: Sight,
  ): Promise<{ lines: readonly AuditLine[]; next: number | null }> {
    const lines: AuditLine[] = [];
    const wanted = text?.toLowerCase() ?? "";
    // Whoever sees all and looks for no text is given the rows as they come.
    const plain = wanted === "" && sight.all;
    for (let seen = 0, at = before; seen < SCAN; seen += PAGE) {
      const rows = await store.audit.find({
        ...withoutUndefined({ ...filter, before: at }),
        limit: plain ? limit : PAGE,
      });
      for (const row of rows) {
        at = row.seq;
        if (row.line.toLowerCase().includes(wanted) && (await isSeen(row, sight))) lines.push(readLine(row));
        if (lines.length === limit) return { lines, next: at > 1 ? at : null };
      }
      if (rows.length < (plain ? limit : PAGE)) return { lines, next: null };
      if (seen + PAGE >= SCAN) return { lines, next: at ?? null };
    }
    return { lines, next: null };
  }

  function exported(sight: Sight): Response {
    const body = ReadableStream.from(exportAudit(store, (row) => isSeen(row, sight))).pipeThrough(
      new TextEncoderStream(),
    );
    const headers = {
      "content-type": "application/jsonl",
      "content-disposition": 'attachment; filename="assent-audit.jsonl"',
      "cache-control": "no-store",
    };
    return new Response(body as ReadableStream, { headers });
  }
}

/** Of a chat or project that is seen. A line of the host as a whole may name anything, so it is for those who see all. */
async function isSeen(row: AuditRow, sight: Sight): Promise<boolean> {
  if (sight.all) return true;
  if (row.chat !== null) return sight.chat(row.chat);
  const { project } = readLine(row).data;
  return typeof project === "string" && sight.project(project);
}
