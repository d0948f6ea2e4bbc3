import { worstClass } from "../../core/class.ts";
import type { Class } from "../../core/class.ts";
import { finding } from "../../core/finding-table.ts";
import type { Word } from "../../core/reading.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import type { Operand } from "../knowledge/parse.ts";
import { operandKinds, pickForm, readsHere } from "../knowledge/pick.ts";
import type { Command, OptionEffect, Program, ValueKind } from "../knowledge/schema.ts";
import type { Arg } from "./arg.ts";
import { literal, unknown } from "./arg.ts";
import { plainArgs } from "./dialect.ts";
import { exampleEffect } from "./effects.ts";
import { absolute, guardProgram, programName } from "./guard.ts";
import { languageOf } from "./languages/index.ts";
import { addFinding, type Draft, finishPart, raise } from "./line.ts";
import { offersOf } from "./offers.ts";
import { NO_STDIN } from "./redirect.ts";
import { copyScope } from "./scope.ts";
import { type Given, readWords, type ReadWords } from "./options.ts";
import { outputOf } from "./output.ts";
import { addTarget, guardTargets } from "./target.ts";
import { isAway, readArgv, readText } from "./unwrap.ts";
import { addPaths } from "./use.ts";
import type { At, Output } from "./walk.ts";

/** One start of a program that is known, while it is read. */
export interface Start {
  readonly at: At;
  readonly draft: Draft;
  readonly program: Program;
  readonly command: Command;
  readonly read: ReadWords;
  readonly options: readonly Given[];
  readonly operands: readonly Arg[];
  /** Directory that the program works in (`git -C`, `make -C`). */
  readonly cwd: string | null;
  /** Words that carry the program that is launched. */
  readonly carriers: Word[];
  /** Something of the call is a program's text, so that consent to the project's code does not cover it. */
  loose: boolean;
  /** Commands that it starts have been read. */
  started: boolean;
  /** It answers for the commands that it starts, instead of being looked through. */
  opaque: boolean;
}

/** A program with its arguments. `builtin`: the shell's own, which no file of that name replaces. */
export function readProgram(args: readonly Arg[], at: At, draft: Draft, builtin = false): Output {
  const { line, scope } = at;
  const spelled = args[0]!.text;
  draft.program = programName(spelled, line.world.platform);
  if (!builtin && !at.away) guardProgram(spelled, { line, scope, draft });
  const program = knowledgeOf(draft.program);
  if (program === undefined) return readStranger(args, at, draft);
  draft.known = true;
  const read = readWords(program, plainArgs(draft.program, args.slice(1)));
  const start = newStart(program, read, at, draft);
  setWords(draft, read);
  applyCommand(start, builtin);
  const output = outputOf(start);
  finishPart(line, draft, offersOf(draft));
  return output;
}

/** Reads words that stand for another entry (`python -m pip …`) into the same part. */
export function readAs(start: Start, program: Program, args: readonly Arg[]): void {
  const { draft, at } = start;
  const head = draft.words.filter((word) => word.option !== undefined);
  const read = readWords(program, args);
  draft.class = "read";
  delete draft.exactOnly;
  draft.projectCode = false;
  setWords(draft, read);
  draft.words.unshift(...head);
  applyCommand(newStart(program, read, at, draft), false);
}

function newStart(program: Program, read: ReadWords, at: At, draft: Draft): Start {
  const options = read.words.filter((word) => word.kind === "option");
  const operands = read.words.flatMap((word) => (word.kind === "operand" ? [word.arg] : []));
  const given = options.map(({ name, value }) => ({ canonical: name, ...(value && { value: value.text }) }));
  const command = pickForm(read.meaning, given, operands.map((arg) => arg.text));
  const cwd = options.reduce<string | null>((dir, { option, value }) => (option.value === "c" && value ? directory(value, dir) : dir), at.scope.cwd);
  return { at, draft, program, command, read, options, operands, cwd, carriers: [], loose: false, started: false, opaque: false };
}

function directory(value: Arg, from: string | null): string | null {
  return value.kind === "literal" ? absolute(value.path ?? value.text, from) : null;
}

/** Nothing is known of the program, so its words stand as written. */
function readStranger(args: readonly Arg[], at: At, draft: Draft): Output {
  raise(draft, "unknown");
  draft.words = args.slice(1).map((arg) => {
    const word = { text: arg.text, kind: arg.kind };
    return arg.dash && arg.kind === "literal" && arg.text.length > 1 ? { ...word, option: /^[^=]+/.exec(arg.text)?.[0] ?? arg.text } : word;
  });
  finishPart(at.line, draft, offersOf(draft));
  return { network: at.stdin.kind === "pipe" && at.stdin.network };
}

/** Brings the words of a command to their one spelling. */
export function setWords(draft: Draft, read: ReadWords): void {
  draft.words = read.meaning.path.map((text) => ({ text, kind: "literal" }));
  for (const word of read.words) {
    if (word.kind === "operand") draft.words.push({ text: word.arg.text, kind: word.arg.kind });
    else if (word.kind === "unknown") draft.words.push({ text: word.arg.text, kind: word.arg.kind, option: /^[^=]+/.exec(word.arg.text)?.[0] ?? "" });
    else (word.global ? draft.globals : draft.words).push(optionWord(word));
  }
  for (const arg of read.argv ?? []) draft.words.push({ text: arg.text, kind: arg.kind });
}

export function optionWord({ name, value, argv }: Given): Word {
  const values = argv ?? (value ? [value] : []);
  if (values.length === 0) return { text: name, kind: "literal", option: name };
  const odd = values.find((arg) => arg.kind !== "literal");
  return { text: `${name}=${values.map((arg) => arg.text).join(" ")}`, kind: odd?.kind ?? "literal", option: name };
}

function applyCommand(start: Start, builtin: boolean): void {
  const { draft, command, read, options, operands } = start;
  const informs = options.some(({ option }) => option.info);
  raise(draft, informs ? "read" : classOf(start));
  if (command.exact && !informs) draft.exactOnly = command.exact;
  draft.projectCode ||= command.projectCode === true && !informs;
  for (const given of options) applyOption(start, given);
  if (!informs) applyOperands(start, operands);
  const language = languageOf(draft.program, command.language);
  if (language !== undefined && !informs) language(start);
  else if (command.language !== undefined && !informs) raise(draft, "unknown");
  if (read.argv !== undefined && !start.started) startArgv(start, read.argv);
  if (!informs) applyStdin(start);
  if (command.reveals && !informs && !start.started) raise(draft, "privilege");
  guardLoose(start);
  if (read.words.some((word) => word.kind === "unknown")) raise(draft, "unknown");
  guardTargets(start);
  settle(start, builtin);
}

function classOf({ command, read }: Start): Class {
  if (read.strange !== undefined) return "unknown";
  // Where the entry leaves the class open, the language says it.
  if (command.class === "unknown" && command.language !== undefined && languageOf(null, command.language) !== undefined) return "read";
  return command.class ?? "unknown";
}

const CLASS_OF_EFFECT: Readonly<Record<OptionEffect, Class>> = {
  write: "write",
  destructive: "destructive",
  network: "network",
  execute: "execute",
  secret: "privilege",
  privilege: "privilege",
  unknown: "unknown",
};

/** Kinds of value that make an option one which does something by itself. */
const DOING: ReadonlySet<ValueKind> = new Set([..."weDdW"] as ValueKind[]);

function applyOption(start: Start, given: Given): void {
  const { draft, command } = start;
  const { option, name, value, argv } = given;
  for (const effect of option.effects) {
    raise(draft, CLASS_OF_EFFECT[effect]);
    if (effect === "destructive") draft.exactOnly = "destructive";
  }
  const doing = option.value !== undefined && (option.value === "s" ? command.exact !== "launcher" : DOING.has(option.value) && option.standsFor === undefined);
  if (option.effects.length > 0 || doing) draft.optionEffects.add(name);
  if (argv !== undefined) startFound(start, argv);
  // A value that is missing makes the command one that nothing is known of.
  else if (option.value !== undefined && !option.optional && value === undefined) raise(draft, "unknown");
  else if (option.value !== undefined && value !== undefined) applyValue(start, { kind: option.value, arg: value, name });
  if (option.second !== undefined && given.second !== undefined) applyValue(start, { kind: option.second, arg: given.second, name });
}

function applyOperands(start: Start, operands: readonly Arg[]): void {
  const { draft, command, options, read } = start;
  const stands = (end: "first" | "last"): boolean => options.some(({ option }) => option.standsFor === end);
  const kinds = operandKinds(command.operands, operands.length, { first: stands("first"), last: stands("last") });
  const deep = options.some(({ option }) => option.deep);
  const texts: Arg[] = [];
  operands.forEach((arg, index) => {
    if (command.language === "find" && /^[()!,]$/.test(arg.text)) return;
    const kind: Operand | undefined = kinds[index];
    if (kind === undefined) {
      if (read.strange === undefined) raise(draft, "unknown");
    } else if (kind.kind === "x") texts.push(arg);
    else applyValue(start, { kind: kind.kind, arg, deep });
  });
  // Words that a program joins to one text for a shell.
  if (texts.length > 0) applyLine(start, { kind: "x", arg: joined(texts) }, texts);
  const here = read.argv === undefined ? readsHere(command.operands, operands.length) : undefined;
  if (here) applyValue(start, { kind: here.kind, arg: literal("."), deep });
}

interface Value {
  readonly kind: ValueKind;
  readonly arg: Arg;
  /** Canonical name of the option that it is the value of. */
  readonly name?: string;
  readonly deep?: boolean;
}

/** Programs that give away the content of what lies below a folder, rather than searching or listing it. */
const COPIES: ReadonlySet<string> = new Set("cp rsync tar bsdtar gtar zip 7z 7za 7zz scp cpio mv pax ar rclone".split(" "));

export function applyValue(start: Start, value: Value): void {
  const { draft, at } = start;
  const { arg, deep = false } = value;
  const path = (act: "read" | "write" | "edit" | "delete", recursive = deep): void => {
    if (at.away) return;
    const contents = recursive && COPIES.has(draft.program ?? "");
    addPaths(at.line, draft, { arg, act, cwd: value.kind === "c" ? at.scope.cwd : start.cwd, recursive, contents });
  };
  switch (value.kind) {
    case "t":
    case "n":
    case "a":
      return;
    case "r":
    case "c":
      return path("read");
    case "R":
      return path("read", true);
    case "w":
      return path("write");
    case "W":
      return path("write", true);
    case "e":
      return path("edit");
    case "d":
      return path("delete");
    case "D":
      return path("delete", true);
    case "v":
      return applyRevision(start, arg);
    case "u":
    case "h":
      return addTarget(start, arg, value.kind);
    case "x":
      return applyLine(start, value);
    case "p":
      return applyText(start, value);
    case "s":
      return applyScript(start, value);
  }
}

/** `HEAD:.env` is the file it names; a plain revision is no file, and as a path of the project it harms nothing. */
function applyRevision(start: Start, arg: Arg): void {
  const { at, draft } = start;
  if (at.away || start.cwd === null && arg.kind !== "unknown" && !/[/.:]/.test(arg.text)) return;
  const text = arg.text.replace(/^:\([^)]*\)|^:[!^/]+/, "");
  const colon = text.indexOf(":");
  const named = colon >= 0 ? text.slice(colon + 1) : text;
  if (arg.kind === "unknown" && !arg.prefix.includes(":")) return;
  if (named === "" || /^[\^@{]/.test(named)) return;
  const spelled = { ...arg, kind: arg.kind === "glob" ? ("glob" as const) : arg.kind, text: named };
  addPaths(at.line, draft, { arg: colon >= 0 ? literal(named) : spelled, act: "read", cwd: start.cwd, recursive: false });
}

/** A command line in a word. Read by the launcher's own purpose, or smuggled in by an option. */
function applyLine(start: Start, { arg, name }: Value, words: readonly Arg[] = [arg]): void {
  const { draft, at, command } = start;
  const away = isAway(draft.program);
  const inner = { ...at, scope: { ...copyScope(at.scope), cwd: start.cwd }, away: at.away || away, shell: shellOf(draft.program), stdin: at.stdin };
  // The purpose of the program is to run this text, so it is judged by what the text does.
  const purpose = command.exact === "launcher" || LOOKED_THROUGH.has(draft.program ?? "");
  if (purpose) start.started = true;
  if (away || start.opaque) at.line.shadow++;
  readText(arg, inner);
  if (away || start.opaque) at.line.shadow--;
  if (away || !purpose) for (const word of words) addCarrier(start, { arg: word, ...(name !== undefined && { name }) });
  if (!purpose) runsOther(start, `\`${name ?? arg.text}\` makes \`${draft.program}\` run another command (\`${arg.text}\`)`);
}

function applyText(start: Start, value: Value): void {
  const { draft, command } = start;
  if (value.arg.network) runsNetwork(start);
  if (command.exact === "launcher") {
    start.loose = true;
    raise(draft, "execute");
    return addCarrier(start, value);
  }
  runsOther(start, `\`${value.name ?? value.arg.text}\` changes what \`${draft.program}\` runs (\`${value.arg.text}\`)`);
}

function applyScript(start: Start, value: Value): void {
  const { draft, at, command } = start;
  raise(draft, "execute");
  if (value.arg.text === "-" && value.arg.kind === "literal") return;
  if (command.exact === "launcher") addCarrier(start, value);
  if (value.arg.kind !== "literal") start.loose = true;
  if (value.arg.network) runsNetwork(start);
  if (!at.away && looksLikePath(start, value.arg)) addPaths(at.line, draft, { arg: value.arg, act: "read", cwd: start.cwd, recursive: false });
}

/** The name of a package or module is no file here. */
function looksLikePath({ command }: Start, arg: Arg): boolean {
  return command.projectCode === true || /[/.]/.test(arg.text);
}

function runsNetwork({ draft }: Start): void {
  addFinding(draft, finding("network-to-shell", `\`${draft.program}\` runs whatever the network sends`));
}

export function runsOther({ draft }: Start, message: string): void {
  raise(draft, "execute");
  addFinding(draft, finding("runs-other", message));
}

/** The words that an exact rule must spell. */
export function addCarrier(start: Start, { arg, name }: { readonly arg: Arg; readonly name?: string }): void {
  start.carriers.push(name === undefined ? { text: arg.text, kind: arg.kind } : { text: `${name}=${arg.text}`, kind: arg.kind, option: name });
}

/** `timeout 5 cmd …`: the command is judged as though it stood alone. */
export function startArgv(start: Start, argv: readonly Arg[]): void {
  const { at, draft } = start;
  const away = isAway(draft.program);
  const opaque = away || start.opaque;
  start.started = true;
  if (opaque) for (const arg of away ? argv : argv.slice(0, 1)) addCarrier(start, { arg });
  if (opaque) at.line.shadow++;
  const inner = { ...at, scope: { ...copyScope(at.scope), cwd: start.cwd }, away: at.away || opaque };
  readArgv(argv, inner);
  if (opaque) at.line.shadow--;
}

function joined(args: readonly Arg[]): Arg {
  return args.find((arg) => arg.kind !== "literal") ?? literal(args.map((arg) => arg.text).join(" "));
}

/** Wrappers that take the command as a text (`env -S`, `flock -c`, `watch`). */
const LOOKED_THROUGH: ReadonlySet<string> = new Set(["env", "genv", "flock", "watch", "viddy"]);

function shellOf(program: string | null): string {
  return program === "bash" || program === "zsh" ? program : "sh";
}

/** `find -exec cmd {} ;`: what was found takes the place of `{}`, in a shell it would be code. */
function startFound(start: Start, argv: readonly Arg[]): void {
  const roots = start.draft.paths.flatMap((use) => (use.act === "read" && use.canonical !== null ? [use.canonical] : []));
  const below = { dirs: roots.length > 0 ? roots : start.cwd === null ? [] : [start.cwd], secrets: true };
  const found = (arg: Arg): Arg => unknown(arg.text, { prefix: arg.text === "{}" ? "./" : arg.text.slice(0, arg.text.indexOf("{}")), dash: arg.text.startsWith("-"), ...(arg.text === "{}" && below.dirs.length > 0 && { below }) });
  startEach(start, argv.map((arg) => (arg.kind === "literal" && arg.text.includes("{}") ? found(arg) : arg)));
}

/** A command that is run once for each of many words. A shell among them is not looked through. */
export function startEach(start: Start, argv: readonly Arg[]): void {
  const { line } = start.at;
  const before = line.parts.length;
  startArgv(start, argv);
  if (!SHELLS.has(programName(argv[0]?.text ?? "", line.world.platform))) return;
  const at = line.parts.findIndex((part, index) => index >= before && part.program !== null && SHELLS.has(part.program) && part.class === "read");
  const shell = line.parts[at];
  if (shell !== undefined && line.shadow === 0) line.parts[at] = { ...shell, class: "execute", pathsOnly: false, exactOnly: "launcher", spell: shell.words.map((word) => word.text) };
}

function applyStdin(start: Start): void {
  const { at, draft, command, carriers, operands } = start;
  if (command.stdin !== "code" || carriers.length > 0 || start.started) return;
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
  runsOther(start, `\`${draft.program}\` runs what it gets on its standard input`);
}

const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "zsh", "ash", "ksh"]);

/** A word of unknown value could be any option that the program has. */
function guardLoose({ draft, read, command }: Start): void {
  const [arg] = read.loose;
  if (arg === undefined) return;
  const effect = exampleEffect(read.meaning, command);
  if (effect === undefined) return;
  raise(draft, "unknown");
  const what = `\`${arg.text}\` could turn into any option of \`${draft.program}\`, such as \`${effect.name}\``;
  addFinding(draft, finding(effect.runs ? "runs-other" : "option-effect", what, arg.text));
}

/** What is exact, and what must be spelled. */
function settle(start: Start, builtin: boolean): void {
  const { draft, command, carriers, at } = start;
  if (start.started && command.exact === "launcher" && !start.opaque && !isAway(draft.program) && carriers.length === 0) {
    delete draft.exactOnly;
    if (draft.class === "execute" || draft.class === "unknown") draft.class = wrapperClass(start);
    draft.pathsOnly = draft.class === "read" && draft.optionEffects.size === 0;
    draft.projectCode = false;
  }
  if (start.started && command.exact === undefined && draft.optionEffects.size === 0) {
    // A wrapper adds nothing of its own to the command that it starts (`nohup`, `flock`).
    if (draft.class === "write") draft.class = "read";
    draft.pathsOnly = draft.class === "read" && draft.findings.length === 0;
  }
  if (onlyWrites(start)) draft.pathsOnly = true;
  if (builtin && draft.class === "read") draft.pathsOnly = draft.paths.length === 0 && STRUCTURE.has(draft.program ?? "");
  if (start.loose) draft.projectCode = false;
  // Where nothing says which words carry the program, all of them do; a task of the project is named by its runner.
  if (draft.exactOnly === "launcher") draft.spell = (carriers.length > 0 || command.projectCode ? carriers : draft.words).map((word) => word.text);
  if (draft.exactOnly === "destructive") draft.spell = draft.words.map((word) => word.text);
  if (draft.projectCode && at.line.call.project === null) draft.projectCode = false;
  if (carriers.length > 0 || start.loose) raise(draft, "execute");
}

/** Programs that do nothing but make, copy or move the files that they are given. */
const FILE_WRITERS: ReadonlySet<string> = new Set(["cp", "gcp", "mv", "gmv", "mkdir", "touch", "tee", "install"]);

function onlyWrites({ draft }: Start): boolean {
  const { program, optionEffects, paths, findings } = draft;
  if (!FILE_WRITERS.has(program ?? "") || draft.class !== "write" || draft.exactOnly) return false;
  return optionEffects.size === 0 && findings.length === 0 && paths.some((use) => use.act !== "read");
}

/** Words that only steer the line. */
const STRUCTURE: ReadonlySet<string> = new Set([":", "true", "false", "exit", "return", "break", "continue", "shift", "wait"]);

function wrapperClass({ read, options }: Start): Class {
  if (read.words.some((word) => word.kind === "unknown")) return "unknown";
  return options.flatMap(({ option }) => option.effects).reduce<Class>((worst, effect) => worstClass(worst, CLASS_OF_EFFECT[effect]), "read");
}
