import { z } from "zod";
import type { DirectoryGrant, Layer } from "../core/policy.ts";
import { ACTS } from "../core/reading.ts";

/** GET /api/projects/:id/security: what of a project's policy is changed together. Source: host.md, "HTTP API". */
export interface SecurityDocument {
  /** Names this content; a PUT carries the one that it was made from. */
  readonly revision: string;
  /** All grants of the project, that of its root included. */
  readonly grants: readonly GrantView[];
  /** Slugs of the MCP servers that are known; a policy may name no other. */
  readonly servers: readonly string[];
  /** The project's layer of modes. */
  readonly tools: Layer;
}

export interface GrantView extends Omit<DirectoryGrant, "identity"> {
  /** Another folder stands there than the one that was granted; `renew` grants the one that is there now. */
  readonly replaced: boolean;
  /** Holds so much that it is confirmed by itself. */
  readonly broad: boolean;
}

const globs = z.array(z.string().min(1).max(1024)).max(200);

const grantBody = z.strictObject({
  root: z.string().min(1).max(4096),
  recursive: z.boolean(),
  include: globs.optional(),
  exclude: globs.optional(),
  can: z.array(z.enum(ACTS)).min(1, "a grant lets at least one thing be done").max(ACTS.length),
  /** Of a root that was replaced: grant what stands there now. */
  renew: z.boolean().optional(),
});

/** PUT /api/projects/:id/security: the whole document, applied as a whole or not at all. */
export const securityBody = z.strictObject({
  revision: z.string(),
  grants: z.array(grantBody).max(500),
  tools: z.record(z.string(), z.unknown()),
  /** Given on a second step, after the refusal that names the broad root. */
  confirmBroad: z.boolean().default(false),
});
export type SecurityBody = z.infer<typeof securityBody>;
