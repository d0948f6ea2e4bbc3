import type { Effect } from "./effect.ts";
import type { Act } from "./reading.ts";

/** Everything that decides, as plain data. Source: decision.md, "Policy, as data". */
export interface Policy {
  readonly layers: {
    readonly managed?: Layer;
    readonly chat?: Layer;
    readonly project?: Layer;
    readonly app?: Layer;
  };
  readonly rules: readonly Rule[];
  readonly level: Level;
  readonly approvalMode: ApprovalMode;
  readonly grants: readonly DirectoryGrant[];
  /** Absolute directories that path patterns are relative to. */
  readonly projectRoots: readonly string[];
  readonly limits: Limits;
  /** Goes into every decision, approval and audit line. */
  readonly revision: string;
  /** `~/…` in path patterns; absolute. */
  readonly home?: string;
}

export const LEVELS = ["L0", "L1", "L2", "L3"] as const;
export type Level = (typeof LEVELS)[number];
export const APPROVAL_MODES = ["ask", "review", "full"] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];
export const MODES = ["off", "ask", "allowlist", "allow"] as const;
export type Mode = (typeof MODES)[number];

/** One shape for every layer, in memory and in `.assent.json`. */
export interface Layer {
  readonly native?: Readonly<Record<string, Entry>>;
  readonly mcp?: {
    readonly shared?: Entry;
    readonly servers?: Readonly<Record<string, Entry>>;
    readonly tools?: Readonly<Record<string, Entry>>;
  };
}

export interface Entry {
  readonly mode?: Mode;
  /** Regular expressions, anchored at both ends; they count only while this entry is the winning mode. */
  readonly allowlist?: readonly string[];
  readonly defaultTimeoutMs?: number;
  readonly maxTimeoutMs?: number;
  readonly callsPerRun?: number;
  /** With `off` the deny override, with `ask` a floor; an error on anything else. */
  readonly enforced?: boolean;
  /**
   * When the entry was set, ms since 1970; a tool first seen later is `tool-new` under the allow, which is a
   * server-wide one.
   */
  readonly since?: number;
  /**
   * Of an entry that comes from what nobody has accepted: it decides, but does not make its tool one that is known; its
   * `since` counts whatever its mode.
   */
  readonly proposed?: boolean;
}

export interface Limits {
  readonly callsPerRun?: number;
  readonly defaultTimeoutMs?: number;
  readonly maxTimeoutMs?: number;
}

/** Narrow to wide: between equally specific rules the narrower scope wins. */
export const SCOPES = ["run", "session", "chat", "project", "global", "managed", "builtin"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Rule {
  readonly id: string;
  /** A canonical tool id; `read`, `change` or `delete` for paths; `project-code` for that consent. */
  readonly tool: string;
  readonly pattern: string;
  readonly decision: Effect;
  readonly scope: Scope;
  /** ms since 1970; the rule counts while `now` is before it. */
  readonly expiresAt?: number;
  readonly note?: string;
  readonly createdBy?: string;
  readonly createdAt?: number;
  /** Written only by level L1. */
  readonly when?: { readonly readOnly?: boolean; readonly argsHash?: string; readonly cwd?: string };
  /** A preset's deny may name a finding instead of a pattern. */
  readonly finding?: string;
}

export interface DirectoryGrant {
  /** Absolute, canonical. */
  readonly root: string;
  readonly recursive: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly can: readonly Act[];
  /** `dev:ino` of the root when it was granted. `decide` is told by the host which roots are others by now. */
  readonly identity?: string;
}
