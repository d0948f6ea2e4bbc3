import { compile, type CompiledPolicy, type Readers, type Take } from "../../src/core/compile.ts";
import { decide } from "../../src/core/decide.ts";
import type { Decision } from "../../src/core/decision.ts";
import type { DirectoryGrant, Policy, Rule } from "../../src/core/policy.ts";
import type { Part, PathUse, Reading, ToolFacts, Word } from "../../src/core/reading.ts";
import type { PathSegment, Pattern, PatternWord } from "../../src/core/rule/pattern.ts";
import { findBuiltin } from "../../src/core/names.ts";

/** Readers of patterns as plain as the tests need: words apart at blanks, options by their dash. */
export const readers: Readers = {
  command: (text) => {
    const [program = "", ...words] = text.split(" ");
    if (/[*?]/.test(program)) return { ok: false, message: "no masks in the program's name" };
    const open = words.at(-1) === "*";
    const pattern: Pattern = {
      kind: "command",
      program,
      known: program !== "strange",
      words: (open ? words.slice(0, -1) : words).map(patternWord),
      globals: [],
      open,
    };
    return { ok: true, pattern };
  },
  path: (text) => {
    if (text.split("/").includes("..")) return { ok: false, message: "`..` is refused" };
    const base = text.startsWith("/") ? "root" : text.startsWith("~/") ? "home" : "project";
    const names = (base === "home" ? text.slice(2) : text).split("/").filter((name) => name !== "");
    return { ok: true, pattern: { kind: "path", base, segments: names.map(segment) } };
  },
  url: (text) => {
    const match = /^(?:(\w+):\/\/)?([^/:*]+)(?::(\d+))?(?:\/(.*))?$/.exec(text);
    if (match === null) return { ok: false, message: "not a URL pattern" };
    const [, said, host = "", port = "", path = ""] = match;
    return {
      ok: true,
      pattern: {
        kind: "url",
        scheme: said ?? "https",
        host,
        port,
        anyPort: said === undefined && port === "",
        segments: path
          .split("/")
          .filter((name) => name !== "")
          .map(segment),
      },
    };
  },
  none: (text) => (text === "*" ? { ok: true, pattern: { kind: "any" } } : { ok: false, message: "only `*`" }),
};

function segment(name: string): PathSegment {
  if (name === "**") return { kind: "deep" };
  return { kind: /[*?]/.test(name) ? "mask" : "literal", text: name };
}

function patternWord(text: string): PatternWord {
  const kind = /[*?]/.test(text) ? "mask" : "literal";
  return text.startsWith("-") ? { text, kind, option: text.split("=")[0] as string } : { text, kind };
}

export const PROJECT = "/home/dev/app";

const FULL_GRANT: DirectoryGrant = { root: PROJECT, recursive: true, can: ["read", "write", "edit", "delete"] };

export const BASE: Policy = {
  layers: {},
  rules: [],
  level: "L0",
  approvalMode: "ask",
  grants: [FULL_GRANT],
  projectRoots: [PROJECT],
  limits: {},
  revision: "r1",
  home: "/home/dev",
};

/** `"allow shell git * project"` → a rule; the id is the text. */
export function rule(text: string, more: Partial<Rule> = {}): Rule {
  const [decision, tool, ...rest] = text.split(" ");
  const scope = rest.pop();
  return { id: text, tool, pattern: rest.join(" "), decision, scope, ...more } as Rule;
}

export function policyOf(more: Partial<Policy> = {}, rules: readonly string[] = [], take?: Take): CompiledPolicy {
  const compiled = compile(
    { ...BASE, ...more, rules: [...(more.rules ?? []), ...rules.map((text) => rule(text))] },
    readers,
    take,
  );
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  return compiled.policy;
}

/** A word as a reader gives it: `$X` is of unknown value, `*.c` a glob, `--a=b` an option. */
function word(text: string): Word {
  const kind = text.includes("$") ? "unknown" : /[*?]/.test(text) ? "glob" : "literal";
  return text.startsWith("-") ? { text, kind, option: text.split("=")[0] as string } : { text, kind };
}

export function part(text: string, more: Partial<Part> = {}): Part {
  const [program = "", ...words] = text.split(" ");
  return {
    text,
    program,
    known: program !== "strange",
    words: words.map(word),
    globals: [],
    class: "execute",
    optionEffects: [],
    pathsOnly: false,
    projectCode: false,
    paths: [],
    targets: [],
    findings: [],
    offers: [],
    ...more,
  };
}

export function path(act: PathUse["act"], name: string, more: Partial<PathUse> = {}): PathUse {
  const spelling = name.startsWith("/") ? name : `${PROJECT}/${name}`;
  return {
    spelling,
    canonical: spelling,
    act,
    foldCase: false,
    recursive: false,
    kind: "file",
    system: false,
    scratch: false,
    ...more,
  };
}

export const SHELL: ToolFacts = {
  id: "shell",
  origin: "builtin",
  family: "shell",
  class: "execute",
  profile: "command",
  known: true,
  state: "ok",
};

export function builtin(id: string): ToolFacts {
  const tool = findBuiltin(id);
  if (tool === undefined) throw new Error(`no tool ${id}`);
  return {
    id: tool.id,
    origin: "builtin",
    family: tool.family,
    class: tool.class,
    profile: tool.profile,
    known: true,
    state: "ok",
  };
}

export function mcp(more: Partial<ToolFacts> = {}): ToolFacts {
  return {
    id: "mcp__git__commit",
    origin: "mcp",
    family: "mcp",
    class: "unknown",
    profile: "none",
    server: "git",
    known: true,
    state: "ok",
    ...more,
  };
}

export function reading(parts: readonly Part[], more: Partial<Reading> = {}): Reading {
  const worst = parts[0]?.class ?? "unknown";
  return {
    tool: SHELL,
    source: "model",
    attended: true,
    callsThisRun: 0,
    argsHash: "h1",
    cwd: PROJECT,
    class: worst,
    parts,
    findings: [],
    ...more,
  };
}

/** A call of a tool that is no command: one part without a program. */
export function use(tool: ToolFacts, more: Partial<Part> = {}, call: Partial<Reading> = {}): Reading {
  return reading([part(tool.id, { program: null, class: tool.class, words: [], ...more })], { tool, ...call });
}

export function fileCall(id: string, ...paths: readonly PathUse[]): Reading {
  return use(builtin(id), { paths });
}

export function answer(call: Reading, policy: CompiledPolicy = policyOf(), now = 1000): Decision {
  return decide(call, policy, now);
}

/** The answer in one line: `ask rule-ask rule:allow shell git * project`. */
export function short({ effect, code, decidedBy }: Pick<Decision, "effect" | "code" | "decidedBy">): string {
  return `${effect} ${code} ${decidedBy.kind}${decidedBy.id === undefined ? "" : `:${decidedBy.id}`}`;
}
