/** One line of `GET /api/events` (SSE); `seq` is the event's id, for resumption with `Last-Event-ID`. */
export interface HostEvent {
  readonly seq: number;
  readonly at: number;
  readonly type:
    | "approval.created"
    | "approval.changed"
    | "chat.changed"
    | "rules.changed"
    | "policy.changed"
    | "level.changed"
    | "agents.changed"
    | "audit.appended";
  readonly chat?: string;
  /** Id of what changed; the client fetches it. */
  readonly id?: string;
}
