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
    /** A project's own file was found to say something else; `id` is the project. */
    | "files.changed"
    | "level.changed"
    | "agents.changed"
    | "audit.appended";
  readonly chat?: string;
  /** Id of what changed; the client fetches it. */
  readonly id?: string;
}
