// Longer than most: one list of shapes, of which many are built from those before them.
import { z } from "zod";
import { CLASSES } from "../core/class.ts";
import { DECIDER_KINDS, type Decider, type Offer } from "../core/decision.ts";
import { EFFECTS } from "../core/effect.ts";
import { APPROVAL_MODES, LEVELS, MODES, type DirectoryGrant, type Entry, type Layer } from "../core/policy.ts";
import { ACTS, OFFER_KINDS, SOURCES, type Finding } from "../core/reading.ts";
import { APPROVAL_STATES, type ApprovalView, type PartView } from "./approval.ts";
import type { AuditLine } from "./audit.ts";
import type { CallAnswer } from "./call.ts";
import type { CheckAnswer } from "./check.ts";
import type { DefaultsView } from "./defaults.ts";
import { mcpServerBody, type McpServerView, type McpToolView } from "./mcp.ts";
import type { FileFault, ProjectFileView } from "./project-file.ts";
import { preferenceBody } from "./requests.ts";
import type { RuleView } from "./rule.ts";
import type { SandboxView } from "./sandbox.ts";
import type { GrantView, SecurityDocument } from "./security.ts";
import { ROLES, type AgentView, type Me, type ProjectView, type SessionView } from "./session.ts";
import type { TerminalAnswer } from "./terminal.ts";
import type { ModesView, ToolView } from "./tool.ts";

/**
 * What the routes answer, as schemas: the OpenAPI document is made from them, and tests hold every answer against them.
 * The compiler holds them against the interfaces that the host and its clients use.
 */

const text = z.string();
const time = z.number().int();
const shape = z.record(text, z.unknown());
const effect = z.enum(EFFECTS);
const cls = z.enum(CLASSES);
const mode = z.enum(MODES);
const level = z.enum(LEVELS);
const approvalMode = z.enum(APPROVAL_MODES);
const opt = z.exactOptional;

export const ok = z.strictObject({ ok: z.literal(true) });
export const apiError = z.object({ code: text, message: text, path: opt(text) });

const finding: z.ZodType<Finding> = z.strictObject({
  code: text,
  variant: opt(text),
  message: text,
  answer: z.enum(["review", "full", "person"]),
  gates: z.boolean(),
  subject: opt(text),
});

const decider: z.ZodType<Decider> = z.strictObject({
  kind: z.enum(DECIDER_KINDS),
  id: opt(text),
});

const can = z.array(z.enum(ACTS));
const grantShape = {
  root: text,
  recursive: z.boolean(),
  include: opt(z.array(text)),
  exclude: opt(z.array(text)),
  can,
};
const grant: z.ZodType<DirectoryGrant> = z.strictObject({ ...grantShape, identity: opt(text) });

const offer: z.ZodType<Offer> = z.strictObject({
  kind: z.enum(OFFER_KINDS),
  rules: z.array(z.strictObject({ tool: text, pattern: text })),
  grant: opt(grant),
});

/** Open to more: what a card shows grows, and an older client goes on reading it. */
const part: z.ZodType<PartView> = z.object({
  text,
  program: text.nullable(),
  file: opt(text),
  class: cls,
  effect,
  code: text,
  reason: text,
  decidedBy: decider,
  findings: z.array(finding),
  paths: z.array(z.object({ act: text, spelling: text, canonical: text.nullable() })),
});

export const approval: z.ZodType<ApprovalView> = z.object({
  id: text,
  state: z.enum(APPROVAL_STATES),
  digest: text,
  createdAt: time,
  project: z.strictObject({ id: text, path: text, name: text }).nullable(),
  chat: z.strictObject({ id: text, title: text, agent: text.nullable() }),
  run: text,
  callId: text,
  tool: z.object({
    id: text,
    name: text,
    title: text,
    origin: text,
    server: opt(text),
    trusted: z.boolean(),
    hints: opt(z.record(text, z.unknown())),
  }),
  source: z.enum(SOURCES),
  summary: text,
  args: z.unknown(),
  masked: z.array(text),
  beside: opt(shape),
  edited: z.boolean(),
  cwd: text.nullable(),
  timeoutMs: z.number().nullable(),
  outputLimit: z.number(),
  callsLeft: z.number().nullable(),
  class: cls,
  reason: text,
  code: text,
  decidedBy: decider,
  answerBy: z.enum(["person", "review"]),
  level: text,
  parts: z.array(part),
  findings: z.array(finding),
  offers: z.array(offer),
  askOnce: z.boolean(),
  change: z.strictObject({ path: text, before: text.nullable(), after: text, cut: z.number() }).nullable(),
  missingScopes: z.array(text),
  askedIn: z.enum(["inbox", "agent"]),
  explanation: text,
  answer: z
    .strictObject({
      decision: z.enum(["allow", "deny"]),
      by: text,
      at: time,
      remembered: text.nullable(),
      note: text.nullable(),
    })
    .nullable(),
  assessment: opt(
    z.strictObject({
      verdict: effect,
      risk: z.enum(["low", "medium", "high", "unknown"]),
      reason: text,
      at: time,
      beside: opt(z.literal(true)),
    }),
  ),
  outcome: z.strictObject({ ok: z.boolean(), code: opt(text), text, at: time }).nullable(),
});

/** How it went with each call, in the order given; `approval` as it stands now, where there is one. */
export const shownResults = z.strictObject({
  results: z.array(
    z.discriminatedUnion("ok", [
      z.strictObject({ id: text, ok: z.literal(true), approval }),
      z.strictObject({ id: text, ok: z.literal(false), code: text, message: text, approval: opt(approval) }),
    ]),
  ),
});

export const resettled = z.array(text);
export const rule: z.ZodType<RuleView> = z.strictObject({
  id: text,
  tool: text,
  pattern: text,
  finding: opt(text),
  decision: effect,
  scope: text,
  target: z.strictObject({ id: text, name: text }).nullable(),
  expiresAt: time.nullable(),
  note: text.nullable(),
  createdBy: text.nullable(),
  createdAt: time.nullable(),
  readOnly: z.boolean(),
  fault: text.nullable(),
});

/** What is odd about a rule, in one sentence. */
export const ruleLint = z.strictObject({ finding: z.strictObject({ kind: text, message: text }).nullable() });

export const checked: z.ZodType<CheckAnswer & { readonly explanation: string; readonly parts: readonly PartView[] }> =
  z.strictObject({
    id: text.nullable(),
    effect,
    code: text,
    reason: text,
    class: cls,
    answerBy: opt(z.enum(["person", "review"])),
    hidden: z.boolean(),
    findings: z.array(finding),
    offers: z.array(offer),
    decidedBy: decider,
    explanation: text,
    parts: z.array(part),
  });

const auditLine: z.ZodType<AuditLine> = z.strictObject({
  seq: time,
  at: time,
  type: text,
  actor: text,
  chat: text.nullable(),
  approval: text.nullable(),
  data: z.record(text, z.unknown()),
  hash: text,
});
export const auditPage = z.strictObject({ lines: z.array(auditLine), next: time.nullable() });
export const verified = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    lines: time,
    head: z.strictObject({ seq: time, hash: text }).nullable(),
    anchored: z.boolean(),
  }),
  z.strictObject({ ok: z.literal(false), seq: time, message: text }),
]);

export const project: z.ZodType<ProjectView> = z.strictObject({
  id: text,
  path: text,
  name: text,
  opened: z.enum(["unanswered", "read", "edit", "custom"]),
  gitWorkTree: z.boolean(),
});
const agent: z.ZodType<AgentView> = z.strictObject({
  name: text,
  title: text,
  lastSeen: time.nullable(),
  sessions: time,
  hold: opt(preferenceBody.shape.hold),
});
export const me: z.ZodType<Me> = z.object({
  person: z.strictObject({ id: text, name: text, role: z.enum(ROLES), all: z.boolean() }),
  csrf: text,
  version: text,
  command: text,
  dataDir: text,
  level: text,
  stopped: z.boolean(),
  pending: time,
  seq: time,
  projects: z.array(project),
  agents: z.array(agent),
  gated: z.array(z.strictObject({ server: text, connected: z.boolean() })),
  unreviewed: z.array(text),
});
export const session: z.ZodType<SessionView> = z.strictObject({
  id: text,
  kind: text,
  name: text,
  createdAt: time,
  lastSeen: time,
  current: z.boolean(),
});

const entry: z.ZodType<Entry> = z.strictObject({
  mode: opt(mode),
  allowlist: opt(z.array(text)),
  defaultTimeoutMs: opt(z.number()),
  maxTimeoutMs: opt(z.number()),
  callsPerRun: opt(z.number()),
  enforced: opt(z.boolean()),
  since: opt(time),
  proposed: opt(z.boolean()),
});
const entries = z.record(text, entry);
const layer: z.ZodType<Layer> = z.strictObject({
  native: opt(entries),
  mcp: opt(z.strictObject({ shared: opt(entry), servers: opt(entries), tools: opt(entries) })),
});

export const tool: z.ZodType<ToolView> = z.strictObject({
  kind: z.enum(["family", "tool", "shared", "server", "mcp"]),
  id: text,
  parent: text.nullable(),
  class: cls.nullable(),
  mode,
  source: text.nullable(),
  hidden: z.boolean(),
  hiddenBy: text.nullable(),
  enforced: z.strictObject({ mode: z.enum(["off", "ask"]), source: text }).nullable(),
  own: entry.nullable(),
  inherited: z.strictObject({ mode, source: text.nullable() }),
  rulesAllow: time,
});
const modesShape = { scope: z.enum(["app", "project", "chat"]), id: text, layer };
export const modes: z.ZodType<ModesView> = z.strictObject(modesShape);
export const modesSet: z.ZodType<ModesView & { resettled: string[] }> = z.strictObject({ ...modesShape, resettled });

const grantView: z.ZodType<GrantView> = z.strictObject({ ...grantShape, replaced: z.boolean(), broad: z.boolean() });
const securityShape = { revision: text, grants: z.array(grantView), servers: z.array(text), tools: layer };
export const security: z.ZodType<SecurityDocument> = z.strictObject(securityShape);
export const securitySet: z.ZodType<SecurityDocument & { resettled: string[] }> = z.strictObject({
  ...securityShape,
  resettled,
});

const limits = z.strictObject({
  callsPerRun: opt(z.number()),
  defaultTimeoutMs: opt(z.number()),
  maxTimeoutMs: opt(z.number()),
});
const defaultsShape = {
  level,
  approvalMode,
  limits,
  outputLimit: time,
  preset: text,
  assess: z.boolean(),
  managed: z.strictObject({ path: text, layer, rules: time, fault: text.nullable() }).nullable(),
  presets: z.array(z.strictObject({ name: text, title: text, about: text })),
};
export const defaults: z.ZodType<DefaultsView> = z.strictObject(defaultsShape);
export const defaultsSet: z.ZodType<DefaultsView & { resettled: string[] }> = z.strictObject({
  ...defaultsShape,
  resettled,
});

export const sandbox: z.ZodType<SandboxView> = z.strictObject({ on: z.boolean(), missing: text.nullable() });

const fault: z.ZodType<FileFault> = z.strictObject({ message: text, line: time, column: time, path: opt(text) });
export const projectFile: z.ZodType<ProjectFileView> = z.strictObject({
  name: z.enum([".assent.json", ".mcp.json"]),
  state: z.enum(["absent", "accepted", "proposed", "broken"]),
  hash: text,
  fault: fault.nullable(),
  faults: z.array(fault),
  warnings: z.array(fault),
  changes: z.array(
    z.strictObject({ path: text, accepted: entry.nullable(), proposed: entry.nullable(), now: mode.nullable() }),
  ),
});

export const callAnswer: z.ZodType<CallAnswer> = z.discriminatedUnion("answer", [
  z.strictObject({
    answer: z.literal("allow"),
    approval: text,
    args: opt(z.unknown()),
    edited: opt(z.boolean()),
    beside: opt(shape),
  }),
  z.strictObject({ answer: z.literal("pending"), approval: text, reason: text }),
  z.strictObject({ answer: z.literal("deny"), code: text, reason: text }),
]);
export const terminalAnswer: z.ZodType<TerminalAnswer> = z.strictObject({ done: z.boolean(), text });

export const mcpServer: z.ZodType<McpServerView> = z.strictObject({
  slug: text,
  starts: z.strictObject({ line: text, cwd: text }).nullable(),
  answerIn: mcpServerBody.shape.answerIn,
  firstSeen: time,
  lastSeen: time,
  gates: time,
});
export const mcpTool: z.ZodType<McpToolView> = z.strictObject({
  name: text,
  id: text,
  hash: text,
  class: text.nullable(),
  firstSeen: time,
  acceptedAt: time.nullable(),
  descriptor: z.unknown(),
  offered: text.nullable(),
  changed: z.strictObject({ hash: text, before: text, after: text }).nullable(),
});
