import { z } from "zod";

/** A call as an agent proposes it: POST /api/calls. */
export const proposeBody = z.strictObject({
  tool: z.string().min(1).max(256),
  args: z.unknown(),
  cwd: z.string().nullable().default(null),
  /** The agent's own ids: its session, its run (turn) and its call. */
  session: z.string().min(1).max(256),
  run: z.string().max(256).optional(),
  callId: z.string().min(1).max(256),
  agent: z.string().max(64).optional(),
  attended: z.boolean().default(true),
  /** How long the caller will wait for an answer, in ms; 0: not at all. */
  waitMs: z.number().int().min(0).max(3_600_000).default(0),
});
export type ProposeBody = z.infer<typeof proposeBody>;

/** What the caller is told. Never the policy. */
export type CallAnswer =
  | {
      readonly answer: "allow";
      readonly approval: string;
      readonly args?: unknown;
      readonly edited?: boolean;
      /** What was approved to go along with the arguments: of a retry that claims an earlier call, that one's. */
      readonly beside?: Readonly<Record<string, unknown>>;
    }
  | { readonly answer: "pending"; readonly approval: string; readonly reason: string }
  | { readonly answer: "deny"; readonly code: string; readonly reason: string };
