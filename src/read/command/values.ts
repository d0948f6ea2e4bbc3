import { type Class, isReadOnly } from "../../core/class.ts";
import type { Act } from "../../core/reading.ts";
import type { Operand } from "../knowledge/parse.ts";
import { operandKinds, readsHere } from "../knowledge/pick.ts";
import type { OptionEffect, ValueKind } from "../knowledge/schema.ts";
import { type Arg, literal, sliceArg, unknown } from "./arg.ts";
import { showArg } from "./behind.ts";
import { applyLine, applyScript, applyText, runsOther } from "./code.ts";
import { fileOfUrl } from "./languages/file-url.ts";
import { startFound } from "./launch.ts";
import { mayShowSecrets, raise } from "./line.ts";
import { type MentionedIn, mentionWord } from "./mention.ts";
import type { Given } from "./options.ts";
import type { Start } from "./program.ts";
import { addTarget } from "./target.ts";
import { addPaths, type PathWord } from "./use.ts";

/** What each option and operand of a command does, by the kind that its entry gives it. */

export const CLASS_OF_EFFECT: Readonly<Record<OptionEffect, Class>> = {
  write: "write",
  destructive: "destructive",
  network: "network",
  execute: "execute",
  secret: "privilege",
  privilege: "privilege",
  unknown: "unknown",
};

/** Kinds of value that make an option one which does something by itself. */
const DOING: ReadonlySet<ValueKind> = new Set([..."weDdWEm"] as ValueKind[]);

export function applyOption(start: Start, given: Given): void {
  const { draft, command } = start;
  const { option, name, value, argv } = given;
  for (const effect of option.effects) {
    if (effect === "secret") mayShowSecrets(draft);
    else raise(draft, CLASS_OF_EFFECT[effect]);
    if (effect === "destructive") draft.exactOnly = "destructive";
  }
  const doing =
    option.value !== undefined &&
    (option.value === "s" ? command.exact !== "launcher" : DOING.has(option.value) && option.standsFor === undefined);
  if (option.effects.length > 0 || doing) draft.optionEffects.add(name);
  if (argv !== undefined) startFound(start, argv);
  // A value that is missing makes the command one that nothing is known of.
  else if (option.value !== undefined && !option.optional && value === undefined) raise(draft, "unknown");
  else if (option.value !== undefined && value !== undefined)
    applyValue(start, { kind: option.value, arg: value, name });
  if (option.masked) applyMasked(start, given);
  if (option.second !== undefined && given.second !== undefined)
    applyValue(start, { kind: option.second, arg: given.second, name });
}

/** Of an option that only a mask lists nothing says what its value is: it may name a file, or where a service is asked. */
function applyMasked(start: Start, { name, value, after }: Given): void {
  const { draft } = start;
  mentionWord(placeOf(start), literal(name), "path");
  if (value !== undefined) mentionWord(placeOf(start), value, "path");
  const address = value ?? after;
  if (draft.program === "aws" && address?.kind === "literal" && OWN_QUEUE.test(address.text)) return;
  if (address !== undefined && /^(?:https?|wss?|ftp):\/\//i.test(address.prefix)) addTarget(start, address, "u");
}

/** Names a queue; it is asked about at the service that is set up. Source: AWS CLI 2, sqs. */
const OWN_QUEUE = /^https:\/\/sqs\.[a-z0-9-]+\.amazonaws\.com\/\d+\/[\w.-]+$/;

export function applyOperands(start: Start, operands: readonly Arg[]): void {
  const { draft, command, options, read } = start;
  let [first, last, deep] = [false, false, false];
  for (const { option } of options) {
    first ||= option.standsFor === "first";
    last ||= option.standsFor === "last";
    deep ||= option.deep;
  }
  const kinds = operandKinds(command.operands, operands.length, { first, last });
  const texts: Arg[] = [];
  for (const [index, arg] of operands.entries()) {
    if (command.language === "find" && /^[()!,]$/.test(arg.text)) continue;
    const kind: Operand | undefined = kinds[index];
    if (kind === undefined) {
      if (read.strange === undefined) raise(draft, "unknown");
      applyUnlisted(start, arg);
    } else if (kind.kind === "x") texts.push(arg);
    else applyValue(start, { kind: kind.kind, arg, deep });
  }
  // Words that a program joins to one text for a shell.
  if (texts.length > 0) applyLine(start, { kind: "x", arg: joined(texts) }, texts);
  for (const word of read.words) if (word.kind === "unknown") applyUnlisted(start, word.arg);
  const here = read.argv === undefined ? readsHere(command.operands, operands.length) : undefined;
  if (here) applyValue(start, { kind: here.kind, arg: literal("."), deep });
}

/** A word that the entry says nothing of: it may name a file, or where something is fetched from. */
function applyUnlisted(start: Start, arg: Arg): void {
  mentionWord(placeOf(start), arg, "any");
  const value = arg.prefix.startsWith("-") ? sliceArg(arg, arg.prefix.indexOf("=") + 1) : arg;
  if (isAddress(value)) addTarget(start, value, "u");
}

/** What the command alters without naming it. */
export function applyEdits(start: Start, names: string): void {
  for (const name of names.split(" ").filter(Boolean)) applyValue(start, { kind: "e", arg: literal(name) });
}

export interface Value {
  readonly kind: ValueKind;
  readonly arg: Arg;
  /** Canonical name of the option that it is the value of. */
  readonly name?: string;
  readonly deep?: boolean;
}

/** Programs that give away the content of what lies below a folder, rather than searching or listing it. */
const COPIES: ReadonlySet<string> = new Set(
  "cp rsync tar bsdtar gtar zip 7z 7za 7zz scp cpio mv pax ar mksquashfs jar ditto rclone diff gdiff colordiff git".split(
    " ",
  ),
);

/** Of those the ones that copy links as links unless an option says otherwise. */
const KEEPS_LINKS: ReadonlySet<string> = new Set(
  "cp rsync tar bsdtar gtar cpio mv pax ar git mksquashfs ditto".split(" "),
);
const FOLLOWS = /^(?:-L|-H|-h|-l|-k|--dereference|--copy-(?:unsafe-)?links|--copy-dirlinks|--hard-dereference)$/;

function followsLinks({ draft, options }: Start): boolean {
  return !KEEPS_LINKS.has(draft.program ?? "") || options.some(({ name }) => FOLLOWS.test(name));
}

const NO_NAMES = { brings: [] } as const;
const MOVED = { moved: true } as const;
/** What is in an archive or a patch is not read. */
const UNLISTED = { unlisted: true } as const;

export function applyValue(start: Start, value: Value): void {
  const { draft, at } = start;
  const { arg, deep = false } = value;
  const path = (act: Act, recursive = deep, more: Pick<PathWord, "brings" | "moved" | "unlisted"> = {}): void => {
    if (at.away) return;
    const contents = recursive && COPIES.has(draft.program ?? "");
    const cwd = value.kind === "c" ? at.scope.cwd : start.cwd;
    const links = contents && followsLinks(start);
    addPaths(at.line, draft, { arg, act, cwd, recursive, contents, links, ...more });
  };
  switch (value.kind) {
    case "t":
      return applyPlain(start, arg);
    case "n":
    case "a":
      return;
    case "r":
      if (isAddress(arg)) addTarget(start, arg, "u");
      return path("read");
    case "c":
      path("read");
      if (value.name === "--git-dir" && !/\.git\/?$/.test(arg.text))
        runsOther(start, `\`${arg.text}\` holds settings of its own, which may name programs that \`git\` runs`);
      // Where system files may be read, nothing says that they may be worked on.
      if (!isReadOnly(draft.class) && draft.paths.at(-1)?.system) path("write");
      return;
    case "R":
      if (isAddress(arg)) addTarget(start, arg, "u");
      return path("read", true);
    case "w":
      return path("write");
    case "W":
      return path("write", true);
    case "e":
      return path("edit");
    case "E":
      return path("edit", true, NO_NAMES);
    case "U":
      return path("write", true, UNLISTED);
    case "m":
      return path("write", true, MOVED);
    case "d":
      return path("delete");
    case "D":
      return path("delete", true);
    case "v":
      return applyRevision(start, arg);
    case "k":
      if (isHosted(start, arg)) mentionWord(placeOf(start), arg, "path");
      if (isAddress(arg) || isHosted(start, arg)) addTarget(start, arg, "u");
      else if (/^file:/i.test(arg.prefix)) applyFileUrl(start, arg);
      else if (/^(?:\.{0,2}\/|\.{1,2}$)/.test(arg.kind === "literal" ? arg.text : arg.prefix)) path("read", true);
      return;
    case "f":
      for (const file of filesIn(arg))
        addPaths(at.line, draft, { arg: file, act: "read", cwd: start.cwd, recursive: deep });
      return;
    case "l":
      path("read");
      // What it lists is not known before it is read.
      addPaths(at.line, draft, { arg: unknown(`${arg.text}: ?`), act: "read", cwd: start.cwd, recursive: deep });
      return;
    case "u":
    case "h":
      if (/^file:/i.test(arg.prefix)) applyFileUrl(start, arg);
      if (start.draft.program === "git" && /^(?:\.{0,2}\/|~\/)/.test(arg.prefix)) applyRepository(start, arg);
      return addTarget(start, arg, value.kind);
    case "i":
      return showArg(start, arg);
    case "x":
      return applyLine(start, value);
    case "p":
      return applyText(start, value);
    case "s":
      if (isAddress(arg)) addTarget(start, arg, "u");
      return applyScript(start, value);
  }
}

/** Where words of a command may name files. */
export function placeOf({ at, draft, cwd }: Start): MentionedIn {
  return { line: at.line, draft, cwd, away: at.away };
}

/** What in a value of these programs says that the text of a file is meant. */
const FILE_MARKS: ReadonlyMap<string, RegExp> = new Map([
  ["aws", /^(?:[\w-]+=)?fileb?:\/\//],
  ["awslocal", /^(?:[\w-]+=)?fileb?:\/\//],
  ["az", /^(?:[\w-]+=)?@(?!-?$)/],
  ["mediainfo", /^file:\/\//],
  ["clang-format", /^file:/],
]);

/** `f`, `@f`, `name=f`, `name=@f`, `id=x,src=f`. */
function filesIn(arg: Arg): readonly Arg[] {
  if (arg.kind !== "literal") return [sliceArg(arg, /^(?:[\w.-]*[=@]+)?/.exec(arg.prefix)?.[0].length ?? 0)];
  return arg.text.split(",").map((piece) => literal(piece.replace(/^[^=@/]*[=@]+/, "")));
}

/** `--policy file://x.json`, `--parameters @x.json`. */
function applyPlain(start: Start, arg: Arg): void {
  const { draft, at, cwd, command, unlisted } = start;
  // What a script, a task or an option that is not listed does with words is not known; a file whose name goes to the
  // network or to another program is meant.
  const open = command.exact === "launcher" || command.projectCode === true;
  if (open || unlisted) mentionWord(placeOf(start), arg, "path");
  else if (!isReadOnly(draft.class) && draft.class !== "write") mentionWord(placeOf(start), arg, "file");
  const mark = FILE_MARKS.get(draft.program ?? "")?.exec(arg.kind === "literal" ? arg.text : arg.prefix);
  if (!mark || at.away) return;
  addPaths(at.line, draft, { arg: sliceArg(arg, mark[0].length), act: "read", cwd, recursive: false });
}

/** Another repository of this machine: it is read, and whatever is pushed to it starts its hooks. */
function applyRepository(start: Start, arg: Arg): void {
  addPaths(start.at.line, start.draft, { arg, act: "read", cwd: start.cwd, recursive: true });
  if (start.read.meaning.path[0] === "push") runsOther(start, `\`${arg.text}\` runs the hooks that lie there`);
}

/** `curl file:///f` reads a file of this machine. */
function applyFileUrl(start: Start, arg: Arg): void {
  const file = fileOfUrl(arg);
  if (file !== null) applyValue(start, { kind: "r", arg: file });
}

/**
 * Many programs take an address where they take a file or a package (`kubectl apply -f URL`, `npm install git@host:x`,
 * `yarn add x@https://…`).
 */
function isAddress(arg: Arg): boolean {
  return /^(?:(?:@?[\w.-]+(?:\/[\w.-]+)?@)?(?!file:)[a-z][a-z0-9+.-]*:\/\/|[\w.-]+@[\w.-]+:(?!\/\/))/i.test(
    arg.kind === "literal" ? arg.text : arg.prefix,
  );
}

/** `owner/name` and `github:owner/name` are a repository of anybody's to these. Source: npm 11, "package-spec". */
function isHosted({ draft }: Start, arg: Arg): boolean {
  if (!HOSTED_BY.has(draft.program ?? "")) return false;
  return /^(?:@?[\w.-]+(?:\/[\w.-]+)?@)?(?:(?:github|gitlab|bitbucket|gist):|[\w-][\w.-]*\/[\w.-]+(?:#|$))/.test(
    arg.prefix,
  );
}

const HOSTED_BY: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "yarnpkg", "bun"]);

/** `HEAD:.env` is the file it names; a plain revision is no file, and as a path of the project it harms nothing. */
function applyRevision(start: Start, arg: Arg): void {
  const { at, draft } = start;
  if (at.away || (start.cwd === null && arg.kind !== "unknown" && !/[/.:]/.test(arg.text))) return;
  const text = arg.text.replace(/^:\([^)]*\)|^:[!^/]+/, "");
  const colon = text.indexOf(":");
  const named = colon >= 0 ? text.slice(colon + 1) : text;
  if (arg.kind === "unknown" && !arg.prefix.includes(":")) return;
  if (named === "" || /^[\^@{]/.test(named)) return;
  const spelled = { ...arg, kind: arg.kind === "glob" ? ("glob" as const) : arg.kind, text: named };
  addPaths(at.line, draft, {
    arg: colon >= 0 ? literal(named) : spelled,
    act: "read",
    cwd: start.cwd,
    recursive: false,
  });
}

function joined(args: readonly Arg[]): Arg {
  return args.find((arg) => arg.kind !== "literal") ?? literal(args.map((arg) => arg.text).join(" "));
}
