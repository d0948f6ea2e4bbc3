import type { PlanState } from "../core/tools.ts";

/** One thing that an agent has set out to do. */
export interface PlanItem {
  /** Counts from 1 in its chat. */
  readonly id: number;
  readonly title: string;
  readonly state: PlanState;
}

/** GET /api/chats/:id/plan, oldest first. */
export interface PlanView {
  readonly items: readonly PlanItem[];
}
