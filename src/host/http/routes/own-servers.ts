import { confirmBody, newServerBody, proposalBody, serverUseBody } from "../../../wire/own-servers.ts";
import { nothing } from "../../../wire/requests.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { HOST_OWNER, ONLY_TERMINAL } from "./access.ts";

/** MCP servers of the host's own chats. A page proposes a program; a terminal confirms it, by the code that the page has. */
export function ownServerRoutes({ ownServers }: Services): readonly Route[] {
  return [
    defineRoute("POST /api/mcp/servers", { access: HOST_OWNER, body: newServerBody }, async ({ caller, body }) => {
      const added = await ownServers.add(body, caller);
      if ("status" in added) return added;
      const { ok: _ok, ...answer } = added;
      return json(answer, answer.server === null ? 202 : 201);
    }),
    defineRoute(
      "PUT /api/mcp/servers/:slug/use",
      { access: HOST_OWNER, body: serverUseBody },
      async ({ caller, params, body }) => {
        const server = await ownServers.setUse(params["slug"] ?? "", body, caller);
        return "status" in server ? server : json({ server });
      },
    ),
    defineRoute("POST /api/mcp/servers/:slug/restart", { access: HOST_OWNER, body: nothing }, async ({ params }) => {
      const server = await ownServers.restart(params["slug"] ?? "");
      return "status" in server ? server : json({ server });
    }),
    defineRoute("DELETE /api/mcp/servers/:slug", { access: HOST_OWNER, body: nothing }, async ({ caller, params }) => {
      const refused = await ownServers.remove(params["slug"] ?? "", caller);
      return refused ?? json({ ok: true });
    }),
    defineRoute("GET /api/mcp/project-servers", { access: HOST_OWNER }, async () =>
      json({ servers: await ownServers.ofProjects() }),
    ),
    defineRoute("POST /api/mcp/proposals", { access: ONLY_TERMINAL, body: proposalBody }, async ({ body }) => {
      const proposal = ownServers.look(body.code);
      return proposal === null
        ? refuse("ENOTFOUND", "no server waits under this code: it may be older than 5 minutes")
        : json({ proposal });
    }),
    defineRoute("POST /api/mcp/proposals/confirm", { access: ONLY_TERMINAL, body: confirmBody }, async ({ body }) =>
      json(await ownServers.confirm(body.code, body.digest)),
    ),
  ];
}
