/**
 * The embed surface: read a call, decide it against a policy, explain the answer. No host, no native code, nothing
 * that a browser lacks. Source: surfaces.md, "For builders".
 */
import type { CompileResult } from "./core/compile.ts";
import { addRule as addParsedRule, compile as compileWith } from "./core/compile.ts";
export { advertise } from "./core/advertise.ts";
export { decide } from "./core/decide.ts";
export { strictest } from "./core/effect.ts";
export { explain } from "./core/explain.ts";
export { plainWorld } from "./read/plain-world.ts";
export { read } from "./read/read.ts";
