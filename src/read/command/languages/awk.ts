import { showText } from "../behind.ts";
import { commandsIn } from "./inside.ts";
import { literal } from "../arg.ts";
import { mayShowSecrets } from "../line.ts";
import type { Start } from "../program.ts";
import { mustSpell, runsOther } from "../code.ts";
import { addPaths } from "../use.ts";

/** Reads awk programs: computing and printing is harmless; `system`, pipes, `>` and `@` are not. gawk 5.2, POSIX awk. */
export function readAwk(start: Start): void {
  const { options, operands, draft } = start;
  const given = options.filter(({ name }) => name === "--source").flatMap(({ value }) => (value ? [value] : []));
  const fromFile = options.some(({ name }) => name === "--file" || name === "--exec");
  const programs = given.length > 0 || fromFile ? given : operands.slice(0, 1);
  for (const program of programs) {
    if (program.kind !== "literal")
      return runsOther(start, `the program of awk is not fixed (\`${program.text}\`), and could run commands`);
    const facts = readProgramText(program.text);
    if (facts === null) showCommands(start, program.text);
    if (facts === null) return runsOther(start, "the program of awk can run commands, or cannot be read");
    if (facts.environment) {
      mayShowSecrets(draft);
      mustSpell(start, program);
    }
    for (const { path, act } of facts.files)
      addPaths(start.at.line, draft, { arg: literal(path), act, cwd: start.cwd, recursive: false });
  }
}

/** `system("cmd")`, `print | "cmd"`, `"cmd" | getline`. */
function showCommands(start: Start, text: string): void {
  const piped = [...text.matchAll(/\|&?\s*"((?:[^"\\]|\\[^])*)"|"((?:[^"\\]|\\[^])*)"\s*\|/g)].map(
    ([, after, before]) => after ?? before ?? "",
  );
  for (const line of [...commandsIn(text, "awk"), ...piped]) showText(start, line);
}

interface Facts {
  readonly environment: boolean;
  readonly files: readonly { readonly path: string; readonly act: "read" | "write" }[];
}

type Token = { readonly kind: "word" | "string" | "regex" | "number" | "sign"; readonly text: string };

/** Null where the program may start something or cannot be read. */
function readProgramText(text: string): Facts | null {
  const tokens = tokenize(text);
  if (tokens === null) return null;
  const files: { readonly path: string; readonly act: "read" | "write" }[] = [];
  let environment = false;
  let printing = false;
  let depth = 0;
  for (const [index, { kind, text: token }] of tokens.entries()) {
    const next = tokens[index + 1];
    if (kind === "word") {
      if (FORBIDDEN.has(token)) return null;
      if (token === "ENVIRON" || token === "PROCINFO") environment = true;
      if (token === "print" || token === "printf") {
        printing = true;
        depth = 0;
      }
      // `getline < "file"` reads a file; what it reads may be a name that is not fixed.
      if (token === "getline") {
        const at = tokens.findIndex((other, place) => place > index && other.text === "<" && place <= index + 2);
        const file = tokens[at + 1];
        if (at >= 0 && file?.kind !== "string") return null;
        if (at >= 0 && file) files.push({ path: file.text, act: "read" });
      }
    }
    if (kind !== "sign") continue;
    if (token === "|" || token === "|&" || token === "@") return null;
    if (token === "(") depth++;
    if (token === ")") depth--;
    if (token === ";" || token === "\n" || token === "}") printing = false;
    if (!printing || depth > 0 || (token !== ">" && token !== ">>")) continue;
    if (next?.kind !== "string" || !/^[;}\n]?$/.test(tokens[index + 2]?.text ?? "")) return null;
    files.push({ path: next.text, act: "write" });
  }
  return files.some(({ path }) => path.startsWith("/inet") || path === "-") ? null : { environment, files };
}

/** Names that start something, load code or change which files are read. */
const FORBIDDEN = new Set(["system", "ARGV", "SYMTAB", "FUNCTAB", "extension"]);

/** A `/` begins a pattern where no value stands in front of it. */
function tokenize(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  const pattern =
    /([ \t\r]+|\\\n|#[^\n]*)|("(?:[^"\\\n]|\\[^])*")|([A-Za-z_]\w*)|(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+)|(\|&|\|\||&&|>>|>=|<=|==|!=|\+\+|--|[-+*/%^]=|[^])/y;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) return null;
    const [whole, blank, string, word, number, sign] = match;
    if (blank !== undefined) continue;
    if (string !== undefined) {
      // Escapes could spell a name that is not what it looks like.
      if (string.includes("\\") && /^"[/.\w-]*\\/.test(string) && tokens.at(-1)?.text.startsWith(">")) return null;
      tokens.push({ kind: "string", text: string.slice(1, -1) });
    } else if (word !== undefined) tokens.push({ kind: "word", text: word });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (sign === '"') return null;
    else if ((sign === "/" || sign === "/=") && beginsPattern(tokens.at(-1))) {
      const end = endOfPattern(text, pattern.lastIndex - whole.length + 1);
      if (end === null) return null;
      tokens.push({ kind: "regex", text: text.slice(pattern.lastIndex - whole.length, end) });
      pattern.lastIndex = end;
    } else if ((sign === "/" || sign === "/=") && /^(\+\+|--)$/.test(tokens.at(-1)?.text ?? "")) return null;
    else tokens.push({ kind: "sign", text: sign ?? whole });
  }
  return tokens;
}

/** Words after which an expression begins. */
const OPENERS = new Set(["print", "printf", "return", "in", "case", "do", "else", "getline", "exit", "delete"]);

function beginsPattern(last: Token | undefined): boolean {
  if (last === undefined) return true;
  if (last.kind === "word") return OPENERS.has(last.text);
  return (
    last.kind === "sign" &&
    last.text !== ")" &&
    last.text !== "]" &&
    last.text !== "$" &&
    last.text !== "++" &&
    last.text !== "--"
  );
}

function endOfPattern(text: string, from: number): number | null {
  let inSet = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === "\n") return null;
    if (char === "\\") at++;
    else if (char === "[" && !inSet) {
      inSet = true;
      // `[]a]` and `[^]a]` hold a bracket.
      if (text[at + 1] === "^") at++;
      if (text[at + 1] === "]") at++;
    } else if (char === "]") inSet = false;
    // Implementations differ on a `/` in a set, so it is not certain where the pattern ends.
    else if (char === "/") return inSet ? null : at + 1;
  }
  return null;
}
