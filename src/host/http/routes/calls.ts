import { outcomeBody } from "../../../wire/requests.ts";
import { z } from "zod";
import { proposeBody } from "../../../wire/call.ts";
import { finishCall } from "../finish-call.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { AGENT } from "./access.ts";

/** A call holds the content of the file that it writes. */
const CALL_LIMIT = 8 * 1024 * 1024;

/** What an agent may do: propose a call and claim it, and tell how it went; or both in the words of its own hook. */
export function callRoutes(services: Services): readonly Route[] {
  const { sessions, calls } = services;

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
        const { ok, code, text } = body;
        const outcome = { state: ok ? "executed" : "failed", text, ...(code === undefined ? {} : { code }) } as const;
        const told = { id: params["approval"] ?? "", agent: caller.name };
        return (await finishCall(services, told, outcome)) ?? json({ ok: true });
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
