import { showText } from "../behind.ts";
import type { Arg } from "../arg.ts";
import { literal } from "../arg.ts";
import type { Start } from "../program.ts";
import { runsOther } from "../code.ts";
import { addPaths } from "../use.ts";

/** Reads sed scripts: most commands only print; `e` runs a command, `w` writes a file, `r` reads one. GNU sed 4.9. */
export function readSed(start: Start): void {
  const { options, operands } = start;
  // In a sandbox sed refuses these commands itself.
  if (options.some(({ name }) => name === "--sandbox")) return;
  const given = options.filter(({ name }) => name === "--expression").flatMap(({ value }) => (value ? [value] : []));
  const fromFile = options.some(({ name }) => name === "--file");
  const scripts: readonly (Arg | undefined)[] = given.length > 0 || fromFile ? given : [operands[0]];
  for (const script of scripts) {
    if (script === undefined) continue;
    if (script.kind !== "literal" && script.shape === undefined)
      return runsOther(start, `the script of sed is not fixed (\`${script.text}\`), and could run commands`);
  }
  readScript(start, scripts.map((script) => script?.shape ?? script?.text ?? "").join("\n"));
}

function readScript(start: Start, script: string): void {
  const reader = { text: script, at: 0 };
  while (reader.at < script.length) {
    if (!readCommand(start, reader)) {
      for (const [, line = ""] of script.matchAll(/(?:^|[\s;{}\d$/])e[ \t]+([^\n;}]+)/g)) showText(start, line);
      return runsOther(start, "the script of sed holds a command that runs another program, or that cannot be read");
    }
  }
}

interface Reader {
  readonly text: string;
  at: number;
}

/** One command with its addresses; false where it is not a harmless one. */
function readCommand(start: Start, reader: Reader): boolean {
  skip(reader, /[\s;}]*/y);
  if (reader.at >= reader.text.length) return true;
  if (!readAddresses(reader)) return false;
  const command = reader.text[reader.at++];
  switch (command) {
    case undefined:
      return false;
    case "#":
      skip(reader, /[^\n]*/y);
      return true;
    case "{":
    case "=":
      return true;
    case "s":
      return readSubstitution(start, reader);
    case "y":
      return readDelimited(reader, 2);
    case "a":
    case "i":
    case "c":
      skip(reader, /(?:\\\n|\\[^]|[^\n\\])*/y);
      return true;
    case "b":
    case "t":
    case "T":
    case ":":
      skip(reader, /[^\n;}]*/y);
      return true;
    case "r":
    case "R":
      return useFile(start, reader, "read");
    case "w":
    case "W":
      return useFile(start, reader, "write");
    default:
      if (!"dDgGhHnNpPqQxzlFL".includes(command)) return false;
      skip(reader, /[ \t]*\d*/y);
      return /^[\s;}#]?$/.test(reader.text[reader.at] ?? "");
  }
}

function readAddresses(reader: Reader): boolean {
  for (let count = 0; count < 2; count++) {
    const char = reader.text[reader.at];
    if (char === "/" || char === "\\") {
      if (char === "\\") reader.at++;
      if (!readDelimited(reader, 1)) return false;
      skip(reader, /[IM]*/y);
    } else skip(reader, /\d+(?:~\d+)?|\$|[+~]\d+/y);
    skip(reader, /[ \t]*/y);
    if (reader.text[reader.at] !== ",") break;
    reader.at++;
    skip(reader, /[ \t]*/y);
  }
  skip(reader, /[ \t!]*/y);
  return true;
}

/** `/one/two/`, with whatever delimiter stands first. */
function readDelimited(reader: Reader, pieces: number): boolean {
  const delimiter = reader.text[reader.at++];
  if (delimiter === undefined || delimiter === "\n" || delimiter === "\\") return false;
  for (let left = pieces; left > 0; left--) {
    let inSet = false;
    for (; ; reader.at++) {
      const char = reader.text[reader.at];
      if (char === undefined) return false;
      if (char === "\\") reader.at++;
      // GNU sed ends a pattern at the delimiter even inside of `[…]`, POSIX does not: both must agree.
      else if (char === delimiter) {
        if (inSet) return false;
        break;
      } else if (char === "[" && pieces === 2 && left === 2) inSet = true;
      else if (char === "]") inSet = false;
    }
    reader.at++;
  }
  return true;
}

function readSubstitution(start: Start, reader: Reader): boolean {
  if (!readDelimited(reader, 2)) return false;
  skip(reader, /[gpiImM\d]*/y);
  if (reader.text[reader.at] !== "w") return /^[\s;}#]?$/.test(reader.text[reader.at] ?? "");
  reader.at++;
  return useFile(start, reader, "write");
}

/** The name goes on to the end of the line. */
function useFile(start: Start, reader: Reader, act: "read" | "write"): boolean {
  skip(reader, /[ \t]*/y);
  const from = reader.at;
  skip(reader, /[^\n]*/y);
  const name = reader.text.slice(from, reader.at);
  if (name === "") return false;
  addPaths(start.at.line, start.draft, { arg: literal(name), act, cwd: start.cwd, recursive: false });
  return true;
}

function skip(reader: Reader, pattern: RegExp): void {
  pattern.lastIndex = reader.at;
  reader.at += pattern.exec(reader.text)?.[0].length ?? 0;
}
