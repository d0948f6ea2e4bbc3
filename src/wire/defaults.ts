import { z } from "zod";
import { APPROVAL_MODES, LEVELS, type ApprovalMode, type Layer, type Level, type Limits } from "../core/policy.ts";

const approvalMode = z.enum(APPROVAL_MODES);
const count = z.number().int().min(0).max(1_000_000).optional();
const limits = z.strictObject({
  callsPerRun: count,
  defaultTimeoutMs: z.number().int().min(1).max(86_400_000).optional(),
  maxTimeoutMs: z.number().int().min(1).max(86_400_000).optional(),
});

/** PUT /api/chats/:id/policy. Null: as the default says. L3 stops this chat alone. */
export const chatPolicyBody = z.strictObject({
  level: z.enum(LEVELS).nullable().optional(),
  approvalMode: approvalMode.nullable().optional(),
});

/** PUT /api/settings/defaults. Stopping everything is POST /api/level. */
export const defaultsBody = z.strictObject({
  level: z.enum(["L0", "L1", "L2"]).optional(),
  approvalMode: approvalMode.optional(),
  limits: limits.optional(),
  /** Characters of what a call gives back that are kept. */
  outputLimit: z.number().int().min(1_000).max(4_000_000).optional(),
  preset: z.enum(["everyday", "careful", "sandbox", "none"]).optional(),
  /** In mode ask an assessment is made as well, for the card. */
  assess: z.boolean().optional(),
});

/** GET /api/settings/defaults */
export interface DefaultsView {
  readonly level: Level;
  readonly approvalMode: ApprovalMode;
  readonly limits: Limits;
  readonly outputLimit: number;
  readonly preset: string;
  readonly assess: boolean;
  /** An administrator's file for this machine; null where there is none. */
  readonly managed: {
    readonly path: string;
    readonly layer: Layer;
    readonly rules: number;
    /** Why it cannot be read: nothing is decided until it is mended. */
    readonly fault: string | null;
  } | null;
  readonly presets: readonly { readonly name: string; readonly title: string; readonly about: string }[];
}
