import type { Policy, Rule } from "../../core/policy.ts";
import type { CommandPattern, PathPattern, PathSegment, Pattern, UrlPattern } from "../../core/rule/pattern.ts";
import { shellLine } from "../../core/shell-quote.ts";
import type { Call } from "../../read/call.ts";
import { knowledgeOf } from "../../read/knowledge/index.ts";
import { parseOperands, words } from "../../read/knowledge/parse.ts";
import { pickSubcommand, type Scope } from "../../read/knowledge/pick.ts";
import type { Command, ValueKind } from "../../read/knowledge/schema.ts";

/** A call made from a rule's pattern, with the text that a person reads. */
export interface Witness {
  readonly call: Call;
  readonly text: string;
  /** The pattern is open, and nothing stands there. */
  readonly bare: boolean;
  /** The pattern leaves open what the program is to do, and this names one of the things. */
  readonly below?: string;
  /** It stands for other things of which the same is known. */
  readonly alike?: boolean;
}

/** Where the calls are made: the first project, or a folder that stands in for one. */
export function placeOf(policy: Policy): string {
  return policy.projectRoots[0] ?? `${policy.home ?? ""}/project`;
}

/**
 * Calls that a pattern is written for: its words, masks filled, an open end filled in several ways. What of them it
 * covers in truth is for `read` and `decide` to say.
 */
export function witnessesOf({ tool, pattern: text }: Rule, pattern: Pattern, policy: Policy): readonly Witness[] {
  const cwd = placeOf(policy);
  const of = (name: string, args: unknown, shown: string): Witness => ({
    call: { tool: name, args, cwd, project: cwd, source: "model", attended: true },
    text: shown,
    bare: false,
  });
  const line = (command: string): Witness => of("shell", { command }, command);
  switch (pattern.kind) {
    case "command":
      return linesOf(text, pattern).map(({ command, ...kind }) => ({ ...line(command), ...kind }));
    case "path":
      return pathsOf(pattern, policy).map((path) =>
        of(FILE_TOOLS[tool] ?? tool, { path, ...(tool === "change" && { content: "" }) }, path),
      );
    case "url":
      return urlsOf(pattern).map((url) => of(tool, { url }, url));
    case "any":
      if (tool === "project-code") return PROJECT_LINES.map(line);
      if (tool === "shell") return ANY_LINES.map((command) => ({ ...line(command), below: command }));
      return tool === "web_fetch"
        ? [{ ...of(tool, { url: SOME_URL }, SOME_URL), below: SOME_URL }]
        : [of(tool, {}, tool)];
  }
}

const FILE_TOOLS: Readonly<Record<string, string>> = { read: "read_file", change: "write_file", delete: "delete_file" };

const SOME_URL = "https://example.com/any/page";
/** Of several classes, none of them destructive. */
const ANY_LINES = ["mkdir x", "git push origin main", "npm publish", "docker compose up"];
const PROJECT_LINES = ["npm test", "make x", "node x.js", "./gradlew build"];

interface Line extends Pick<Witness, "bare" | "below" | "alike"> {
  readonly command: string;
}

/** Operands of several kinds, and a command for what starts one. */
const TAILS = [[], ["x"], ["git", "push"], ["a.txt"], ["."], ["https://example.com/x"]] as const;

const NOTHING = [[]] as const;

function linesOf(text: string, { program, open }: CommandPattern): readonly Line[] {
  const all = splitPattern(text);
  const given = open ? all.slice(0, -1) : all;
  const starts = distinct(["x", ""].map((fill) => given.map((word, at) => (at === 0 ? word : filled(word, fill)))));
  if (!open) return starts.map((start) => ({ command: shellLine(start), bare: false }));
  const scope = scopeOf(program, given.slice(1));
  const tails = scope !== null && takesNothing(scope.command) ? NOTHING : TAILS;
  const plain = starts.flatMap((start) =>
    tails.map((tail) => ({ command: shellLine([...start, ...tail]), bare: tail.length === 0 && tails !== NOTHING })),
  );
  if (scope === null) return plain;
  const [start = []] = starts;
  return [
    ...plain,
    ...callsBelow(scope.command).map(({ name, tail, alike }) => ({
      command: shellLine([...start, ...name, ...tail]),
      bare: false,
      alike,
      below: shellLine([...start, ...name]),
    })),
  ];
}

/** The subcommand that the words of a pattern lead to; null where nothing is known. */
function scopeOf(program: string, given: readonly string[]): Scope | null {
  const known = knowledgeOf(program);
  if (known === undefined) return null;
  return given
    .filter((word) => !word.startsWith("-"))
    .reduce<Scope>((scope, word) => pickSubcommand(scope, word) ?? scope, { program: known, command: known, path: [] });
}

function takesNothing({ operands, subs }: Command): boolean {
  return operands === undefined && subs === undefined;
}

interface Below {
  readonly name: readonly string[];
  readonly tail: readonly string[];
  readonly alike: boolean;
}

/**
 * What follows a command to name each of its subcommands, with the operands that these demand and all that they take. Of
 * those that share an entry one stands for all: some have themselves below them, without an end.
 */
function callsBelow(command: Command, seen: Set<Command> = new Set([command])): readonly Below[] {
  return Object.entries(command.subs ?? {}).flatMap(([names, sub]) => {
    const [word, ...others] = words(names).filter((each) => !each.includes("*"));
    if (word === undefined || seen.has(sub)) return [];
    seen.add(sub);
    const own = sub.class === undefined ? [] : tailsOf(sub).map((tail) => ({ name: [], tail, alike: false }));
    return [...own, ...callsBelow(sub, seen)].map(({ name, tail, alike }) => ({
      name: [word, ...name],
      tail,
      alike: alike || others.length > 0,
    }));
  });
}

function tailsOf({ operands = "" }: Command): readonly (readonly string[])[] {
  const all = parseOperands(operands);
  const needed = all.filter(({ optional }) => !optional);
  return distinct([needed, all].map((list) => list.map(({ kind }) => valueOf(kind))));
}

function valueOf(kind: ValueKind): string {
  if (kind === "u") return "https://example.com/x";
  if (kind === "h") return "example.com";
  if (kind === "n") return "1";
  return "rwedRWDs".includes(kind) ? "a.txt" : "x";
}

function pathsOf({ base, segments }: PathPattern, policy: Policy): readonly string[] {
  const start = { project: placeOf(policy), home: policy.home ?? "", root: "" }[base];
  const made = ["x", "x/y", ""].map((fill) => [start, ...segmentTexts(segments, fill)].join("/"));
  // A wide pattern may be without effect where it starts, and not where something is granted.
  const granted = policy.grants.map(({ root }) => `${root}/a.txt`);
  return distinct([...made, ...granted]);
}

function urlsOf({ scheme, host, port, segments }: UrlPattern): readonly string[] {
  const origin = `${scheme}://${host}${port === "" ? "" : `:${port}`}`;
  return distinct(["x", "x/y", ""].map((fill) => [origin, ...segmentTexts(segments, fill)].join("/")));
}

function segmentTexts(segments: readonly PathSegment[], fill: string): readonly string[] {
  return segments
    .map((segment) => (segment.kind === "deep" ? fill : filled(segment.text, fill.replace("/", ""))))
    .filter((text) => text !== "");
}

function filled(mask: string, fill: string): string {
  return mask.replaceAll("*", fill).replaceAll("?", "x");
}

function splitPattern(text: string): readonly string[] {
  return [...text.matchAll(/"((?:[^"]|"")*)"|\S+/g)].map(([whole, inner]) => inner?.replaceAll('""', '"') ?? whole);
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
