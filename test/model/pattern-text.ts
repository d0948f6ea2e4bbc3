import type { Pattern, PathSegment, PatternWord, ReadPattern } from "../../src/core/rule/pattern.ts";

/**
 * A toy spelling of patterns, so that generated policies and counterexamples read like real ones while no reader
 * and no command knowledge is involved. Options begin with `-`, a program's own options with `@-`; every program
 * but `zap` is known. What begins with `!` cannot be read.
 */
export const UNKNOWN_PROGRAM = "zap";

type ProfileName = "command" | "path" | "url" | "none";

export const readers: Record<ProfileName, ReadPattern> = {
  command: readable((text) => (text === "*" ? { kind: "any" } : commandPattern(text))),
  path: readable(pathPattern),
  url: readable((text) => (text === "*" ? { kind: "any" } : urlPattern(text))),
  none: (text) => (text === "*" ? { ok: true, pattern: { kind: "any" } } : { ok: false, message: "only `*`" }),
};

function readable(pattern: (text: string) => Pattern): ReadPattern {
  return (text) =>
    isUnreadable(text) ? { ok: false, message: "not to be read" } : { ok: true, pattern: pattern(text) };
}

export function isUnreadable(text: string): boolean {
  return text.startsWith("!");
}

const PATH_TOOLS =
  "read change delete read_file list_files search_files write_file edit_file create_directory zip_create " +
  "zip_extract move_file delete_file delete_directory";

/** Which profile reads a rule of this tool. */
function profileOf(tool: string): ProfileName {
  if (tool === "shell") return "command";
  if (tool === "web_fetch") return "url";
  return isAboutFiles(tool) ? "path" : "none";
}

export function isAboutFiles(tool: string): boolean {
  return PATH_TOOLS.split(" ").includes(tool);
}

export function readRulePattern(tool: string, text: string): Pattern {
  const read = readers[profileOf(tool)](text);
  if (!read.ok) throw new Error(`${tool} ${text}: ${read.message}`);
  return read.pattern;
}

/** `--out=a.txt` is an option named `--out`. */
export function optionName(text: string): string | undefined {
  return text.startsWith("-") ? (text.split("=")[0] ?? text) : undefined;
}

function commandPattern(text: string): Pattern {
  const [program = "", ...rest] = text.split(" ");
  const open = rest.at(-1) === "*";
  const words = open ? rest.slice(0, -1) : rest;
  return {
    kind: "command",
    program,
    known: program !== UNKNOWN_PROGRAM,
    words: words.filter((word) => !word.startsWith("@")).map(patternWord),
    globals: words.filter((word) => word.startsWith("@")).map((word) => patternWord(word.slice(1))),
    open,
  };
}

function patternWord(text: string): PatternWord {
  const option = optionName(text);
  return { text, kind: /[*?]/.test(text) ? "mask" : "literal", ...(option === undefined ? {} : { option }) };
}

function pathPattern(text: string): Pattern {
  if (text.startsWith("/")) return { kind: "path", base: "root", segments: segments(text.slice(1)) };
  if (text.startsWith("~/")) return { kind: "path", base: "home", segments: segments(text.slice(2)) };
  return { kind: "path", base: "project", segments: segments(text) };
}

function urlPattern(text: string): Pattern {
  const [, said, host = "", port = "", path = ""] = /^(?:(\w+):\/\/)?([^/:]+)(?::(\d+))?(?:\/(.*))?$/.exec(text) ?? [];
  const anyPort = said === undefined && port === "";
  return { kind: "url", scheme: said ?? "https", host, port, anyPort, segments: segments(path) };
}

function segments(text: string): readonly PathSegment[] {
  return text
    .split("/")
    .filter((part) => part !== "")
    .map((part) => {
      if (part === "**") return { kind: "deep" };
      return { kind: /[*?]/.test(part) ? "mask" : "literal", text: part };
    });
}
