import { CLASSES, type Class, worstClass } from "../core/class.ts";
import { lazyProperty } from "../core/lazy.ts";
import { findBuiltin } from "../core/names.ts";
import type { Profile, Reading, ToolFacts } from "../core/reading.ts";
import { agentTool } from "./agents/agent-tool.ts";
import type { CanonicalCall } from "./agents/map.ts";
import type { Call } from "./call.ts";
import { callText } from "./call-hash.ts";
import { DEEPEST } from "./canonical-json.ts";
import { commandProfile } from "./command/profile.ts";
import { generalProfile } from "./mcp/read-mcp.ts";
import { fileProfile } from "./path/read-files.ts";
import type { ToolProfile } from "./profiles.ts";
import { sha256 } from "./sha256.ts";
import { urlProfile } from "./url/read-url.ts";
import type { World } from "./world.ts";

const PROFILES: Readonly<Record<Profile, ToolProfile>> = {
  command: commandProfile,
  path: fileProfile,
  url: urlProfile,
  none: generalProfile,
};

/** How `compile` reads the patterns of rules. */
export const readers = {
  command: commandProfile.readPattern,
  path: fileProfile.readPattern,
  url: urlProfile.readPattern,
  none: generalProfile.readPattern,
};

/**
 * Establishes the facts about a call. Looks at the machine only through `world`, never throws, and knows no policy.
 * Source: spec "The shape", decision.md.
 */
export function read(call: Call, world: World): Reading {
  const { tool, args, findings = [] } = resolve(call);
  const facts = PROFILES[tool.profile].readCall({ ...call, args }, tool, world);
  const cwd = facts.cwd === undefined ? call.cwd : facts.cwd;
  const text = callText(call);
  const argFault = facts.argFault ?? (text === null ? NO_TEXT : undefined);
  const reading: Unhashed = {
    tool,
    source: call.source,
    attended: call.attended,
    callsThisRun: call.callsThisRun ?? 0,
    cwd: cwd === null ? null : (world.realpath(cwd) ?? cwd),
    class: facts.parts.reduce<Class>((worst, part) => worstClass(worst, part.class), "read"),
    parts: facts.parts,
    findings: findings.length === 0 ? facts.findings : [...findings, ...facts.findings],
    [ARGS_TEXT]: text ?? "",
  };
  if (argFault !== undefined) reading.argFault = argFault;
  if (facts.timeoutMs !== undefined) reading.timeoutMs = facts.timeoutMs;
  return Object.defineProperty(reading, "argsHash", LAZY_HASH) as unknown as Reading;
}

/** INVARIANT: no two calls share a hash, since what was allowed once is known again by it. */
const NO_TEXT = { path: "$", message: `must be JSON, nested no deeper than ${DEEPEST}` } as const;

/** The arguments as they are now, as a text. Under a symbol: no part of what is compared, stored or sent. */
const ARGS_TEXT = Symbol("args");

type Unhashed = { -readonly [Key in keyof Omit<Reading, "argsHash">]: Reading[Key] } & { readonly [ARGS_TEXT]: string };

/** Hashing costs more than reading a short line, and few look at it. */
const LAZY_HASH = lazyProperty<Reading & Unhashed>("argsHash", (reading) => sha256(reading[ARGS_TEXT]));

/** What is known of the tool that a call names, whatever its arguments. */
export function toolOf(call: Call): ToolFacts {
  return resolve(call).tool;
}

/** Which tool a name means to its caller. An agent's names go through that agent's own table only. */
function resolve(call: Call): Pick<CanonicalCall, "args" | "findings"> & { readonly tool: ToolFacts } {
  const mapped =
    call.agent === undefined ? { tool: call.tool, args: call.args } : agentTool(call.agent, call.tool, call.args);
  if (mapped === undefined) return { tool: stranger(call.tool), args: call.args };
  if (mapped.tool.startsWith("mcp__")) return { tool: mcpTool(mapped.tool, call), args: mapped.args };
  const builtin = findBuiltin(mapped.tool);
  if (builtin === undefined) return { tool: stranger(call.tool), args: call.args };
  const { id, family, class: cls, profile } = builtin;
  const origin = call.agent === undefined ? "builtin" : "agent";
  const named = call.agent === undefined || call.tool === id ? {} : { calledAs: call.tool };
  return { ...mapped, tool: { id, origin, ...named, family, class: cls, profile, known: true, state: "ok" } };
}

function stranger(name: string): ToolFacts {
  return { id: name, origin: "unknown", family: null, class: "unknown", profile: "none", known: false, state: "ok" };
}

function mcpTool(id: string, { descriptor }: Call): ToolFacts {
  const base = { id, origin: "mcp", family: "mcp", profile: "none" } as const;
  if (descriptor === undefined) return { ...base, class: "unknown", known: false, state: "ok" };
  const { server, state = "ok", missingScopes, hash, pinned, firstSeen } = descriptor;
  return {
    ...base,
    class: CLASSES.find((name) => name === descriptor.class) ?? "unknown",
    server,
    known: true,
    state,
    ...(missingScopes !== undefined && { missingScopes }),
    ...(hash !== undefined && { hash }),
    ...(pinned !== undefined && { pinned }),
    ...(firstSeen !== undefined && { firstSeen }),
  };
}
