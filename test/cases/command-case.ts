import { compile, type CompiledPolicy } from "../../src/core/compile.ts";
import { decide } from "../../src/core/decide.ts";
import type { Decision } from "../../src/core/decision.ts";
import type { Effect } from "../../src/core/effect.ts";
import type { DirectoryGrant, Rule } from "../../src/core/policy.ts";
import type { Reading } from "../../src/core/reading.ts";
import { plainWorld } from "../../src/read/plain-world.ts";
import { read, readers } from "../../src/read/read.ts";
import type { World } from "../../src/read/world.ts";

/**
 * One row of `cases/commands/`: a line, the rules in force, and what must come of it at level L0, in a project that may
 * be read, written and edited, with a person there.
 */
export interface CommandCase {
  readonly cmd: string;
  readonly expect: Effect;
  /**
   * Patterns of `shell`; a list of them allows. `change`, `read` and `delete` allow paths, `noChange`, `noRead` and
   * `noDelete` deny them, `code` is the project-code consent.
   */
  readonly rules?: readonly string[] | Rules;
  readonly shell?: World["shell"];
  /** Below the project, unless absolute. */
  readonly cwd?: string;
  readonly why: string;
}

interface Rules {
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly change?: readonly string[];
  readonly read?: readonly string[];
  readonly delete?: readonly string[];
  readonly noChange?: readonly string[];
  readonly noRead?: readonly string[];
  readonly noDelete?: readonly string[];
  readonly code?: true;
}

const HOME = "/home/dev";
const PROJECT = "/home/dev/app";
const policies = new Map<string, CompiledPolicy>();

export function decideCase(row: CommandCase): Decision {
  return decide(readCase(row), policyFor(row.rules ?? []), 0);
}

export function readCase({ cmd, shell = "bash", cwd = PROJECT }: Pick<CommandCase, "cmd" | "shell" | "cwd">): Reading {
  const world = plainWorld({ home: HOME, cwd, project: PROJECT, shell });
  const call = {
    tool: "shell",
    args: { command: cmd },
    cwd,
    project: PROJECT,
    source: "model",
    attended: true,
  } as const;
  return read(call, world);
}

/** Under these rules alone, with a grant of the project that lets so much. */
export function decideWith(
  reading: Reading,
  rules: readonly Rule[],
  can: DirectoryGrant["can"],
  grants: readonly DirectoryGrant[] = [],
): Decision {
  return decide(reading, compiledPolicy(rules, [{ root: PROJECT, recursive: true, can }, ...grants]), 0);
}

/** Most rows share their rules with others. */
function policyFor(rules: NonNullable<CommandCase["rules"]>): CompiledPolicy {
  const key = JSON.stringify(rules);
  const known = policies.get(key);
  if (known !== undefined) return known;
  const grant = { root: PROJECT, recursive: true, can: ["read", "write", "edit", "delete"] } as const;
  const policy = compiledPolicy(toRules(rules), [grant]);
  policies.set(key, policy);
  return policy;
}

function compiledPolicy(rules: readonly Rule[], grants: readonly DirectoryGrant[]): CompiledPolicy {
  const policy = { layers: {}, rules, grants, projectRoots: [PROJECT], limits: {}, revision: "cases", home: HOME };
  const compiled = compile({ ...policy, level: "L0", approvalMode: "ask" }, readers);
  if (!compiled.ok) throw new Error(compiled.errors.map(({ path, message }) => `${path}: ${message}`).join("; "));
  return compiled.policy;
}

function toRules(rules: NonNullable<CommandCase["rules"]>): readonly Rule[] {
  const { code, ...patterns }: Rules = isList(rules) ? { allow: rules } : rules;
  const written = Object.entries(patterns).flatMap(([kind, list]) => list.map((pattern) => ({ kind, pattern })));
  const consent = code ? [{ kind: "project-code", pattern: "*" }] : [];
  return [...written, ...consent].map(({ kind, pattern }, at) => {
    const isVerdict = kind === "allow" || kind === "ask" || kind === "deny";
    const denied = /^no([A-Z]\w+)/.exec(kind)?.[1]?.toLowerCase();
    return {
      id: `rule-${at}`,
      tool: isVerdict ? "shell" : (denied ?? kind),
      pattern,
      decision: isVerdict ? kind : denied === undefined ? "allow" : "deny",
      scope: "project",
    };
  });
}

function isList(rules: NonNullable<CommandCase["rules"]>): rules is readonly string[] {
  return Array.isArray(rules);
}
