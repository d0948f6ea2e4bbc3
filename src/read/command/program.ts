// Longer than most: the one way from the words of a command to its part, step by step.
import { type Class, worstClass } from "../../core/class.ts";
import { finding } from "../../core/finding-table.ts";
import type { Word } from "../../core/reading.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import { namesSubcommand, pickForm, revealedBy } from "../knowledge/pick.ts";
import type { World } from "../world.ts";
import type { Command, Program } from "../knowledge/schema.ts";
import type { Arg } from "./arg.ts";
import { showWords } from "./behind.ts";
import { plainArgs } from "./dialect.ts";
import { exampleEffect } from "./effects.ts";
import { absolute, guardProgram, isInProject, programName } from "./guard.ts";
import { languageOf } from "./languages/index.ts";
import { applyStdin, SHELLS, startArgv } from "./launch.ts";
import { finishPart } from "./finish.ts";
import { addFinding, type Draft, mayShowSecrets, raise } from "./line.ts";
import { mentionWord } from "./mention.ts";
import { type Given, readWords, type ReadWords } from "./options.ts";
import { outputOf } from "./output.ts";
import { guardPlanted } from "./planted.ts";
import { otherSpellings } from "./spellings.ts";
import { readOpenStarts, readStarts, saysNothing } from "./starts.ts";
import { guardTargets } from "./target.ts";
import { mentionChanged, mentionTracked } from "./tracked.ts";
import { isAway } from "./unwrap.ts";
import { applyEdits, applyOperands, applyOption, CLASS_OF_EFFECT } from "./values.ts";
import type { At, Output } from "./walk.ts";
import { inherited } from "./scope.ts";
import { traces } from "./secrets.ts";
import { addSynonyms } from "./synonyms.ts";
import { wordsOf } from "./words.ts";

/** One start of a program that is known, while it is read. */
export interface Start {
  readonly at: At;
  readonly draft: Draft;
  readonly program: Program;
  readonly command: Command;
  readonly read: ReadWords;
  readonly options: readonly Given[];
  readonly operands: readonly Arg[];
  /** Some of its words are options that the entry does not list. */
  readonly unlisted: boolean;
  /** Directory that the program works in (`git -C`, `make -C`). */
  readonly cwd: string | null;
  /** Words that carry the program that is launched. */
  readonly carriers: Word[];
  /** What must stand literally in a pattern, where the entry that was read instead does not say it. */
  spelled?: string[];
  /** Something of the call is a program's text, so that consent to the project's code does not cover it. */
  loose: boolean;
  /** Commands that it starts have been read. */
  started: boolean;
  /** What the command prints that it started last. */
  printed?: Output;
  /** A language has read the standard input. */
  stdinRead: boolean;
  /** It answers for the commands that it starts, instead of being looked through. */
  opaque: boolean;
}

/** A program with its arguments. `builtin`: the shell's own, which no file of that name replaces. */
export function readProgram(args: readonly Arg[], at: At, draft: Draft, builtin = false): Output {
  const { line, scope } = at;
  const spelled = args[0]!.text;
  draft.program = programName(spelled, line.world.platform);
  if (!builtin && !at.away && !isAgentsOwn(spelled, line.world)) guardProgram(spelled, { line, scope, draft });
  const program = knowledgeOf(draft.program);
  if (draft.program === "assent") return readOwn(args, at, draft);
  draft.others = otherSpellings(draft.program, args.slice(1));
  if (program === undefined) return readStranger(args, at, draft);
  draft.known = true;
  const read = readWords(program, plainArgs(draft.program, args.slice(1)));
  const start = newStart(program, read, builtin ? at : { ...at, scope: inherited(scope) }, draft);
  const { words, globals } = wordsOf(read);
  draft.words = words;
  draft.globals.push(...globals);
  addSynonyms(draft, namesSubcommand(program, read.meaning.path[0]) ? read.meaning.path.length : 0);
  applyCommand(start, builtin);
  if (saysNothing(start.command) && !onlyTells(read)) readStarts(args.slice(1), at, draft);
  else if (!onlyTells(read)) readOpenStarts(start);
  const output = outputOf(start);
  finishPart(line, draft, "offers");
  return output;
}

/** An agent carries this one out by itself; a file of that name is guarded as any other. */
function isAgentsOwn(spelled: string, world: World): boolean {
  return (spelled === "apply_patch" || spelled === "applypatch") && world.which(spelled) === null;
}

/** Reads words that stand for another entry (`python -m pip …`) into the same part. Returns the subcommand of that. */
export function readAs(start: Start, program: Program, args: readonly Arg[]): readonly string[] {
  const { draft, at } = start;
  start.stdinRead = true;
  const head = draft.words.filter((word) => word.option !== undefined);
  const read = readWords(program, args);
  draft.class = "read";
  delete draft.exactOnly;
  delete draft.does;
  draft.projectCode = false;
  const { words, globals } = wordsOf(read);
  draft.words = [...head, ...words];
  draft.globals.push(...globals);
  applyCommand(newStart(program, read, at, draft), false);
  return read.meaning.path;
}

/** Commands of this program that only answer. */
const OWN_READS: ReadonlySet<string> = new Set(["check", "--version", "--help"]);

export function loosens(draft: Draft): void {
  raise(draft, "admin");
  addFinding(draft, finding("person-act", "it can decide or loosen what only a person may"));
}

/** A command that could decide in a person's place, or change what is decided. Source: rules.md, "The guard". */
function readOwn(args: readonly Arg[], at: At, draft: Draft): Output {
  const [, first, second] = args;
  const harmless =
    first?.kind === "literal" &&
    (OWN_READS.has(first.text) || (first.text === "hook" && second?.kind === "literal" && second.text === "run"));
  draft.words = args.slice(1).map((arg) => ({
    text: arg.text,
    kind: arg.kind,
    ...(arg.dash && arg.kind === "literal" && { option: arg.text }),
  }));
  if (!harmless) loosens(draft);
  finishPart(at.line, draft);
  return { network: false };
}

function newStart(program: Program, read: ReadWords, at: At, draft: Draft): Start {
  const options: Given[] = [];
  const operands: Arg[] = [];
  let cwd = at.scope.cwd;
  for (const word of read.words) {
    if (word.kind === "operand") operands.push(word.arg);
    if (word.kind !== "option") continue;
    options.push(word);
    if (word.option.value === "c" && word.value) cwd = directory(word.value, cwd);
  }
  return {
    at,
    draft,
    program,
    command: pickForm(read.meaning, options, operands),
    read,
    options,
    operands,
    unlisted: read.words.some((word) => word.kind === "unknown"),
    cwd,
    carriers: [],
    loose: false,
    started: false,
    stdinRead: false,
    opaque: false,
  };
}

function directory(value: Arg, from: string | null): string | null {
  return value.kind === "literal" ? absolute(value.path ?? value.text, from) : null;
}

/** Nothing is known of the program, so its words stand as written. */
function readStranger(args: readonly Arg[], at: At, draft: Draft): Output {
  raise(draft, "unknown");
  draft.words = args.slice(1).map((arg) => {
    const word = { text: arg.text, kind: arg.kind };
    return arg.dash && arg.kind === "literal" && arg.text.length > 1
      ? { ...word, option: /^[^=]+/.exec(arg.text)?.[0] ?? arg.text }
      : word;
  });
  const place = { line: at.line, draft, cwd: at.scope.cwd, away: at.away };
  for (const arg of args.slice(1)) mentionWord(place, arg, "any");
  readStarts(args.slice(1), at, draft);
  finishPart(at.line, draft, "offers");
  return { network: at.stdin.kind === "pipe" && at.stdin.network };
}

function applyCommand(start: Start, builtin: boolean): void {
  const { at, draft, command, read, options, operands } = start;
  const informs = onlyTells(read);
  raise(draft, informs ? "read" : classOf(start));
  if (command.exact && !informs) draft.exactOnly = command.exact;
  if (command.does && !informs) draft.does = command.does;
  draft.projectCode ||= command.projectCode === true && !informs;
  if (!informs) applyOperands(start, operands);
  if (!informs && command.edits !== undefined) applyEdits(start, command.edits);
  if (!informs && command.prints) mentionTracked(start);
  if (!informs && command.changes) mentionChanged(start);
  for (const given of options) applyOption(start, given);
  at.line.secrets.traced ||= SHELLS.has(draft.program ?? "") && options.some(traces);
  const language = languageOf(draft.program, command.language);
  if (language !== undefined && !informs) language(start);
  else if (command.language !== undefined && !informs) raise(draft, "unknown");
  if (read.argv !== undefined && read.hidden) showWords(start, read.argv);
  else if (read.argv !== undefined && !start.started) startArgv(start, read.argv);
  if (!informs) applyStdin(start);
  if (command.reveals && !informs && !start.started) guardSecrets(start);
  guardLoose(start);
  guardUnlisted(start, informs);
  guardTargets(start);
  guardPlanted(start);
  settle(start, builtin);
}

/**
 * Beside an operand no option is a question to the program: on a Mac `rm x --help` deletes both, `cargo x --help` starts
 * the program `cargo-x` with it, and `javac -version A.java` and `ruby -v a.rb` tell first and then do their work. Beside
 * what the program loads or runs it is none either: `php -z ./x.so -v` loads the extension. Nor is it one beside an
 * option of which only a mask is known: `java -Xlog:gc:x -version` writes a file.
 */
function onlyTells({ words, argv }: ReadWords): boolean {
  const tells = words.some((word) => word.kind === "option" && word.option.info);
  return tells && argv === undefined && !words.some((word) => word.kind === "operand" || mayRun(word));
}

function mayRun(word: ReadWords["words"][number]): boolean {
  if (word.kind !== "option" || word.option.info) return false;
  return (
    (word.option.masked === true && word.name.startsWith("-")) ||
    (word.value !== undefined && ["p", "s", "x"].includes(word.option.value ?? ""))
  );
}

function classOf({ command, read }: Start): Class {
  if (read.strange !== undefined) return "unknown";
  // Where the entry leaves the class open, the language says it.
  if (command.class === "unknown" && command.language !== undefined && languageOf(null, command.language) !== undefined)
    return "read";
  return command.class ?? "unknown";
}

/** A rule about the whole of a program does not mean what shows secrets. */
function guardSecrets({ draft, read, options, operands }: Start): void {
  mayShowSecrets(draft);
  for (const name of revealedBy(read.meaning, options, operands)) draft.optionEffects.add(name.split("=")[0] ?? name);
}

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

/** A rule about the whole program does not mean a subcommand that nothing is known of, listed by its name or not. */
function unclassed({ read, command, operands }: Start): string | undefined {
  const { strange, meaning } = read;
  if (strange !== undefined) return strange.kind === "literal" ? strange.text : undefined;
  const first = command.subs === undefined ? undefined : operands.find((arg) => arg.kind === "literal");
  // Where the group alone does something and takes no operand, another word is a subcommand all the same.
  if (first !== undefined && command.operands === "") return first.text;
  if ((command.class ?? "unknown") !== "unknown" || command.language !== undefined) return undefined;
  return first?.text ?? meaning.path.at(-1);
}

/** The subcommand is named, or its group; one that also shows secrets was added by its name alone. */
function guardObscure({ draft, read }: Start, name: string): void {
  const [group] = read.meaning.path;
  if (group !== undefined && !draft.optionEffects.has(name)) draft.obscure = { name, group };
  draft.optionEffects.add(name);
}

/** What the entry does not list may have an effect of its own, so that a rule must name it. */
function guardUnlisted(start: Start, informs: boolean): void {
  const { draft, read, command } = start;
  const obscure = unclassed(start);
  if (!informs && obscure !== undefined) guardObscure(start, obscure);
  const unlisted = new Set(read.words.flatMap((word) => (word.kind === "unknown" ? [word.arg.text] : [])));
  if (unlisted.size === 0) return;
  raise(draft, "unknown");
  // Of such a subcommand the options are not known either: the rule about it covers them.
  if (command.class === undefined || read.strange !== undefined) return;
  for (const { text, option } of draft.words)
    if (option !== undefined && unlisted.has(text)) draft.optionEffects.add(option);
}

/** What is exact, and what must be spelled. */
function settle(start: Start, builtin: boolean): void {
  const { draft, command, carriers } = start;
  if (
    start.started &&
    command.exact === "launcher" &&
    !start.opaque &&
    !isAway(draft.program) &&
    carriers.length === 0
  ) {
    delete draft.exactOnly;
    if (draft.class === "execute" || draft.class === "unknown") draft.class = wrapperClass(start);
    draft.pathsOnly = draft.class === "read" && draft.optionEffects.size === 0;
    draft.projectCode = false;
  }
  if (start.started && command.exact === undefined && draft.optionEffects.size === 0) {
    if (draft.class === "write" && PLAIN_WRAPPERS.has(draft.program ?? "")) draft.class = "read";
    draft.pathsOnly = draft.class === "read" && draft.findings.length === 0;
  }
  if (start.started && draft.pathsOnly) draft.does ??= "starts what follows";
  if (onlyWrites(start)) draft.pathsOnly = true;
  if (builtin && draft.class === "read")
    draft.pathsOnly = draft.paths.length === 0 && STRUCTURE.has(draft.program ?? "");
  if (start.loose) draft.projectCode = false;
  // Where nothing says which words carry the program, all of them do; a task of the project is named by its runner.
  if (draft.exactOnly === "launcher")
    draft.spell = (carriers.length > 0 || command.projectCode ? carriers : draft.words).map((word) => word.text);
  if (start.spelled !== undefined) draft.spell = start.spelled;
  if (draft.exactOnly === "destructive") draft.spell = draft.words.map((word) => word.text);
  if (draft.projectCode && (!worksInProject(start) || leadsOut(start))) draft.projectCode = false;
  if (carriers.length > 0 || start.loose) raise(draft, "execute");
}

/** `npm test` in another folder runs that folder's scripts. */
function worksInProject({ at, cwd, draft }: Start): boolean {
  if (cwd === null || at.away) return false;
  const real = at.line.world.realpath(cwd) ?? cwd;
  const inside = [cwd, real].every((place) => isInProject(at.line, place));
  return inside && !draft.findings.some(({ code }) => code !== "program-in-project");
}

/**
 * `npm test -- --config=/tmp/x.js`: tests and tools load what they are pointed at, and outside of the project that is none
 * of its code. What a script is given (`node seed.js /data/x`) is the script's own affair.
 */
function leadsOut({ at: { line }, command, draft }: Start): boolean {
  if (command.exact === "launcher") return false;
  return [...draft.paths, ...draft.mentions].some(({ act, spelling, canonical, kind, system }) => {
    const there = kind !== "none" || line.world.tempDirs.some((dir) => spelling.startsWith(`${dir}/`));
    return (
      act === "read" && !system && there && ![spelling, canonical ?? spelling].every((path) => isInProject(line, path))
    );
  });
}

/** Wrappers that write at most a file that holds the output or a lock. */
const PLAIN_WRAPPERS: ReadonlySet<string> = new Set(["nohup", "flock"]);

/** Programs that do nothing but make, copy or move the files that they are given. */
const FILE_WRITERS: ReadonlySet<string> = new Set(["cp", "gcp", "mv", "gmv", "mkdir", "touch", "tee", "install"]);

function onlyWrites({ draft }: Start): boolean {
  const { program, optionEffects, paths, findings } = draft;
  if (!FILE_WRITERS.has(program ?? "") || draft.class !== "write" || draft.exactOnly) return false;
  return optionEffects.size === 0 && findings.length === 0 && paths.some((use) => use.act !== "read");
}

/** Words that only steer the line. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ":",
  "true",
  "false",
  "exit",
  "return",
  "break",
  "continue",
  "shift",
  "wait",
]);

function wrapperClass({ unlisted, options }: Start): Class {
  if (unlisted) return "unknown";
  return options
    .flatMap(({ option }) => option.effects)
    .reduce<Class>((worst, effect) => worstClass(worst, CLASS_OF_EFFECT[effect]), "read");
}
