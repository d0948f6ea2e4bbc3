import { outcomeBody } from "../../../wire/requests.ts";
import { z } from "zod";
import { proposeBody } from "../../../wire/call.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { AGENT } from "./access.ts";

/** A call holds the content of the file that it writes. */
const CALL_LIMIT = 8 * 1024 * 1024;

/** What an agent may do: propose a call and claim it, and tell how it went; or both in the words of its own hook. */
export function callRoutes(services: Services): readonly Route[] {
  const { gate, store, sessions, calls } = services;

  return [
    defineRoute(
      "POST /api/calls",
      { access: AGENT, body: proposeBody, bodyLimit: CALL_LIMIT, exactNumbers: true },
      async ({ caller, body, request }) => {
        if ((body.agent ?? caller.name) !== caller.name)
          return refuse("EBODY", "this token belongs to another agent", "$.agent");
        const chat = await sessions.chatOf({ agent: caller.name, session: body.session, cwd: body.cwd });
        const call = { ...body, agent: caller.name };
        const from = { actor: caller, signal: request.signal };
        const answer = await calls.propose({ ...from, chat, call, askedIn: "inbox", waitMs: body.waitMs });
        // The reason is for the person who is asked; it may tell of policy.
        return json(answer.answer === "pending" ? { ...answer, reason: "a person is asked" } : answer);
      },
    ),
    defineRoute(
      "POST /api/calls/:approval/outcome",
      { access: AGENT, body: outcomeBody, bodyLimit: CALL_LIMIT },
      async ({ caller, params, body }) => {
        const row = await store.approvals.get(params["approval"] ?? "");
        const chat = row === null ? null : await store.chats.get(row.chat);
        // Whether another agent's approval exists is told to nobody.
        if (row === null || chat?.agent !== caller.name) return refuse("ENOTFOUND", "there is no such call");
        if (row.state !== "executing" && row.state !== "unknown")
          return refuse("ECONFLICT", `the call is \`${row.state}\``);
        const { ok, code, text } = body;
        await gate.finish(row.id, { state: ok ? "executed" : "failed", text, ...(code === undefined ? {} : { code }) });
        return json({ ok: true });
      },
    ),
    ...services.adapters.map((adapter) =>
      defineRoute(
        `POST /api/hooks/${adapter.name}`,
        { access: AGENT, body: z.unknown(), bodyLimit: CALL_LIMIT },
        async ({ caller, body, request }) => {
          if (caller.name !== adapter.name) return refuse("EFORBIDDEN", "this token belongs to another agent");
          const reply = await services.hook(adapter, body, { actor: caller, signal: request.signal });
          const proof = services.proofOf(adapter.name);
          return { ok: true, body: reply, ...(proof === null ? {} : { headers: { "x-assent-proof": proof } }) };
        },
      ),
    ),
  ];
}
