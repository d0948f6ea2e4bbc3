import type { Finding, Part, Profile, ToolFacts } from "../core/reading.ts";
import type { ReadPattern } from "../core/rule/pattern.ts";
import type { Call } from "./call.ts";
import type { World } from "./world.ts";

/**
 * What differs between kinds of tool: how their calls are read and how rules about them are written.
 * A new kind of tool takes rules by adding one of these. Source: rules.md, "rule profile".
 */
export interface ToolProfile {
  readonly profile: Profile;
  /** Brings a rule's pattern to the spelling that calls have; see `Pattern`. */
  readonly readPattern: ReadPattern;
  /** Never throws. Arguments of the wrong shape are an `argFault`, with one part that stands for the whole call. */
  readonly readCall: ReadCall;
}

export type ReadCall = (call: Call, tool: ToolFacts, world: World) => CallFacts;

/** What a profile establishes; `read` adds what is common to all tools. */
export interface CallFacts {
  /** At least one. */
  readonly parts: readonly Part[];
  /** About the call as a whole; those of a part stand with the part. */
  readonly findings: readonly Finding[];
  readonly argFault?: { readonly path: string; readonly message: string };
  /** What the call asked for, in ms. */
  readonly timeoutMs?: number;
  /** Where it would run, where its arguments say something else than the call. Absolute. */
  readonly cwd?: string | null;
}

/** A part with nothing established: its class is unknown and no rule but `*` reaches it. */
export function blankPart(text: string): Part {
  return {
    text,
    program: null,
    known: false,
    words: [],
    globals: [],
    class: "unknown",
    optionEffects: [],
    pathsOnly: false,
    projectCode: false,
    paths: [],
    targets: [],
    findings: [],
    offers: [],
  };
}

/** The first string argument in the order written: the subject that an allowlist of a tool without a command matches. */
export function firstString(args: unknown): string {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return "";
  const found = Object.values(args).find((value) => typeof value === "string");
  return typeof found === "string" ? found : "";
}
