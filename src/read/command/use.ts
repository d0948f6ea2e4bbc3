import { finding } from "../../core/finding-table.ts";
import type { Act, PathUse } from "../../core/reading.ts";
import { matchesMask } from "../../core/rule/wildcard.ts";
import type { FileFacts } from "../world.ts";
import { type Arg, unknown } from "./arg.ts";
import { absolute } from "./guard.ts";
import { linkUses } from "./links-below.ts";
import { piecesOf } from "./pieces.ts";
import { addFinding, addUse, type Draft, type Line, unreadable, usePath } from "./line.ts";

/** Adds what a command does at the paths that one of its words names. */
export interface PathWord {
  readonly arg: Arg;
  readonly act: Act;
  readonly cwd: string | null;
  readonly recursive: boolean;
  /** What lies below leaves as content (`cp -r`, `tar c`). */
  readonly contents?: boolean;
  readonly from?: string;
  /** Names below that begin with a dot are passed over. */
  readonly visible?: boolean;
  /** Links below are followed. */
  readonly links?: boolean;
  /** Only some of what lies below is meant, so that it is no deletion of everything. */
  readonly some?: boolean;
  /** Names that a recursive write makes. */
  readonly brings?: readonly string[];
  /** A link in the last place is followed. Default: but for a deletion. */
  readonly follow?: boolean;
  /** Of a recursive write: the names are known nowhere. */
  readonly unlisted?: boolean;
  /** Its content goes on under another name. */
  readonly moved?: boolean;
  /** Masks of their names. */
  readonly named?: readonly string[];
}

export function addPaths(line: Line, draft: Draft, word: PathWord): void {
  const { arg, act, cwd } = word;
  if (arg.pipe) return;
  if (cwd === null && isRelative(arg))
    addFinding(
      draft,
      finding("no-cwd", `it names \`${arg.text}\`, and the directory that it starts from is not known`, arg.text),
    );
  for (const use of pathsOf(line, word)) {
    addUse(draft, use);
    if (act === "delete" && (isWhole(word) || isRemoval(draft, word)) && isRoot(use, line)) {
      addFinding(draft, finding("root-delete", `it deletes everything below \`${use.spelling}\``, use.spelling));
    }
  }
}

function isWhole({ arg, recursive, some }: PathWord): boolean {
  return arg.below ? arg.below.all === true : recursive && some !== true;
}

/**
 * Whether `rm` takes what is below hangs on options that may be read wrong, and nobody means a root by the others. What
 * was found below one (`find . -name x -exec rm {} +`) is not the root.
 */
function isRemoval({ program }: Draft, { arg }: PathWord): boolean {
  return program === "rm" && !arg.below;
}

function isRelative(arg: Arg): boolean {
  return !(arg.path ?? arg.prefix).startsWith("/") && !arg.below;
}

export function pathsOf(line: Line, word: PathWord): readonly PathUse[] {
  const { arg, act } = word;
  if (arg.below) {
    const { dirs, secrets, names = [] } = arg.below;
    // What was looked for by name is there, as far as anybody can tell.
    const meant = PROBES.filter((probe) =>
      names.some((mask) => /[^*?]/.test(mask) && matchesMask(looser(mask), probe)),
    );
    const named = (path: string): Arg => ({ ...arg, kind: "literal", text: path });
    const pieces = piecesOf(line, arg.below);
    if (pieces === null) return [usePath(line, unknown(arg.text), act, word)];
    const links =
      act === "delete" ? [] : dirs.flatMap((dir) => linkUses(line, dir, { ...word, names: names.map(looser) }));
    const split = pieces.map((piece) => usePath(line, named(piece), act, word));
    const whole = dirs.flatMap((dir) => [
      usePath(line, named(dir), act, { ...word, recursive: true, contents: secrets }),
      ...meant.map((probe) => usePath(line, named(`${dir}/${probe}`), act, word)),
    ]);
    return [...whole, ...links, ...split];
  }
  const uses = plainPaths(line, word);
  if (word.links !== true || !word.recursive) return uses;
  return [...uses, ...uses.flatMap((use) => linkUses(line, use.spelling, word))];
}

function plainPaths(line: Line, word: PathWord): readonly PathUse[] {
  const { arg, act } = word;
  if (arg.pattern !== undefined) return globPaths(line, { ...word, arg: { ...arg, kind: "glob", text: arg.pattern } });
  if (arg.kind !== "glob") return [usePath(line, arg, act, word)];
  return globPaths(line, word);
}

/** Most names that a pattern is spelled out to. */
const MOST_NAMES = 200;

/**
 * A pattern counts as the files that it names now; where the disk cannot say, as its own text and as every
 * protected name that it fits.
 */
function globPaths(line: Line, word: PathWord): readonly PathUse[] {
  const { arg, act, cwd } = word;
  const text = absolute(arg.path ?? arg.text, cwd);
  const named = text === null ? null : namesOf(text, line);
  const asText = usePath(line, arg, act, word);
  if (named !== null && named.length > 0) {
    return named.map((name) => usePath(line, { ...arg, kind: "literal", text: name, path: name }, act, word));
  }
  if (text === null) return [asText];
  const at = text.lastIndexOf("/");
  const last = text.slice(at + 1);
  const fitting = /[^*?]/.test(last) ? PROBES.filter((probe) => fits(last.replaceAll("?", "*"), probe)) : [];
  return [
    asText,
    ...fitting.map((probe) =>
      usePath(line, { ...arg, kind: "literal", path: `${text.slice(0, at)}/${probe}` }, act, word),
    ),
  ];
}

/** One name of each kind that is protected for reading. */
const PROBES = [
  ".env",
  ".env.local",
  ".npmrc",
  ".netrc",
  ".ssh",
  ".aws",
  ".git",
  ".pgpass",
  "id_rsa",
  "id_ed25519",
  "server.pem",
  "server.key",
  "key.p12",
];

/** A name that begins with a dot is only meant by a pattern that does. */
function fits(mask: string, name: string): boolean {
  if (name.startsWith(".") && !mask.startsWith(".") && !mask.startsWith("[")) return false;
  return matchesMask(looser(mask), name);
}

/** Sets and extended patterns read as "anything". */
export function looser(mask: string): string {
  const plain = upTo(mask, ")", (text) => text.replace(/[?*+@!]\([^)]*\)/g, "*"));
  return upTo(plain, "]", (text) => text.replace(/\[[^\]]*\]/g, "?"));
}

/** Only as far as groups end: behind that each open one would be searched to the end of the line, again and again. */
function upTo(text: string, end: string, change: (text: string) => string): string {
  const at = text.lastIndexOf(end) + 1;
  return change(text.slice(0, at)) + text.slice(at);
}

/** Whether the values of a pattern could include a protected name. */
export function mayNameSecret(mask: string): boolean {
  const last = mask.slice(mask.lastIndexOf("/") + 1);
  return PROBES.some((probe) => matchesMask(looser(last), probe));
}

/** The paths that an absolute pattern names now; null where a folder cannot be listed or they are too many. */
function namesOf(text: string, line: Line): readonly string[] | null {
  const known = line.named.get(text);
  const names = known === undefined ? lookUp(text, line) : known;
  line.named.set(text, names);
  line.looks -= names?.length ?? 0;
  // INVARIANT: what was not looked at is no harmless name.
  if (line.looks >= 0) return names;
  unreadable(line, "names more files than are looked at");
  return null;
}

function lookUp(text: string, line: Line): readonly string[] | null {
  let found: string[] = [""];
  const parts = text.split("/").filter((part) => part !== "");
  for (const [at, part] of parts.entries()) {
    if (!/[*?[(]/.test(part)) {
      found = found.map((dir) => `${dir}/${part}`);
      continue;
    }
    const next: string[] = [];
    for (const dir of found) {
      if (--line.looks < 0) return null;
      const names = line.world.readdir(dir === "" ? "/" : dir);
      // A file has nothing below, nor has a link to one; of a folder that cannot be listed nothing is known.
      if (names === null && kindOf(dir, line) !== "dir") continue;
      if (names === null) return null;
      for (const name of names) if (isMeant(part, name)) next.push(`${dir}/${name}`);
    }
    if (next.length > MOST_NAMES) return tooMany(next, { line, isLast: at === parts.length - 1 });
    found = next;
  }
  return found;
}

/** Their folder then stands for them, which a link among them, or below them, could lead out of. */
function tooMany(names: readonly string[], { line, isLast }: { readonly line: Line; readonly isLast: boolean }): null {
  const plain =
    isLast && names.length < MOST_LOOKED_AT && names.every((name) => line.world.lstat(name)?.kind !== "link");
  if (!plain) unreadable(line, "names more files than are looked at");
  return null;
}

/** Of a pattern that names more than are spelled out. */
const MOST_LOOKED_AT = 4_000;

function kindOf(path: string, { world }: Line): FileFacts["kind"] | undefined {
  const facts = world.lstat(path);
  return (facts?.kind === "link" ? world.lstat(world.realpath(path) ?? path) : facts)?.kind;
}

function isMeant(mask: string, name: string): boolean {
  if (name.startsWith(".") && !mask.startsWith(".") && !mask.startsWith("[")) return false;
  return matchesMask(looser(mask), name);
}

/** The file system, the home folder, the project, or what holds one of them; all of its entries count as it. */
function isRoot(use: PathUse, { call, world }: Line): boolean {
  const target = use.spelling.replace(/\/\*+$/, "") || "/";
  const roots = [world.home, call.project].filter((root): root is string => root !== null);
  return target === "/" || roots.some((root) => root === target || root.startsWith(`${target}/`));
}
