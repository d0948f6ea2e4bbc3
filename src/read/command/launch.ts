import { type Arg, isLiteral, literal, unknown } from "./arg.ts";
import { showText } from "./behind.ts";
import { commandsIn } from "./languages/inside.ts";
import { foundBelow } from "./listing.ts";
import { inShadow } from "./line.ts";
import type { Start } from "./program.ts";
import { NO_STDIN } from "./redirect.ts";
import { copyScope } from "./scope.ts";
import { isAway, readArgv, readText } from "./unwrap.ts";
import { addCarrier, runsNetwork, runsOther } from "./code.ts";

/** Programs that start other programs: their words, what they found, their standard input. */

/** `timeout 5 cmd …`: the command is judged as though it stood alone. */
export function startArgv(start: Start, argv: readonly Arg[]): void {
  const { at, draft } = start;
  const away = isAway(draft.program);
  const opaque = away || start.opaque;
  start.started = true;
  if (opaque) for (const arg of away ? argv : argv.slice(0, 1)) addCarrier(start, { arg });
  const inner = { ...at, scope: { ...copyScope(at.scope), cwd: start.cwd }, away: at.away || away };
  if (opaque) inShadow(at.line, () => readArgv(argv, inner));
  else start.printed = readArgv(argv, inner);
}

/** `find -exec cmd {} ;`: what was found takes the place of `{}`, in a shell it would be code. */
export function startFound(start: Start, argv: readonly Arg[]): void {
  const below = foundBelow(start);
  const found = (arg: Arg): Arg =>
    unknown(arg.text, {
      prefix: arg.text === "{}" ? "./" : arg.text.slice(0, arg.text.indexOf("{}")),
      dash: arg.text.startsWith("-"),
      ...(arg.text === "{}" && below && { below }),
    });
  const marked = argv.map((arg) => (arg.kind === "literal" && arg.text.includes("{}") ? found(arg) : arg));
  // fd adds what it found where no mark stands for it.
  const added = start.draft.program?.startsWith("fd") && !argv.some((arg) => /\{(?:\/\/?|\.|\/\.)?\}/.test(arg.text));
  startEach(start, added ? [...marked, found(literal("{}"))] : marked);
}

/** A command that is run once for each of many words. */
export function startEach(start: Start, argv: readonly Arg[]): void {
  const before = start.at.line.parts.length;
  startArgv(start, argv);
  if (!hasFixedText(argv)) keepShells(start, before);
}

/** `find . -exec sh -c 'wc -l "$1"' _ {} ;`: what was found is no part of the text, and read as the word that it is. */
function hasFixedText([program, option, text]: readonly Arg[]): boolean {
  return program?.kind === "literal" && SHELLS.has(program.text) && isLiteral(option, "-c") && isLiteral(text);
}

/** A shell that a launcher starts again and again, or by a text, is not looked through: data turns into code there. */
export function keepShells({ at: { line } }: Start, from: number): void {
  if (line.inShadow) return;
  for (let at = from; at < line.parts.length; at++) {
    const part = line.parts[at]!;
    if (part.program === null || !SHELLS.has(part.program) || part.class !== "read") continue;
    line.parts[at] = {
      ...part,
      class: "execute",
      pathsOnly: false,
      exactOnly: "launcher",
      spell: part.words.map((word) => word.text),
    };
  }
}

export function applyStdin(start: Start): void {
  const { at, draft, command, carriers, operands } = start;
  if (command.stdin !== "code" || carriers.length > 0 || start.started || start.stdinRead) return;
  if (operands.some((arg) => !(arg.kind === "literal" && arg.text === "-"))) return;
  const { stdin } = at;
  if (stdin.kind === "none") return;
  start.loose = true;
  if ((stdin.kind === "pipe" || stdin.kind === "file") && stdin.network) {
    runsNetwork(start);
  }
  const text = stdin.kind === "text" || stdin.kind === "pipe" ? (stdin.text ?? null) : null;
  if (text !== null && SHELLS.has(draft.program ?? "")) {
    draft.exactOnly = "launcher";
    return readText(literal(text), { ...at, stdin: NO_STDIN, shell: shellOf(draft.program) });
  }
  for (const line of text === null ? [] : commandsIn(text, draft.program)) showText(start, line);
  runsOther(start, `\`${draft.program}\` runs what it gets on its standard input`);
}

/** What reads a program in the language of this reader. */
export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "ash", "ksh"]);

export function shellOf(program: string | null): string {
  return program === "bash" || program === "zsh" ? program : "sh";
}
