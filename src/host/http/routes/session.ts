import { loginBody, nothing } from "../../../wire/requests.ts";
import type { AgentView, Me } from "../../../wire/session.ts";
import { readPreference } from "../../agents/preference.ts";
import { commit } from "../../audit/commit.ts";
import { browserName, clearCookie, setCookie } from "../../auth/cookie.ts";
import { addLink, useLink } from "../../auth/login.ts";
import { actorOf, type Person } from "../../auth/principal.ts";
import { findForgery } from "../../auth/require-auth.ts";
import { type Sight, sightOf } from "../../auth/sight.ts";
import { readDefaults } from "../../policy/assemble.ts";
import { missing } from "../../refusal.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { EITHER, LOGIN, OWNER, VIEWER } from "./access.ts";
import { toProjectView } from "./projects.ts";

/** Logging in and out, who is asking, and the list of sessions. */
export function sessionRoutes(services: Services): readonly Route[] {
  const { store, recorder, now } = services;

  return [
    defineRoute("POST /api/login", { access: LOGIN, body: loginBody }, async ({ body, request }) => {
      const forged = findForgery(request, null);
      if (forged !== null) return forged;
      const session = await useLink(recorder, {
        token: body.token,
        name: browserName(request.headers.get("user-agent") ?? ""),
        now: now(),
      });
      if (session === null) return refuse("EUNAUTHENTICATED", "this login link was used, is too old or was never made");
      return {
        ok: true,
        body: { csrf: session.csrf },
        headers: { "set-cookie": setCookie(services.cookie, session.token) },
      };
    }),
    defineRoute("POST /api/logout", { access: VIEWER, body: nothing }, async ({ caller }) => {
      await revoke(caller.session, caller);
      return { ok: true, body: { ok: true }, headers: { "set-cookie": clearCookie(services.cookie) } };
    }),
    defineRoute("POST /api/login/links", { access: OWNER, body: nothing }, async ({ caller }) => {
      const line = { type: "login.link", actor: actorOf(caller), data: {} };
      const token = await commit(services, line, (tables) => addLink(tables, caller.id, now()));
      return json({ link: `${services.url}/login#${token}` });
    }),
    defineRoute("GET /api/me", { access: VIEWER }, async ({ caller }) => json(await meOf(caller))),
    defineRoute("GET /api/health", { access: EITHER }, async () => json({ ok: true, version: services.version })),
    defineRoute("GET /api/sessions", { access: VIEWER }, async ({ caller }) => {
      const own = (await store.sessions.list()).filter((session) => session.person === caller.id);
      const sessions = own.map(({ id, kind, name, createdAt, lastSeen }) => ({
        id,
        kind,
        name,
        createdAt,
        lastSeen,
        current: id === caller.session,
      }));
      return json({ sessions });
    }),
    defineRoute("DELETE /api/sessions/:id", { access: VIEWER }, async ({ caller, params }) => {
      const own = (await store.sessions.list()).find(
        (session) => session.id === params["id"] && session.person === caller.id,
      );
      if (own === undefined) return missing("session");
      await revoke(own.id, caller);
      return json({ ok: true });
    }),
  ];

  async function revoke(session: string, by: Person): Promise<void> {
    await commit(services, { type: "session.revoked", actor: actorOf(by), data: { session } }, (tables) =>
      tables.sessions.revoke(session, now()),
    );
    services.endStreams(session);
  }

  async function meOf(caller: Person): Promise<Me> {
    // The number comes first: what happens while the rest is read is then in the stream as well.
    const seq = await store.events.last();
    const session = (await store.sessions.list()).find(({ id }) => id === caller.session);
    const { level, stopped } = await readDefaults(store);
    const sight = await sightOf(store, caller.id);
    const pending = sight.all
      ? await store.approvals.countInState("pending")
      : await services.gate.countPending(caller);
    return {
      person: { id: caller.id, name: caller.name, role: caller.role, all: sight.all },
      csrf: session?.csrf ?? "",
      version: services.version,
      command: services.command,
      dataDir: services.dataDir,
      level: stopped ? "L3" : level,
      stopped,
      pending,
      seq,
      projects: (await store.projects.list()).filter(({ id }) => sight.project(id)).map(toProjectView),
      agents: await agentViews(services, sight),
      gated: await services.mcp.gated(),
      unreviewed: (await store.projectFiles.unreviewed()).filter(sight.project),
    };
  }
}

async function agentViews({ store, adapters }: Services, sight: Sight): Promise<readonly AgentView[]> {
  const tokens = await store.agentTokens.list();
  const chats = (await store.chats.list({ project: null, limit: 1000 })).filter(({ project }) =>
    sight.project(project),
  );
  return Promise.all(
    adapters.map(async ({ name, title }) => {
      const own = chats.filter((chat) => chat.agent === name);
      const tokensSeen = tokens.filter((token) => token.agent === name).map((token) => token.lastSeen ?? 0);
      const lastSeen = Math.max(0, ...tokensSeen, ...own.map((chat) => chat.lastSeen));
      const { hold } = await readPreference(store.settings, name);
      const sessions = own.filter((chat) => chat.endedAt === null).length;
      return { name, title, lastSeen: lastSeen === 0 ? null : lastSeen, sessions, hold };
    }),
  );
}
