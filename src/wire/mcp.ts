import { z } from "zod";

/** What starts a server, as its gate tells it: values of the environment stay where they are. */
const serverEntry = z.strictObject({
  command: z.string().min(1).max(4096),
  args: z.array(z.string().max(16_384)).max(512),
  env: z.array(z.string().max(256)).max(1024),
  cwd: z.string().max(4096),
});

const gateBody = {
  /** Of one gate process. */
  session: z.string().min(1).max(200),
  entry: serverEntry,
  /** What a person calls the server. */
  name: z.string().min(1).max(64).nullable().default(null),
  /** The directory whose policy counts. */
  project: z.string().max(4096).nullable().default(null),
};

/** GET-like, but for its size: POST /api/mcp/watch. */
export const watchBody = z.strictObject(gateBody);
export type GateBody = z.infer<typeof watchBody>;

/** POST /api/mcp/list: the tools as the server describes them, of all pages that are known. */
export const listBody = z.strictObject({ ...gateBody, tools: z.array(z.unknown()).max(20_000) });

/** What the call sends along with its arguments: `_meta` without what is about the message alone, `task`, … */
const beside = z.record(z.string(), z.unknown()).default({});

/** POST /api/mcp/calls */
export const mcpCallBody = z.strictObject({
  ...gateBody,
  tool: z.string().max(1024),
  /** As the server describes the tool now; null where it does not list it. */
  descriptor: z.unknown(),
  /** As the client was told of it, where that is something else. */
  shown: z.unknown().optional(),
  args: z.unknown(),
  beside,
  callId: z.string().min(1).max(256),
  waitMs: z.number().int().min(0).max(3_600_000),
});
export type McpCallBody = z.infer<typeof mcpCallBody>;

/** First line of the answer to a call that waits for a person; the `CallAnswer` is the second. */
export interface McpWaiting {
  readonly waiting: string;
  /** Set where a person made the client a trusted place to answer. */
  readonly ask?: { readonly question: string; readonly state: string };
}

/** POST /api/mcp/answers: what the client's user said. */
export const mcpAnswerBody = z.strictObject({
  ...gateBody,
  tool: z.string().max(1024),
  args: z.unknown(),
  beside,
  state: z.string().max(4096),
  decision: z.enum(["allow", "deny"]),
});

/** POST /api/mcp/withdraw: the client has taken the call back before it was dispatched. */
export const withdrawBody = z.strictObject({ session: gateBody.session, callId: z.string().min(1).max(256) });

/** POST /api/mcp/end: the gate goes away. */
export const endBody = z.strictObject({ session: gateBody.session });

/** POST /api/mcp/calls/:approval/outcome */
export const mcpOutcomeBody = z.strictObject({
  state: z.enum(["executed", "failed", "unknown"]),
  text: z.string().default(""),
});

/** POST /api/mcp/servers/:slug/accept: by a person, of the version that they saw. */
export const acceptBody = z.strictObject({
  tool: z.string().max(1024),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Class that the person gives this version; null: unknown. */
  class: z.string().max(32).nullable().default(null),
});

/** PUT /api/mcp/servers/:slug */
export const mcpServerBody = z.strictObject({ answerIn: z.enum(["inbox", "client"]) });

/** One server of GET /api/mcp/servers. */
export interface McpServerView {
  readonly slug: string;
  /** Its command line without secrets, and where it runs; null where that is in a project that this person does not see. */
  readonly starts: { readonly line: string; readonly cwd: string } | null;
  readonly answerIn: "inbox" | "client";
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Gates that are connected now. */
  readonly gates: number;
}

/** One tool of GET /api/mcp/servers/:slug/tools. */
export interface McpToolView {
  readonly name: string;
  readonly id: string;
  readonly hash: string;
  readonly class: string | null;
  readonly firstSeen: number;
  readonly acceptedAt: number | null;
  readonly descriptor: unknown;
  /**
   * Class that the server, or the tool's name, gives for the version that is there now: a proposal, which decides
   * nothing.
   */
  readonly offered: string | null;
  /** The version that the server gives now, where it is another one. */
  readonly changed: { readonly hash: string; readonly before: string; readonly after: string } | null;
}
