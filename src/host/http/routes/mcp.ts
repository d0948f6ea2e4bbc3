import { CLASSES } from "../../../core/class.ts";
import type { CallAnswer } from "../../../wire/call.ts";
import * as wire from "../../../wire/mcp.ts";
import type { Caller } from "../../auth/require-auth.ts";
import { sightOf } from "../../auth/sight.ts";
import { MCP } from "../../mcp/gates.ts";
import { finishCall } from "../finish-call.ts";
import { missing, type Refusal } from "../../refusal.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route, type RouteAnswer } from "../route.ts";
import type { Services } from "../services.ts";
import { AGENT, HOST_OWNER, VIEWER } from "./access.ts";

/** Arguments hold whole files; a list, all that a server says of its tools. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** What `assent mcp` asks, and what a person says about the servers behind it. */
export function mcpRoutes(services: Services): readonly Route[] {
  const { mcp, store } = services;

  /** Each answer to a gate proves that it is of this host: on `allow` it acts by itself. */
  const proven = (body: unknown): RouteAnswer => ({ ok: true, body, headers: proof() });

  function proof(): Readonly<Record<string, string>> {
    const known = services.proofOf(MCP);
    return known === null ? {} : { "x-assent-proof": known };
  }

  return [
    defineRoute("POST /api/mcp/watch", { access: AGENT, body: wire.watchBody }, async ({ caller, body, request }) => {
      const stream = isGate(caller) ? await mcp.watch(body, request.signal) : null;
      return stream === null ? NOT_A_GATE : new Response(stream, { headers: { ...STREAM, ...proof() } });
    }),
    defineRoute(
      "POST /api/mcp/list",
      { access: AGENT, body: wire.listBody, bodyLimit: BODY_LIMIT },
      async ({ caller, body }) =>
        isGate(caller) ? proven({ hidden: await mcp.hidden(body, body.tools) }) : NOT_A_GATE,
    ),
    defineRoute(
      "POST /api/mcp/calls",
      { access: AGENT, body: wire.mcpCallBody, bodyLimit: BODY_LIMIT },
      async ({ caller, body, request }) => {
        if (!isGate(caller)) return NOT_A_GATE;
        const { answer, waiting } = await firstOf((onWaiting) =>
          mcp.propose(body, { actor: caller, signal: request.signal }, onWaiting),
        );
        if (waiting === null) return proven(await answer);
        return new Response(linesOf(waiting, answer), { headers: { ...STREAM, ...proof() } });
      },
    ),
    defineRoute(
      "POST /api/mcp/answers",
      { access: AGENT, body: wire.mcpAnswerBody, bodyLimit: BODY_LIMIT },
      async ({ caller, body }) => (isGate(caller) ? proven({ counts: await mcp.answer(body, caller) }) : NOT_A_GATE),
    ),
    defineRoute("POST /api/mcp/withdraw", { access: AGENT, body: wire.withdrawBody }, async ({ caller, body }) => {
      if (!isGate(caller)) return NOT_A_GATE;
      await mcp.withdraw(body.session, body.callId, caller);
      return proven({});
    }),
    defineRoute("POST /api/mcp/end", { access: AGENT, body: wire.endBody }, async ({ caller, body }) => {
      if (!isGate(caller)) return NOT_A_GATE;
      await mcp.end(body.session);
      return proven({});
    }),
    defineRoute(
      "POST /api/mcp/calls/:approval/outcome",
      { access: AGENT, body: wire.mcpOutcomeBody, bodyLimit: BODY_LIMIT },
      async ({ caller, params, body }) => {
        if (!isGate(caller)) return NOT_A_GATE;
        return (await finishCall(services, { id: params["approval"] ?? "", agent: MCP }, body)) ?? proven({});
      },
    ),
    defineRoute("GET /api/mcp/servers", { access: VIEWER }, async ({ caller }) => {
      const sight = await sightOf(store, caller.id);
      return json({ servers: await mcp.servers(sight), own: services.ownServers.views(sight) });
    }),
    defineRoute("GET /api/mcp/servers/:slug/tools", { access: VIEWER }, async ({ caller, params }) => {
      const server = await serverOf(params);
      if ("ok" in server) return server;
      // Who may only look, or sees only some projects, starts nothing.
      if (caller.role !== "viewer" && (await sightOf(store, caller.id)).all)
        await services.ownServers.refresh(server.slug);
      return json({ tools: await mcp.tools(server.slug) });
    }),
    defineRoute(
      "PUT /api/mcp/servers/:slug",
      { access: HOST_OWNER, body: wire.mcpServerBody },
      async ({ caller, params, body }) => {
        const server = await store.mcpServers.get(params["slug"] ?? "");
        if (server === null) return missing("server");
        await mcp.setAnswerIn(server.slug, body.answerIn, caller);
        return json({ slug: server.slug, answerIn: body.answerIn });
      },
    ),
    defineRoute(
      "POST /api/mcp/servers/:slug/accept",
      { access: HOST_OWNER, body: wire.acceptBody },
      async ({ caller, params, body }) => {
        const server = await serverOf(params);
        if ("ok" in server) return server;
        if (body.class !== null && !CLASSES.some((name) => name === body.class))
          return refuse("EBODY", `\`${body.class}\` is not a class`, "$.class");
        if (!(await mcp.accept(server.slug, body, caller)))
          return refuse("ECONFLICT", "this is not the version that the server gives now: look at it again");
        await services.resettle();
        return json({ tools: await mcp.tools(server.slug) });
      },
    ),
  ];

  /** One that a gate stands before, or one of the host's own chats. */
  async function serverOf({ slug = "" }: Readonly<Record<string, string>>): Promise<Slug | Refusal> {
    return (await store.mcpServers.get(slug)) ?? (await store.ownServers.get(slug)) ?? missing("server");
  }
}

const STREAM = { "content-type": "application/x-ndjson", "cache-control": "no-store" };
const NOT_A_GATE = refuse("EFORBIDDEN", "this token belongs to another agent");

type Slug = { readonly slug: string };

function isGate(caller: Caller): boolean {
  return caller.kind === "agent" && caller.name === MCP;
}

interface First {
  readonly answer: Promise<CallAnswer>;
  /** Set where a person is asked first; null where the answer is there. */
  readonly waiting: wire.McpWaiting | null;
}

function firstOf(propose: (onWaiting: (waiting: wire.McpWaiting) => void) => Promise<CallAnswer>): Promise<First> {
  return new Promise((resolve, reject) => {
    const answer: Promise<CallAnswer> = propose((waiting) => resolve({ answer, waiting }));
    answer.then(() => resolve({ answer, waiting: null }), reject);
  });
}

/** What is waited for at once, and how it went as the second line. The reason is for the person; it may tell of policy. */
function linesOf(waiting: wire.McpWaiting, answer: Promise<CallAnswer>): ReadableStream<Uint8Array> {
  const line = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(line(waiting));
      answer
        .then((said) =>
          controller.enqueue(line(said.answer === "pending" ? { ...said, reason: "a person is asked" } : said)),
        )
        .then(() => controller.close())
        .catch((error: unknown) => controller.error(error)); // verdict: a cut answer, which the gate takes for a refusal
    },
  });
}
