import { z } from "zod";
import { ok } from "./answers.ts";
import type { Described } from "./described.ts";
import * as own from "./own-servers.ts";
import { nothing } from "./requests.ts";

const text = z.string();
const names = z.array(text);

const entry: z.ZodType<own.EntryView> = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("stdio"),
    command: text,
    file: text,
    canonical: text,
    args: names,
    env: z.record(text, text),
    secrets: names,
    cwd: text,
    sandboxed: z.boolean(),
  }),
  z.strictObject({ kind: z.literal("http"), url: text, secrets: names }),
]);

export const ownServer: z.ZodType<own.OwnServerView> = z.strictObject({
  slug: text,
  entry: entry.nullable(),
  enabled: z.boolean(),
  projects: names.nullable(),
  state: z.enum(["stopped", "starting", "running", "failed", "unconfirmed"]),
  reason: text.nullable(),
  said: text,
});
const oneServer = z.strictObject({ server: ownServer });

const proposal: z.ZodType<own.ProposalView> = z.strictObject({
  slug: text,
  entry,
  replaces: z.boolean(),
  projects: names.nullable(),
  digest: text,
});
const proposed: z.ZodType<own.ServerProposed> = z.strictObject({
  slug: text,
  server: ownServer.nullable(),
  code: text.nullable(),
  expiresAt: z.number().nullable(),
});

const projectServer: z.ZodType<own.ProjectServer> = z.strictObject({
  project: text,
  name: text,
  entry: z
    .discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("stdio"),
        command: text,
        args: names,
        env: z.record(text, text),
        secrets: names,
        cwd: text,
      }),
      z.strictObject({ kind: z.literal("http"), url: text, secrets: names }),
    ])
    .nullable(),
  fault: text.nullable(),
});

/** The part of the HTTP API that is about MCP servers of the host's own chats. */
export const OWN_SERVER_API = {
  "POST /api/mcp/servers": { body: own.newServerBody, answer: proposed },
  "PUT /api/mcp/servers/:slug/use": { body: own.serverUseBody, answer: oneServer },
  "POST /api/mcp/servers/:slug/restart": { body: nothing, answer: oneServer },
  "DELETE /api/mcp/servers/:slug": { body: nothing, answer: ok },
  "GET /api/mcp/project-servers": { answer: z.strictObject({ servers: z.array(projectServer) }) },
  "POST /api/mcp/proposals": { body: own.proposalBody, answer: z.strictObject({ proposal }) },
  "POST /api/mcp/proposals/confirm": {
    body: own.confirmBody,
    answer: z.strictObject({ done: z.boolean(), text }),
  },
} as const satisfies Readonly<Record<string, Described>>;
