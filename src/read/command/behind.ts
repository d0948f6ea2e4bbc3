import type { Arg } from "./arg.ts";
import { isLiteral } from "./arg.ts";
import type { Start } from "./program.ts";
import { inShadow, type Line, unreadable } from "./line.ts";
import { NO_STDIN } from "./redirect.ts";
import { copyScope } from "./scope.ts";
import { isAway, readArgv, readScript } from "./unwrap.ts";
import type { At } from "./walk.ts";

/**
 * Commands that a launcher starts where they are not followed: on another machine, in a container, by another
 * language. The launcher's own part answers for them; what can be read of them stands there so that a denial meets it.
 * Source: rules.md, "Command rules"; a deny sees every inner command.
 */

interface Place extends Pick<Start, "at"> {
  /** The launcher; absent where the shell itself is. */
  readonly draft?: Start["draft"];
}

/** They start what they are told on other machines, besides the launchers that always do. */
const ELSEWHERE: ReadonlySet<string> = new Set(["aws", "awslocal", "gcloud", "gh", "fly", "flyctl", "chroot"]);

/** The words that a launcher takes its command from. */
export function showWords(place: Place, words: readonly Arg[]): void {
  const dashes = words.findIndex((word) => isLiteral(word, "--"));
  if (dashes > 0) showCommand(place, words.slice(dashes + 1));
  showCommand(place, words);
}

function showCommand(place: Place, words: readonly Arg[]): void {
  const from = words.findIndex((word) => !/^[A-Za-z_]\w*=|^--?$/.test(word.prefix));
  const end = words.findIndex((word) => /^:{3,4}\+?$/.test(word.text));
  const [first, ...rest] = words.slice(Math.max(from, 0), end < 0 ? undefined : end);
  if (first === undefined) return;
  const [text = first] = isLiteral(first, "-c") ? rest : [];
  // No program has a blank in its name: a shell gets the words as one line.
  if (!/\s/.test(text.text)) behind(place, sizeOf(rest), (at) => readArgv([first, ...rest], at));
  else if (text !== first || rest.length === 0) showArg(place, text);
  else showText(place, [first, ...rest].map(({ prefix }) => prefix).join(" "));
}

/** A word that is a command line, as far as its value is known. */
export function showArg(place: Place, arg: Arg): void {
  showText(place, arg.kind === "literal" ? arg.text : fixedStart(arg));
}

export function showText(place: Place, text: string): void {
  if (text.trim() !== "") behind(place, text.length, (inner) => readScript(text, inner));
}

function sizeOf(words: readonly Arg[]): number {
  return words.reduce((sum, { text }) => sum + text.length + 1, 0);
}

/** The whole words in front of what is not known, and one for the rest. */
function fixedStart({ prefix }: Arg): string {
  const end = prefix.search(/\s\S*$/);
  return end < 0 ? "" : `${prefix.slice(0, end)} "$@"`;
}

/** What one more command costs, however short it is. */
const EACH = 128;

function behind({ at, draft }: Place, size: number, read: (inner: At) => void): void {
  const { line } = at;
  const program = draft?.program ?? null;
  const away = at.away || isAway(program) || ELSEWHERE.has(program ?? "");
  if (!spend(line, size)) return;
  const before = line.findings.length;
  inShadow(line, () => read({ ...at, scope: copyScope(at.scope), stdin: NO_STDIN, away }));
  // What cannot be read of it is no news: the launcher asks anyway, or a rule spells all of its words.
  const found = line.findings.splice(before);
  line.findings.push(
    ...found.filter(({ code }) => line.hidden < 0 || code === "fork-bomb" || code === "network-to-shell"),
  );
}

/** Whether so much more may be shown to denials. */
export function spend(line: Line, size: number): boolean {
  line.hidden -= size + EACH;
  if (line.hidden >= 0) return true;
  // INVARIANT: a denial that was not held against everything makes no line allowable.
  unreadable(line, "starts more commands by way of others than are looked at");
  return false;
}
