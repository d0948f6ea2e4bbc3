export const ROLES = ["owner", "approver", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** GET /api/me: who is asking, and what the UI needs to begin. */
export interface Me {
  /** `all`: of every project, not only of some. */
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly role: Role;
    readonly all: boolean;
  };
  /** Sent back as `X-CSRF-Token` with every mutation. */
  readonly csrf: string;
  readonly version: string;
  /** What a person types in a terminal for `assent`: where it is not on the PATH, its file. */
  readonly command: string;
  readonly dataDir: string;
  readonly level: string;
  /** L3 is in force for all chats. */
  readonly stopped: boolean;
  readonly pending: number;
  /** Number of the newest event, to start the stream from. */
  readonly seq: number;
  readonly projects: readonly ProjectView[];
  readonly agents: readonly AgentView[];
  /** MCP servers that a gate (`assent mcp`) ever stood before. */
  readonly gated: readonly GatedView[];
  /** Ids of projects whose own files say what nobody has accepted. */
  readonly unreviewed: readonly string[];
}

export interface ProjectView {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  /** Unanswered: the question *opening a project* is still open; the project is readable meanwhile. */
  readonly opened: "unanswered" | "read" | "edit" | "custom";
  readonly gitWorkTree: boolean;
}

export interface AgentView {
  readonly name: string;
  readonly title: string;
  readonly lastSeen: number | null;
  readonly sessions: number;
  /** Where a person is asked about its calls; `agent`: in its own prompt, where that truly asks. */
  readonly hold?: "agent" | "inbox";
}

export interface GatedView {
  /** Slug of the server. */
  readonly server: string;
  /** A gate stands before it now. */
  readonly connected: boolean;
}

/** One of GET /api/sessions: a browser or device that this person is signed in with. */
export interface SessionView {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly createdAt: number;
  readonly lastSeen: number;
  /** The one that asks. */
  readonly current: boolean;
}
