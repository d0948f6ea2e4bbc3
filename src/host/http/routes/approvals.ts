import { cancelBody, nothing, pendingQuery, recentQuery, unmaskQuery } from "../../../wire/requests.ts";
import { allowShownBody, decideBody, previewBody } from "../../../wire/approval.ts";
import { missing, type Refusal } from "../../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER, VIEWER } from "./access.ts";

/** What waits for a person, and their answer. Every one of them goes to the gate, which decides who may answer what. */
export function approvalRoutes({ gate, store, tryIt, turns }: Services): readonly Route[] {
  return [
    defineRoute(
      "GET /api/tools/authorization/pending",
      { access: VIEWER, query: pendingQuery },
      async ({ caller, query }) => {
        if (query.chat !== undefined && (await store.chats.get(query.chat)) === null) return missing("chat");
        return json({ approvals: await gate.pending(query.chat ?? null, caller, query.first) });
      },
    ),
    defineRoute(
      "POST /api/tools/authorization/decide",
      { access: APPROVER, body: decideBody },
      async ({ caller, body }) => {
        const decided = await gate.decide(body, caller);
        return decided.ok
          ? json({ approval: decided.approval, resettled: decided.resettled, saved: decided.saved })
          : decided;
      },
    ),
    defineRoute(
      "POST /api/tools/authorization/allow-shown",
      { access: APPROVER, body: allowShownBody },
      async ({ caller, body }) => {
        const results = [];
        // One after the other, each with its own digest and its own compare-and-swap: one that fails says nothing of
        // the next.
        for (const { id, digest } of body.calls) {
          const decided = await gate.decide({ id, digest, decision: "allow" }, caller, { together: true });
          results.push({ id, ...(decided.ok ? { ok: true, approval: decided.approval } : refusalOf(decided)) });
        }
        return json({ results });
      },
    ),
    defineRoute(
      "POST /api/tools/authorization/cancel",
      { access: APPROVER, body: cancelBody },
      async ({ caller, body }) => {
        const chat = await store.chats.get(body.chat);
        if (chat === null) return missing("chat");
        return json({ cancelled: await turns.stop(chat, caller) });
      },
    ),
    defineRoute("GET /api/approvals", { access: VIEWER, query: recentQuery }, async ({ caller, query }) => {
      return json({ approvals: await gate.recent(query.recent, caller) });
    }),
    defineRoute("GET /api/approvals/:id", { access: VIEWER, query: unmaskQuery }, async ({ caller, params, query }) => {
      const view = await gate.get(params["id"] ?? "", caller, { unmask: query.unmask === "1" });
      return view === null ? missing("approval") : json({ approval: view });
    }),
    defineRoute(
      "POST /api/approvals/:id/preview",
      { access: APPROVER, body: previewBody },
      async ({ caller, params, body }) => {
        const preview = await gate.preview(params["id"] ?? "", body.args, caller);
        return preview.ok ? json({ approval: preview.approval }) : preview;
      },
    ),
    defineRoute("POST /api/approvals/:id/execute", { access: APPROVER, body: nothing }, async ({ caller, params }) => {
      const view = await gate.get(params["id"] ?? "", caller);
      if (view === null) return missing("approval");
      const chat = await store.chats.get(view.chat.id);
      const ran = chat?.agent === null ? await turns.execute(view) : await tryIt.execute(view, caller);
      return ran.ok ? json({ approval: ran.approval }) : ran;
    }),
  ];
}

function refusalOf({ code, message, approval }: Refusal) {
  return { ok: false, code, message, ...(approval === undefined ? {} : { approval }) };
}
