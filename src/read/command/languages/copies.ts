import type { Part, PathUse } from "../../../core/reading.ts";
import { type Arg, literal, unknown } from "../arg.ts";
import { absolute } from "../guard.ts";
import { addUse, type MadeLink, usePath } from "../line.ts";
import { linksBelow } from "../links-below.ts";
import type { Start } from "../program.ts";
import { applyValue } from "../values.ts";
import { pathsOf } from "../use.ts";

/**
 * Where files arrive that a program copies, moves or links: below a folder under their own names, so that what a rule
 * or the list of protected files says of that name counts. Source: coreutils manual, "Target directory".
 */
export function readCopy(start: Start): void {
  readInto(
    start,
    start.options.some(({ option }) => option.deep),
  );
}

/** `docker cp box:/path dir`, `kubectl cp dir pod:/path`: one end lies here, with everything below. */
export function readAwayCopy(start: Start): void {
  const [source, target] = start.operands;
  if (source === undefined || target === undefined) return;
  if (!isAway(source) && source.text !== "-") applyValue(start, { kind: "R", arg: source });
  // A dash is the archive on the standard output.
  if (target.text !== "-") arriveAt(start, { target, sources: [source], inside: null, deep: true });
}

/** What is moved takes along what lies below. */
export function readMove(start: Start): void {
  readInto(start, true);
}

function readInto(start: Start, deep: boolean): void {
  const given = start.options.find(({ name }) => name === "--target-directory")?.value;
  const { operands, options } = start;
  // `install -d` and `git mv -n` put nothing anywhere.
  if (!/t$|^r$/.test(start.command.operands ?? "")) return;
  if (given !== undefined) return arriveAt(start, { target: given, sources: operands, inside: true, deep });
  // `ln path` links it here.
  const target = operands.length > 1 ? operands.at(-1) : literal(".");
  const sources = operands.slice(0, Math.max(1, operands.length - 1));
  if (options.some(({ name }) => name === "--parents")) {
    // Their own folders come along.
    return arriveAt(start, { target: operands.at(-1) ?? literal("."), sources: [unknown("*")], inside: true, deep });
  }
  const exact = options.some(({ name }) => name === "--no-target-directory");
  const inside = sources.length > 1 || null;
  if (target !== undefined) arriveAt(start, { target, sources, inside: exact ? false : inside, deep });
}

interface Arrival {
  readonly target: Arg;
  readonly sources: readonly Arg[];
  /** The target is a folder. Null: it is where one stands there. */
  readonly inside: boolean | null;
  /** Folders arrive with what lies below. */
  readonly deep: boolean;
}

export function arriveAt(start: Start, { target, sources, inside, deep }: Arrival): void {
  const { at, draft, cwd } = start;
  if (isAway(target)) return;
  const links: MadeLink[] = [];
  const write = (to: Arg, source: Source, taken: boolean): void => {
    const from = taken && source.path !== null ? { from: source.path } : {};
    addUse(draft, usePath(at.line, to, "write", { cwd, recursive: taken, ...from }));
    if (taken && source.path !== null) writeThrough(start, to, source.path);
    const link = to.path === undefined ? null : linkOf(start, to.path, source);
    if (link !== null) links.push(link);
  };
  for (const place of pathsOf(at.line, { arg: target, act: "write", cwd, recursive: false })) {
    const into = inside ?? (isFolderName(target.text) || place.kind === "dir");
    const to = place.canonical === null ? target : spelled(place.spelling);
    // An earlier command of the line may have made it a folder.
    const made = inside === null && place.kind === "none" && at.line.parts.some((part) => writes(part, place));
    if (into || made) addUse(draft, place);
    if (into && place.kind === "none") links.push(...itself(start, place.spelling, sources));
    for (const source of sources.flatMap((arg) => namesOf(start, arg))) {
      const { name } = source;
      // What arrives is not known: as though it could be anything.
      if (name === null) write(to, { ...source, path: null }, true);
      else if ((into || made) && name !== "") write(spelled(`${place.spelling}/${name}`), source, deep);
      else write(to, source, deep);
    }
  }
  at.line.links.push(...links);
}

/** Links that stand where files of the tree arrive: they are written through. A move and rsync replace them. */
function writeThrough({ at, cwd, draft }: Start, to: Arg, source: string): void {
  if (draft.program === "mv" || draft.program === "rsync") return;
  const { line } = at;
  for (const { canonical } of pathsOf(line, { arg: to, act: "write", cwd, recursive: false })) {
    const links = canonical === null ? [] : linksBelow(line, canonical);
    if (links === null) addUse(draft, usePath(line, unknown(to.text), "write", { cwd }));
    for (const link of links ?? [])
      if (line.world.lstat(source + link.slice(canonical?.length)) !== null)
        addUse(draft, usePath(line, spelled(link), "write", { cwd }));
  }
}

/** Where nothing stands yet, a link that is copied may become the place itself (`rsync -a link new`). */
function itself(start: Start, name: string, [source, more]: readonly Arg[]): readonly MadeLink[] {
  if (source === undefined || more !== undefined || start.at.line.links.some((link) => link.name === name)) return [];
  return namesOf(start, source).flatMap(({ spelling }) =>
    spelling === null ? [] : [{ name, leads: spelling, sure: false }],
  );
}

function writes({ paths }: Pick<Part, "paths">, { spelling }: PathUse): boolean {
  return paths.some((use) => use.act !== "read" && use.spelling === spelling);
}

/** Where a name leads that the command makes. A symbolic link's text starts from the folder that holds it. */
function linkOf({ options, draft }: Start, name: string, { spelling, text }: Source): MadeLink | null {
  const has = (option: string): boolean => options.some((given) => given.name === option);
  const soft = has("--symbolic") || has("--symbolic-link");
  const hard = !soft && (has("--link") || /^g?(?:ln|link)$/.test(draft.program ?? ""));
  if (soft && text !== null && !has("--relative"))
    return { name, leads: absolute(text, folderOf(name)) ?? text, sure: true };
  return spelling === null ? null : { name, leads: spelling, sure: soft || hard, hard };
}

/** `mount --bind DIR HERE`: one folder at two places. */
export function readMount({ at, cwd, operands, options }: Start): void {
  const [source, target] = operands;
  const binds = options.some(
    ({ name, value }) => /^(?:-[BR]|--r?bind)$/.test(name) || /\br?bind\b/.test(value?.text ?? ""),
  );
  if (source === undefined || target === undefined || !binds) return;
  const named = (arg: Arg) => pathsOf(at.line, { arg, act: "read", cwd, recursive: false });
  for (const { spelling: name } of named(target))
    for (const { spelling: leads } of named(source)) at.line.links.push({ name, leads, sure: true });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

interface Source {
  /** Its last name; empty where its content arrives (`dir/.`), null where that is not known. */
  readonly name: string | null;
  /** Where it lies, to look at what it brings; null on another machine. */
  readonly path: string | null;
  /** The same before links are followed. */
  readonly spelling: string | null;
  /** As it is written, where that is fixed. */
  readonly text: string | null;
}

function namesOf({ at, cwd }: Start, arg: Arg): readonly Source[] {
  const away = arg.kind === "literal" ? awayName(arg.text) : null;
  if (isAway(arg)) return [{ name: away, path: null, spelling: null, text: null }];
  if (arg.kind === "unknown" || arg.below !== undefined)
    return [{ name: null, path: null, spelling: null, text: null }];
  const content = /(?:^|\/)\.{1,2}\/?$/.test(arg.text);
  return pathsOf(at.line, { arg, act: "read", cwd, recursive: false }).map((use) => ({
    name: content ? "" : nameOf(use, arg),
    path: use.canonical,
    spelling: use.canonical === null ? null : use.spelling,
    text: arg.kind === "literal" ? (arg.path ?? arg.text) : null,
  }));
}

/** A pattern that could not be spelled out names nothing for certain. */
function nameOf({ spelling }: PathUse, { kind }: Arg): string | null {
  const name = spelling.slice(spelling.lastIndexOf("/") + 1);
  return kind === "glob" && /[*?[(]/.test(name) ? null : name;
}

function awayName(text: string): string | null {
  const name = /[^/:]+$/.exec(text)?.[0] ?? "";
  return name === "" || /^\.{1,2}$|[*?[~$`]/.test(name) ? null : name;
}

/** `host:path`, `container:path`, an address: on another machine. */
export function isAway({ text, path }: Arg): boolean {
  return path === undefined && /^[^/]*:/.test(text);
}

function isFolderName(text: string): boolean {
  return /(?:^|\/)\.{0,2}$/.test(text);
}

function spelled(path: string): Arg {
  return { ...literal(path), path };
}
