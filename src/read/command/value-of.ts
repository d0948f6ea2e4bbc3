import { isSecretVariable } from "../secret-names.ts";
import { type Arg, unknown } from "./arg.ts";
import { NUMBER } from "./changes.ts";
import type { Line } from "./line.ts";
import type { Scope } from "./scope.ts";
import { LIVING } from "./secrets.ts";

/** The value of a variable at one place of a line; see `Expander.valueOf`. */
export function valueOf(name: string, scope: Scope, line: Line): Arg | null | undefined {
  const value = givenValue(name, scope, line);
  line.secrets.met ||= value?.secret !== undefined;
  line.secrets.loose ||= value === null;
  line.secrets.living ||= LIVING.has(name);
  return value;
}

/** Of the environment only what is a plain absolute path is spelled out: other values may be secrets. */
function givenValue(name: string, scope: Scope, { world }: Line): Arg | null | undefined {
  const set = scope.vars.get(name);
  if (set !== undefined) return set;
  if (LIVING.has(name)) return null;
  if (isSecretVariable(name)) return unknown(`$${name}`, { secret: "whole" });
  if (scope.allVarsUnknown) return null;
  if (name === "RANDOM" || name === "SECONDS" || name === "LINENO" || name === "EUID" || name === "UID") return NUMBER;
  const value = name === "HOME" ? world.home : name === "PWD" ? scope.cwd : world.env[name];
  if (value == null || !/^\/[\w./+-]*$/.test(value)) return undefined;
  return { text: value, kind: "literal", prefix: value, many: false, dash: false };
}
