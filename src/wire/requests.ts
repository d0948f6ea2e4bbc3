import { z } from "zod";
import { SOURCES } from "../core/reading.ts";

/** Bodies and queries of routes that stand by themselves; the others lie beside the shapes that they are about. */

export const nothing = z.strictObject({});

/** GET /api/tools/authorization/pending */
export const pendingQuery = z.object({
  chat: z.string().optional(),
  /** Only so many: the oldest of those that are answered here, then of those that are only shown. */
  first: z.coerce.number().int().min(1).max(500).optional(),
});
/** GET /api/approvals: how many, newest first. */
export const recentQuery = z.object({ recent: z.coerce.number().int().min(1).max(500).default(50) });
/** GET /api/approvals/:id: `1` shows secrets of the arguments. */
export const unmaskQuery = z.object({ unmask: z.enum(["0", "1"]).optional() });
export const cancelBody = z.strictObject({ chat: z.string() });

/** GET /api/audit */
export const auditQuery = z.object({
  chat: z.string().optional(),
  approval: z.string().optional(),
  type: z.string().optional(),
  /** Anywhere in a line, in any case. */
  text: z.string().max(200).optional(),
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  format: z.literal("jsonl").optional(),
});

/** POST /api/calls/:approval/outcome */
export const outcomeBody = z.strictObject({
  ok: z.boolean(),
  code: z.string().max(64).optional(),
  text: z.string().default(""),
});

/** GET /api/chats */
export const chatsQuery = z.object({
  project: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  search: z.string().max(200).default(""),
});
export const touchBody = z.strictObject({ ifIdle: z.boolean().default(false) });
export const openBody = z.strictObject({ answer: z.enum(["read", "edit", "ask"]) });

/** POST /api/check */
export const checkBody = z.strictObject({
  tool: z.string().min(1).max(256),
  args: z.unknown(),
  /** Default: the project's folder. */
  cwd: z.string().nullable().optional(),
  /** Whose policy: a chat's, else a project's, else the app's own. */
  chat: z.string().optional(),
  project: z.string().optional(),
  agent: z.string().max(64).optional(),
  source: z.enum(SOURCES).default("model"),
  attended: z.boolean().default(true),
});

/** GET /api/chats/:id/events */
export const afterQuery = z.object({ after: z.string().optional() });
/**
 * GET /api/events. `chats`: followed on the same connection, each as `ID:AFTER`, with commas between; ids of their events are
 * `ID:NUMBER`.
 */
export const eventsQuery = afterQuery.extend({
  chats: z
    .string()
    .max(10_000)
    .regex(/^[\w-]+:\d{1,15}(?:,[\w-]+:\d{1,15})*$/)
    .optional(),
});
/** Level L3 for every chat, the kill switch; released, each chat has its own level back. */
export const levelBody = z.strictObject({ stopped: z.boolean() });

/** Below the ten minutes after which agents give a hook up, ms. */
export const MAX_HOLD_MS = 570_000;
/** PUT /api/agents/:name */
export const preferenceBody = z.strictObject({
  hold: z.enum(["agent", "inbox"]),
  waitMs: z.number().int().min(0).max(MAX_HOLD_MS).optional(),
});

/** GET /api/settings/command-rules */
export const rulesQuery = z.object({ scope: z.string().optional(), target: z.string().optional() });
export const removeRuleBody = z.strictObject({ id: z.string() });

export const loginBody = z.strictObject({ token: z.string().max(64) });
/** GET /api/tools: from where one looks; of neither the app. */
export const placeQuery = z.object({ chat: z.string().optional(), project: z.string().optional() });

/** POST /api/projects: a folder of this machine, absolute. Its git top level becomes the project. */
export const projectBody = z.strictObject({ path: z.string().min(1).max(4096) });
/** GET /api/projects/:id/paths */
export const pathsQuery = z.object({ q: z.string().max(512).default("") });
