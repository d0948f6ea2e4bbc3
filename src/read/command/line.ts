import type { Class } from "../../core/class.ts";
import { worstClass } from "../../core/class.ts";
import { finding } from "../../core/finding-table.ts";
import type { Act, Finding, Part, PathUse, Spelling, Started, Target, Word } from "../../core/reading.ts";
import type { Call } from "../call.ts";
import { type PathContext, pathUse } from "../path/path-use.ts";
import type { World } from "../world.ts";
import type { Arg } from "./arg.ts";
import type { Secrets } from "./secrets.ts";

/** What a reading of one line gathers. The only thing that the steps of the pipeline share. */
export interface Line {
  readonly call: Call;
  readonly world: World;
  readonly parts: Part[];
  readonly findings: Finding[];
  /** How deep `eval`, `-c` and wrappers are nested. */
  depth: number;
  /** Rounds of loops that may still be read one by one. */
  rounds: number;
  /** Characters that expansions and repeated bodies may still add to what is read. */
  room: number;
  /** Folders and names that patterns may still be held against. */
  looks: number;
  /** Entries below folders that may still be looked at. */
  readonly budget: { left: number };
  /** Entries that may still be looked at for links and for blanks in their names. */
  readonly entries: { left: number };
  /** What names with blanks fall into, by the folders that hold them; see `pieces.ts`. */
  readonly pieces: Map<string, readonly string[] | null>;
  /** Links below folders; see `links-below.ts`. */
  readonly linksBelow: Map<string, readonly string[] | null>;
  /** What patterns named on the disk, by their absolute text. */
  readonly named: Map<string, readonly string[] | null>;
  /** Characters of what launchers start that may still be shown to denials. */
  hidden: number;
  /** Set while the commands of a launcher are read that answers for them itself. */
  inShadow: boolean;
  /** Uses of paths that were established, by spelling. */
  readonly uses: Map<string, KnownUse[]>;
  /** Names that the line makes arrays, and those that `declare` and its kind give a text: see `arrays.ts`. */
  readonly declared: { readonly arrays: Set<string>; readonly texts: Set<string> };
  /** Times that the line may still move before it is not known where it is. */
  moves: number;
  /** Folders that the line makes for certain. */
  readonly made: Set<string>;
  /** Names that earlier commands of the line make, which lead elsewhere than the disk says now. */
  readonly links: MadeLink[];
  /** What becomes of the values of secret variables. */
  readonly secrets: Secrets;
}

interface KnownUse {
  readonly act: Act;
  readonly context: PathContext;
  readonly use: PathUse;
}

/** A link, or what is copied or moved and may be or hold one. */
export interface MadeLink {
  readonly name: string;
  readonly leads: string;
  /** It is a link whatever it leads to; else only where the place that it was taken from passes one. */
  readonly sure: boolean;
  /** Second names of the same files, so that a deletion below takes nothing from there. */
  readonly hard?: boolean;
}

/** A part while it is being read. */
export interface Draft {
  text: string;
  program: string | null;
  file?: string;
  /** The file, where it bears the name of another program: no rule, which names programs alone, speaks of it. */
  nameless?: string;
  known: boolean;
  words: Word[];
  globals: Word[];
  others: readonly Spelling[];
  /** What the command does, apart from the acts on `paths`. */
  class: Class;
  exactOnly?: "launcher" | "destructive";
  spell: string[];
  /** Words that an offer with an open end keeps. Default: those of `spell`. */
  head?: readonly string[];
  does?: string;
  readonly optionEffects: Set<string>;
  obscure?: Part["obscure"];
  pathsOnly: boolean;
  projectCode: boolean;
  /** A word or its standard input holds the value of a secret variable. */
  secret: boolean;
  readonly paths: PathUse[];
  readonly mentions: PathUse[];
  mayStart?: readonly Started[];
  readonly targets: Target[];
  readonly findings: Finding[];
}

export function newDraft(text: string): Draft {
  return {
    text,
    program: null,
    known: false,
    words: [],
    globals: [],
    others: [],
    class: "read",
    spell: [],
    optionEffects: new Set(),
    pathsOnly: false,
    projectCode: false,
    secret: false,
    paths: [],
    mentions: [],
    targets: [],
    findings: [],
  };
}

export function raise(draft: Draft, cls: Class): void {
  draft.class = worstClass(draft.class, cls);
}

/** The class alone would not tell a person what is at stake. */
export function mayShowSecrets(draft: Draft): void {
  raise(draft, "privilege");
  draft.does ??= "may show secrets";
}

export function addFinding(to: { readonly findings: Finding[] }, found: Finding): void {
  const known = to.findings.some((other) => other.code === found.code && other.message === found.message);
  if (!known) to.findings.push(found);
}

/** The line as a whole cannot be read; what could be is still judged for denials. */
export function unreadable(to: { readonly findings: Finding[] }, what: string): void {
  addFinding(to, finding("unreadable", `the line ${what}`));
}

/** Whether the line may grow by so much; where it may not, what it would have grown by is not known. */
export function grow(line: Line, by: number): boolean {
  if (by > line.room) return false;
  line.room -= by;
  return true;
}

/** Reads the commands of a launcher that answers for them itself. */
export function inShadow(line: Line, read: () => void): void {
  const before = line.inShadow;
  line.inShadow = true;
  read();
  line.inShadow = before;
}

/** Adds a use of a path to a part, with what is to be said of it. */
export function addUse(draft: Draft, use: PathUse): void {
  draft.paths.push(use);
  if (use.act !== "read" && isDevicePath(use.spelling))
    addFinding(draft, finding("device-write", `it writes to the device \`${use.spelling}\``, use.spelling));
}

/** Disks, memory and ports, by name; the harmless ones are listed. */
function isDevicePath(path: string): boolean {
  return /^\/dev\/(?!null$|zero$|full$|random$|urandom$|tty$|stdin$|stdout$|stderr$|fd\/|shm\/|pts\/|ptmx$)./.test(
    path,
  );
}

/** What of a path's context differs within one line. */
const FACTS = [
  "cwd",
  "recursive",
  "contents",
  "visible",
  "from",
  "named",
  "brings",
  "unlisted",
  "follow",
  "moved",
] as const satisfies readonly (keyof PathContext)[];

type PathFacts = Pick<PathContext, (typeof FACTS)[number]>;

/** The use of a path that a word names. The context is written out, so that all have one shape. */
export function usePath(line: Line, arg: Arg, act: Act, facts: PathFacts): PathUse {
  const { call, world } = line;
  const { cwd, recursive, contents, visible, from, named, brings, follow, moved, unlisted } = facts;
  const context: PathContext = {
    world,
    cwd,
    recursive,
    contents,
    visible,
    from,
    named,
    brings,
    unlisted,
    follow,
    moved,
    budget: line.budget,
    scratch: call.scratch,
  };
  if (arg.kind === "unknown") return { ...pathUse("", act, context), spelling: arg.text, canonical: null };
  const spelling = arg.path ?? arg.text;
  const use = knownUse(line, spelling, act, context);
  if (line.links.length === 0) return use;
  return throughLink(use, { line, act, context, follow: follow ?? (act !== "delete" || /\/\.?$/.test(spelling)) });
}

/** A line names the same file again and again, and asks the disk once. */
function knownUse(line: Line, spelling: string, act: Act, context: PathContext): PathUse {
  const known = line.uses.get(spelling);
  const found = known?.find((one) => one.act === act && FACTS.every((key) => one.context[key] === context[key]));
  if (found !== undefined) return found.use;
  const made = { act, context, use: pathUse(spelling, act, context) };
  if (known === undefined) line.uses.set(spelling, [made]);
  else known.push(made);
  return made.use;
}

/** Linux gives up after 40; nobody writes more than a few in one line. */
const MOST_HOPS = 8;

/** `ln -s .git d && echo x > d/config` writes to `.git`, where the disk has no `d` yet. The newest link of a name counts. */
function throughLink(
  use: PathUse,
  at: { readonly line: Line; readonly act: Act; readonly context: PathContext; readonly follow: boolean },
  hops = 0,
): PathUse {
  const link = at.line.links.findLast(({ name }) => use.spelling === name || use.spelling.startsWith(`${name}/`));
  if (link === undefined) return use;
  // A deletion takes a name away: of a link the link itself.
  if (at.act === "delete" && (link.hard === true || (link.name === use.spelling && !at.follow))) return use;
  // Where it leads round in a ring nothing is known.
  if (hops === MOST_HOPS) return { ...use, canonical: null };
  const there = pathUse(link.leads + use.spelling.slice(link.name.length), at.act, at.context);
  const real = throughLink(there, at, hops + 1);
  if (!link.sure && real.canonical === there.spelling) return use;
  return { ...use, ...real, spelling: use.spelling };
}
