import type { Class } from "../../core/class.ts";
import type { Decider, DeciderKind } from "../../core/decision.ts";
import { levelName } from "../../core/level-names.ts";
import type { Level } from "../../core/policy.ts";
import { CallText } from "../render/call-text.tsx";

/** What a part of a call does, as a sentence goes on after "it". Source: decision.md. */
export const CLASS_WORDS: Readonly<Record<Class, string>> = {
  read: "only reads",
  "remote-read": "only reads, from a service that is set up",
  interact: "asks you, or keeps a plan",
  "app-read": "reads what its own chat holds",
  write: "changes files",
  network: "reaches the network",
  execute: "runs code",
  delegate: "hands work to another agent",
  destructive: "destroys work",
  privilege: "takes more rights",
  admin: "touches rules and records of Assent",
  unknown: "does what is not known",
};

const DECIDERS: Readonly<Record<DeciderKind, string>> = {
  layer: "the setting",
  rule: "the rule",
  allowlist: "the allowlist of",
  preset: "the preset",
  level: "the level",
  finding: "the finding",
  mode: "the mode",
  approval: "the approval mode",
  descriptor: "what the tool says of itself:",
  arguments: "its arguments:",
  limit: "the limit",
  grant: "a granted folder",
  attendance: "nobody being there",
};

/** Which rule, setting or level spoke. */
export function DecidedBy({ by: { kind, id } }: { readonly by: Decider }) {
  return (
    <span>
      decided by {DECIDERS[kind]}
      {id !== undefined && <> {kind === "level" ? levelName(id as Level) : <CallText text={id} />}</>}
    </span>
  );
}
