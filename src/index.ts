/**
 * The embed surface: read a call, decide it against a policy, explain the answer. No host, no native code, nothing
 * that a browser lacks. Source: surfaces.md, "For builders".
 */
import { compile as compileWith, type Compiled } from "./core/compile.ts";
import type { Policy } from "./core/policy.ts";
import { readers } from "./read/read.ts";

export { advertise } from "./core/advertise.ts";
export { decide } from "./core/decide.ts";
export { strictest } from "./core/effect.ts";
export { explain } from "./core/explain.ts";
export { addRule, removeRule } from "./core/compile.ts";
export { plainWorld } from "./read/plain-world.ts";
export { read } from "./read/read.ts";

/** Validates and indexes a policy, reading its patterns as calls are read. Errors name the path. Source: decision.md. */
export function compile(policy: Policy): Compiled {
  return compileWith(policy, readers);
}

export type { Class } from "./core/class.ts";
export type { Compiled, CompiledPolicy } from "./core/compile.ts";
export type { Decision, Offer, TraceStep } from "./core/decision.ts";
export type { Effect } from "./core/effect.ts";
export type { DirectoryGrant, Entry, Layer, Policy, Rule } from "./core/policy.ts";
export type { Finding, Part, PathUse, Reading } from "./core/reading.ts";
export type { Call, Descriptor } from "./read/call.ts";
export type { World } from "./read/world.ts";
