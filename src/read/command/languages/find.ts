import { matchesMask } from "../../../core/rule/wildcard.ts";
import { parseOptions } from "../../knowledge/parse.ts";
import type { Command } from "../../knowledge/schema.ts";
import { type Arg, literal } from "../arg.ts";
import { raise } from "../line.ts";
import type { Given, ReadWords } from "../options.ts";
import type { Start } from "../program.ts";
import { addPaths, looser } from "../use.ts";

/** `find dir … -delete` deletes what it finds. GNU findutils 4.10. */
export function readFind(start: Start): void {
  const { at, draft, options, operands, read } = start;
  if (!options.some(({ name }) => name === "-delete")) return;
  raise(draft, "destructive");
  const some = !findsAll(read.words, operands);
  const named = (some ? (namesFound(read.words) ?? []) : []).map(looser);
  const roots = operands.filter((arg) => !isSign(arg));
  // With `-L` a link that it starts from is followed, and all that lies there goes.
  for (const arg of roots.length > 0 ? roots : [literal(".")])
    addPaths(at.line, draft, {
      arg,
      act: "delete",
      cwd: start.cwd,
      recursive: true,
      some,
      follow: true,
      ...(named.length > 0 && { named }),
    });
}

/**
 * Masks of names, one of which each name that is found fits; null where a way through the tests lets others through, or
 * a name is not known.
 */
export function namesFound(words: ReadWords["words"]): readonly string[] | null {
  const names: string[] = [];
  let isKnown = true;
  const named = everyWay(words, (name, value) => {
    if (!/^-i?name$/.test(name)) return false;
    isKnown &&= value !== undefined && value.kind !== "unknown";
    names.push(value?.text ?? "");
    return true;
  });
  return named && isKnown ? names : null;
}

/**
 * Whether nothing narrows what find finds: `-name x -o -delete` deletes all that has another name. All files (`-type f`)
 * are everything that there is to lose.
 */
export function findsAll(words: ReadWords["words"], operands: readonly Arg[]): boolean {
  return !everyWay(words, (name, value) => narrows(name, value, operands));
}

/**
 * Whether each way through find's tests, and each to an action, holds a test of this kind. One that is negated leaves
 * out, and so takes back nothing; one behind an action comes too late for it.
 */
function everyWay(words: ReadWords["words"], isOne: (name: string, value: Arg | undefined) => boolean): boolean {
  let held = false;
  let negated = false;
  for (const word of words) {
    const name = word.kind === "option" ? word.name : word.arg.text;
    if (OR.test(name)) {
      if (!held) return false;
      held = false;
    } else if (name === "!" || name === "-not") negated = true;
    else if (name === "(" && negated) return false;
    else if (word.kind === "option") {
      if (ACTS.test(name) && !held) return false;
      if (!negated && isOne(name, word.value)) held = true;
      negated = false;
    }
  }
  return held;
}

/**
 * `-name *.ts` without quotes: what the pattern may become is no test or action by any name, and a second name is a path
 * behind the tests, at which find stops. GNU findutils 4.10, FreeBSD 14, busybox 1.36.
 */
export function staysName({ kind, text }: Arg, { language, options = "" }: Command): boolean {
  if (language !== "find" || kind !== "glob") return false;
  const mask = looser(text);
  return [...parseOptions(options).byName.keys()].every((name) => !matchesMask(mask, name));
}

const OR = /^(?:-or?|,)$/;
const ACTS = /^-(?:(?:exec|ok)(?:dir)?|f?print[0f]?|f?ls|delete)$/;

/** The same of fd, whose first operand is a pattern that fits anywhere in a name. fd 10.2. */
export function fdFindsAll(options: readonly Given[], [pattern]: readonly Arg[]): boolean {
  const named = pattern !== undefined && pattern.kind !== "unknown" && /[\p{L}\p{N}]/u.test(pattern.text);
  return !named && !options.some(({ name }) => FD_NARROWS.test(name));
}

const FD_NARROWS = /^--(?:and|changed-after|changed-before|changed-within|extension|newer|older|size)$/;
const BY_NAME = /^-(?:i?name|i?path|i?wholename|i?regex|i?lname)$/;
const BY_STATE =
  /^-(?:[acm](?:min|time)|[ac]?newer|newer.*|empty|executable|inum|links|nogroup|nouser|perm|samefile|size|used)$/;

function narrows(name: string, value: Arg | undefined, operands: readonly Arg[]): boolean {
  if (name === "-type" || name === "-xtype") return value?.kind === "literal" && !/[fd]/.test(value.text);
  if (BY_STATE.test(name)) return true;
  if (!BY_NAME.test(name) || value === undefined || value.kind === "unknown") return false;
  // `find /srv -path '/srv/*'` leaves nothing out.
  const root = operands.find((arg) => value.text.startsWith(arg.text));
  return /[\p{L}\p{N}]/u.test(value.text.slice(root?.text.length ?? 0));
}

function isSign(arg: Arg): boolean {
  return /^[()!,]$/.test(arg.text);
}
