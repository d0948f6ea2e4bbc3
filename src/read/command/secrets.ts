import { type Arg, bothSecret, isLiteral } from "./arg.ts";
import { type Line, unreadable } from "./line.ts";
import type { Given } from "./options.ts";

/**
 * Ways in which the shell itself shows the value of a secret variable, or puts it where it is not followed. They are held
 * against each other when the whole line was read, since a loop or a trap may come back to what stood before.
 */
export interface Secrets {
  /** A secret variable was expanded. */
  met: boolean;
  /** Its value was put into another variable. */
  kept: boolean;
  /** A variable was expanded to which the line gives a value that is not fixed. */
  loose: boolean;
  /** A variable was expanded that the shell fills with words of earlier commands, or with what a pattern met. */
  living: boolean;
  /** The shell prints each command before it starts it, its words expanded (`set -x`). */
  traced: boolean;
}

export function newSecrets(): Secrets {
  return { met: false, kept: false, loose: false, living: false, traced: false };
}

/** What bash and zsh fill by themselves out of words that a command or a condition got. */
export const LIVING: ReadonlySet<string> = new Set(
  "_ BASH_REMATCH BASH_COMMAND BASH_ARGV0 OPTARG DIRSTACK MATCH match".split(" "),
);

/** INVARIANT: a value that is not followed is taken for the secret that went out of sight. */
export function checkSecrets(line: Line): void {
  const { met, kept, loose, living, traced } = line.secrets;
  if (met && traced) unreadable(line, "shows each command as it is expanded, and so the value of a secret variable");
  else if ((kept && loose) || (met && living))
    unreadable(line, "may show the value of a secret variable by way of another one");
}

/** `test` and `[` print nothing of their words where these make an expression; else a message repeats them. bash 5.2. */
export function isQuietTest(args: readonly Arg[]): boolean {
  const words = isLiteral(args.at(-1), "]") ? args.slice(0, -1) : args;
  const joint = words.findIndex((arg, at) => at > 0 && (isLiteral(arg, "-a") || isLiteral(arg, "-o")));
  if (joint > 0) return isQuietTest(words.slice(0, joint)) && isQuietTest(words.slice(joint + 1));
  const bare = isLiteral(words[0], "!") ? words.slice(1) : words;
  const [first, second, third] = bare;
  // Several words where one is meant are told in a message.
  if (first === undefined || bare.length > 3 || bare.some(({ secret, many }) => secret && many)) return false;
  if (third !== undefined) return !comparesSecret(first, literalText(second), third) && isComparison(second);
  return second === undefined ? first.secret !== "part" : !testsSecret(literalText(first), second) && isTest(first);
}

function isTest(arg: Arg | undefined): boolean {
  return /^-[nzedfrwxshL]$/.test(literalText(arg));
}

function isComparison(arg: Arg | undefined): boolean {
  return /^(?:==?|!=|[<>])$/.test(literalText(arg));
}

/** Whether `-n x` and its kind tell of a secret more than whether it is set, or whether a file has all of it for a name. */
export function testsSecret(operator: string, { secret }: Arg): boolean {
  return secret === "part" || (secret !== undefined && !/^-[nzaedfrwxshL]$/.test(operator));
}

/** Whether comparing two values tells what one of them holds: letter by letter, where it is asked again and again. */
export function comparesSecret(left: Arg, operator: string, right: Arg): boolean {
  const secret = bothSecret(left.secret, right.secret);
  if (secret === undefined) return false;
  return secret === "part" || !/^(?:==?|!=)$/.test(operator) || !(isBare(left, right) || isBare(right, left));
}

/** `"x$TOKEN" = x`: equal only where the variable is empty. */
function isBare({ prefix }: Arg, { kind, text }: Arg): boolean {
  return kind === "literal" && text === prefix;
}

function literalText(arg: Arg | undefined): string {
  return arg?.kind === "literal" ? arg.text : "";
}

/** `bash -x`, `sh -o xtrace`. */
export function traces({ name, value }: Given): boolean {
  return name === "-x" || (name === "-o" && value?.text === "xtrace");
}
