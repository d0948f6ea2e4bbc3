import type { z } from "zod";
import type { newServerBody, ServerUse } from "../../wire/own-servers.ts";
import { call } from "./client.ts";

export type NewServer = z.input<typeof newServerBody>;

/** A program waits for its code in a terminal. */
export const proposeServer = (body: NewServer) => call("POST /api/mcp/servers", { body });
export const setServerUse = (slug: string, use: ServerUse) =>
  call("PUT /api/mcp/servers/:slug/use", { params: { slug }, body: use });
/** What projects' `.mcp.json` propose. */
export const listProjectServers = () => call("GET /api/mcp/project-servers").then((body) => body.servers);
/** Ends it, where it runs, and starts it. */
export const startServer = (slug: string) => call("POST /api/mcp/servers/:slug/restart", { params: { slug } });
export const removeServer = (slug: string) => call("DELETE /api/mcp/servers/:slug", { params: { slug } });
