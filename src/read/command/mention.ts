import type { Line, Draft } from "./line.ts";
import { unreadable, usePath } from "./line.ts";
import { type Arg, literal } from "./arg.ts";
import { absolute } from "./guard.ts";
import { addPaths } from "./use.ts";

/**
 * Words of which nothing says whether they name a file: those of an unknown program, of a script, of an option that is not
 * listed. A denial, a question or the protection of that file holds whichever program is given its name.
 */

export interface MentionedIn {
  readonly line: Line;
  readonly draft: Draft;
  readonly cwd: string | null;
  /** On another machine, where this one's files are not. */
  readonly away: boolean;
}

/**
 * What a word must be to count: `any`, a path by its looks or something that is there; `path`, a path by its looks or a
 * file that is there (`npm run build` names no folder); `file`, a file that is there (`git push origin docs/x`).
 */
export type Mentioned = "any" | "path" | "file";

/** `f`, `--file=f`, `-ff`, `@f`, `name=@f`, `f:/in/container`. */
export function mentionWord(place: MentionedIn, arg: Arg, as: Mentioned): void {
  if (place.away || arg.pipe) return;
  if (arg.kind === "glob" || arg.below) return mentionMany(place, arg);
  // What follows is not known, so that it may be anything in the folder that is.
  const text = arg.kind === "literal" ? (arg.path ?? arg.text) : arg.prefix.slice(0, arg.prefix.lastIndexOf("/"));
  for (const name of namesIn(text)) mention(place, name, as);
}

/** The texts in quotes of a program: `open("f")`. */
export function mentionTexts(place: MentionedIn, code: string): void {
  if (place.away) return;
  for (const [, double, single] of code.matchAll(/"([^"\n]{1,255})"|'([^'\n]{1,255})'/g)) {
    const text = double ?? single ?? "";
    if (!/\s/.test(text)) mention(place, text, "path");
  }
}

/** `-I/usr/include` has its name joined to one letter. Words of a sentence are no names: `--body "about .env"`. */
function namesIn(given: string): readonly string[] {
  const text = given.replace(/^fileb?:\/\/(?:localhost(?=\/))?/i, "");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
  const joined = /^-[A-Za-z](?=.)/.test(text) ? text.slice(2) : "";
  return [...new Set([text, joined, ...text.split(/[=:@,;<>()[\]{}"'`|&]+/)])];
}

function mention({ line, draft, cwd }: MentionedIn, name: string, as: Mentioned): void {
  if (name === "" || name.startsWith("-") || name.startsWith("//")) return;
  const spelled = name.startsWith("~/") ? `${line.world.home}${name.slice(1)}` : name;
  const path = absolute(spelled, cwd);
  if (path === null || !counts(line, { name, path, as })) return;
  // INVARIANT: a denial that was not held against everything makes no line allowable.
  if (--line.looks < 0) return unreadable(line, "names more files than are looked at");
  draft.mentions.push(usePath(line, literal(spelled), "read", { cwd }));
}

function counts(
  { world }: Line,
  { name, path, as }: { readonly name: string; readonly path: string; readonly as: Mentioned },
): boolean {
  if (as !== "file" && /[/.~]/.test(name)) return true;
  const kind = world.lstat(path)?.kind;
  return as === "any" ? kind !== undefined : kind === "file" || kind === "link";
}

/** A pattern, or what another program printed. */
function mentionMany({ line, draft, cwd }: MentionedIn, arg: Arg): void {
  const aside = { ...draft, paths: [], findings: [] };
  addPaths(line, aside, { arg, act: "read", cwd, recursive: false });
  draft.mentions.push(...aside.paths);
}
