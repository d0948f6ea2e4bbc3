import { z } from "zod";

import { EFFECTS } from "../core/effect.ts";
import { APPROVAL_MODES, LEVELS, MODES, SCOPES } from "../core/policy.ts";
import { ACTS, SOURCES } from "../core/reading.ts";
import { PRESETS } from "../host/policy/presets.ts";

const opt = z.exactOptional;

const entrySchema = z.strictObject({
  mode: opt(z.enum(MODES)),
  allowlist: opt(z.array(z.string())),
  defaultTimeoutMs: opt(z.number()),
  maxTimeoutMs: opt(z.number()),
  callsPerRun: opt(z.number()),
  enforced: opt(z.boolean()),
  since: opt(z.number()),
});

const layerSchema = z.strictObject({
  native: opt(z.record(z.string(), entrySchema)),
  mcp: opt(
    z.strictObject({
      shared: opt(entrySchema),
      servers: opt(z.record(z.string(), entrySchema)),
      tools: opt(z.record(z.string(), entrySchema)),
    }),
  ),
});

const ruleSchema = z.strictObject({
  id: opt(z.string()),
  tool: z.string(),
  pattern: opt(z.string()),
  finding: opt(z.string()),
  decision: z.enum(EFFECTS),
  scope: z.enum(SCOPES),
  expiresAt: opt(z.number()),
  note: opt(z.string()),
  createdBy: opt(z.string()),
  createdAt: opt(z.number()),
  when: opt(z.strictObject({ readOnly: opt(z.boolean()), argsHash: opt(z.string()), cwd: opt(z.string()) })),
});

const grantSchema = z.strictObject({
  root: z.string(),
  recursive: z.boolean().default(true),
  include: opt(z.array(z.string())),
  exclude: opt(z.array(z.string())),
  can: z.array(z.enum(ACTS)),
});

const policySchema = z.strictObject({
  level: z.enum(LEVELS).default("L0"),
  approvalMode: z.enum(APPROVAL_MODES).default("ask"),
  limits: z
    .strictObject({
      callsPerRun: opt(z.number()),
      defaultTimeoutMs: opt(z.number()),
      maxTimeoutMs: opt(z.number()),
    })
    .default({}),
  rules: z.array(ruleSchema).default([]),
  grants: opt(z.array(grantSchema)),
  layers: z
    .strictObject({
      managed: opt(layerSchema),
      chat: opt(layerSchema),
      project: opt(layerSchema),
      app: opt(layerSchema),
    })
    .default({}),
  preset: opt(z.enum(PRESETS)),
  projectRoots: opt(z.array(z.string())),
  revision: z.string().default("batch"),
});

const fileSchema = z.union([
  z.enum(["file", "dir", "device", "fifo", "socket"]),
  z.strictObject({ link: z.string() }),
  z.strictObject({ hardlink: z.string() }),
]);

/** One line of `assent check --batch`. Source: surfaces.md, "Batch check". */
export const lineSchema = z.strictObject({
  id: z.string(),
  tool: z.string().min(1),
  args: z.unknown(),
  cwd: z.string().nullish(),
  project: z.string().nullish(),
  source: z.enum(SOURCES).default("model"),
  attended: z.boolean().default(true),
  agent: opt(z.string()),
  now: opt(z.number()),
  callsThisRun: opt(z.number().int().min(0)),
  descriptor: opt(
    z.strictObject({
      server: z.string(),
      name: z.string(),
      state: opt(z.enum(["ok", "server-disabled", "bad-descriptor", "server-unauthorized"])),
      missingScopes: opt(z.array(z.string())),
      hash: opt(z.string()),
      pinned: opt(z.string()),
      firstSeen: opt(z.number()),
      class: opt(z.string()),
      inputSchema: opt(z.unknown()),
    }),
  ),
  policy: policySchema.default(() => policySchema.parse({})),
  world: opt(
    z.strictObject({
      platform: z.enum(["linux", "darwin", "win32"]).default("linux"),
      home: z.string().default("/home/dev"),
      env: z.record(z.string(), z.string()).default({}),
      shell: opt(z.enum(["bash", "sh", "dash", "zsh", "powershell", "cmd"])),
      path: z.union([z.literal("any"), z.record(z.string(), z.string())]).default("any"),
      files: opt(z.record(z.string(), fileSchema)),
    }),
  ),
});
export type BatchLine = z.infer<typeof lineSchema>;
