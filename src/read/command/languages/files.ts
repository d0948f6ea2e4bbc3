import type { Option } from "../../knowledge/parse.ts";
import { type Arg, literal, sliceArg, unknown } from "../arg.ts";
import { absolute } from "../guard.ts";
import { raise } from "../line.ts";
import type { Start } from "../program.ts";
import { runsOther } from "../code.ts";
import { applyValue } from "../values.ts";
import { addPaths, pathsOf } from "../use.ts";
import { arriveAt, isAway } from "./copies.ts";
import { unpacksInto } from "./unpack.ts";

/** `dd if=… of=…`. POSIX. */
export function readDd(start: Start): void {
  const { draft, operands } = start;
  for (const arg of operands) {
    const cut = arg.text.indexOf("=");
    const [name, value] = [arg.text.slice(0, cut), literal(arg.text.slice(cut + 1))];
    if (arg.kind !== "literal" || cut < 0) {
      raise(draft, "unknown");
      continue;
    }
    if (name === "if") applyValue(start, { kind: "r", arg: value });
    if (name === "of") applyValue(start, { kind: "w", arg: value });
  }
}

/** What tar does hangs on one of its options. GNU tar 1.35. */
export function readTar(start: Start): void {
  const { draft, options, operands, at } = start;
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  const archives = options.filter(({ name }) => name === "--file").flatMap(({ value }) => (value ? [value] : []));
  if (archives.some((arg) => /^[^/]*:/.test(arg.text)) && !has("--force-local")) {
    return runsOther(start, "the archive lies on another machine, which tar reaches by a program of its own");
  }
  const makes = has("--create", "--append", "--update", "--catenate", "--concatenate", "--delete");
  const act = has("--create") ? "write" : makes ? "edit" : "read";
  // `-C` moves to where the members lie, not the archive.
  for (const arg of archives)
    if (arg.text !== "-") addPaths(at.line, draft, { arg, act, cwd: at.scope.cwd, recursive: false });
  if (has("--list", "--diff", "--compare", "--test-label", "--show-defaults", "--usage")) return;
  if (has("--extract", "--get")) {
    if (has("--to-stdout")) return;
    raise(draft, "write");
    return unpacksInto(start, literal("."));
  }
  if (makes) {
    raise(draft, "write");
    for (const arg of operands) applyValue(start, { kind: "R", arg });
    return;
  }
  raise(draft, "unknown");
}

/** Options of its own may stand without a dash (`f=a.tar`): such a word is none of the files. Source: star 1.6. */
export function readStar(start: Start): void {
  if (start.operands.some(({ text }) => /^\w[\w-]*=/.test(text))) raise(start.draft, "unknown");
  readTar(start);
}

/** What it does is said by `-r` and `-w`: lists, unpacks, packs, or copies. Source: POSIX.1-2024, pax. */
export function readPax(start: Start): void {
  const { draft, options, operands, at } = start;
  const has = (text: string): boolean => options.some(({ name }) => name === text);
  const archives = options.flatMap(({ name, value }) => (name === "-f" && value ? [value] : []));
  if (archives.some((arg) => /^[^/]*:/.test(arg.text)))
    runsOther(start, "the archive may lie on another machine, which some reach by a program of their own");
  const act = !has("-w") ? "read" : has("-a") ? "edit" : "write";
  for (const arg of archives) addPaths(at.line, draft, { arg, act, cwd: at.scope.cwd, recursive: false });
  if (has("-r") || has("-w")) raise(draft, "write");
  const named = has("-r") && has("-w") ? operands.slice(0, -1) : has("-w") ? operands : [];
  // Without a name its standard input names what is packed or copied.
  if (has("-w") && named.length === 0) raise(draft, "unknown");
  for (const arg of named) applyValue(start, { kind: "R", arg });
  if (has("-r")) unpacksInto(start, (has("-w") ? operands.at(-1) : undefined) ?? literal("."));
}

/** Any of the paths may be one on another machine. Source: scp(1). */
export function readScp(start: Start): void {
  const { operands, options } = start;
  const [target] = operands.slice(-1);
  const sources = operands.slice(0, -1);
  const deep = options.some(({ name }) => name === "-r");
  for (const arg of operands.filter(isAway)) applyValue(start, { kind: "u", arg });
  for (const arg of sources) if (!isAway(arg)) applyValue(start, { kind: deep ? "R" : "r", arg });
  if (target !== undefined) arriveAt(start, { target, sources, inside: sources.length > 1 || null, deep });
}

/** `host:path`, `host::module` and `rsync://…` are other machines; `dir/` is what the folder holds. Source: rsync(1). */
export function readRsync(start: Start): void {
  const { draft, operands, options } = start;
  const deep = options.some(({ option }) => option.deep);
  const target = operands.at(-1);
  const sources = operands.slice(0, -1);
  for (const { name, value } of options) {
    // A rule of a file that is no rule is printed. Source: rsync 3.4 manual, "FILTER RULES".
    const merge = name === "--filter" ? /^(?:merge|\.)[^\s_]*[\s_]+/.exec(value?.prefix ?? "")?.[0] : undefined;
    if (value && merge) applyValue(start, { kind: "r", arg: sliceArg(value, merge.length) });
  }
  const away = operands.filter(isAway);
  for (const arg of away) applyValue(start, { kind: "u", arg });
  if (away.length > 0) {
    raise(draft, "network");
    for (const arg of sources) if (!isAway(arg)) applyValue(start, { kind: deep ? "R" : "r", arg });
  }
  if (target === undefined || sources.length === 0) return;
  if (away.length === 0 && onlyTries(start)) {
    applyValue(start, { kind: "r", arg: target });
    return tries(draft);
  }
  const whole = options.some(({ name }) => name === "--relative" || name === "--files-from");
  const named = sources.map((arg) => (arg.text.endsWith("/") ? { ...arg, text: `${arg.text}.` } : arg));
  arriveAt(start, {
    target,
    sources: whole ? [unknown("*")] : named,
    inside: deep || sources.length > 1 || null,
    deep,
  });
  for (const { name, value } of options) if (name === "--link-dest" && value) readLinkDest(start, target, value);
}

/** What is the same in that folder becomes a second name of it. A relative one starts from the target. */
function readLinkDest({ at, cwd, draft }: Start, target: Arg, arg: Arg): void {
  for (const { spelling: name } of pathsOf(at.line, { arg: target, act: "read", cwd, recursive: false })) {
    const path = arg.kind === "literal" ? absolute(arg.text, name) : null;
    const word = { arg: path === null ? arg : { ...arg, path }, act: "read", cwd: name, recursive: true } as const;
    addPaths(at.line, draft, word);
    for (const { spelling: leads } of pathsOf(at.line, word))
      at.line.links.push({ name, leads, sure: true, hard: true });
  }
}

/** `--dry-run` with options that steer what is copied or deleted, and none that does anything else. */
function onlyTries({ draft, options, read }: Start): boolean {
  const plain = options.every(
    ({ name, option }) => DELETES.test(name) || (isPlain(option) && !name.startsWith("--no-")),
  );
  const known = read.words.every(({ kind }) => kind !== "unknown") && read.loose.length === 0;
  return options.some(({ name }) => name === "--dry-run") && plain && known && draft.findings.length === 0;
}

const DELETES = /^--(?:del(?:ete(?:-[a-z]+)?)?|remove-source-files|force)$/;

function isPlain({ effects, value }: Option): boolean {
  return effects.length === 0 && (value === undefined || "tnrl".includes(value));
}

function tries(draft: Start["draft"]): void {
  draft.class = "read";
  draft.optionEffects.clear();
  delete draft.exactOnly;
  delete draft.does;
}
