import type { Assignment, Command } from "unbash";
import { finding } from "../../core/finding-table.ts";
import { makesArray } from "./arrays.ts";
import { type Arg, isLiteral, literal, unknown } from "./arg.ts";
import { builtinKind, ZSH_ONLY } from "./builtins.ts";
import { checkComputed } from "./conditions.ts";
import { changesShell, isShellNumber, isZshTable, reachesPrograms } from "./environment.ts";
import { showText } from "./behind.ts";
import { checkArithmeticText } from "./arithmetic.ts";
import { settingCommand } from "./languages/inside.ts";
import { type Expander, expandValue, expandWord } from "./expand.ts";
import { finishPart } from "./finish.ts";
import { addFinding, type Draft, newDraft, unreadable } from "./line.ts";
import { readProgram } from "./program.ts";
import { mixesErrors, readRedirects } from "./redirect.ts";
import { readBuiltin } from "./shell-builtins.ts";
import { copyScope, mergeScopes, type Scope, setVar } from "./scope.ts";
import { isQuietTest } from "./secrets.ts";
import { type At, expanderOf, type Output, SILENT } from "./walk.ts";

/** One simple command of a line: its words, its assignments, its redirections. */
export function startCommand(node: Command, at: At): Output {
  const draft = newDraft(at.source.slice(node.pos, node.end));
  const expander = expanderOf(at);
  const set = readPrefix(node, at);
  const args = argsOf(node, expander);
  // Which comes first differs among shells: `x=a; x=b > $x` makes `b` in bash, `a` in dash.
  if (args.length === 0 && node.redirects.length > 0) for (const { name } of set) setVar(at.scope, name, null);
  const redirected = node.redirects.length > 0 ? readRedirects(node.redirects, { ...at, expander, draft }) : null;
  const stdin = redirected ?? at.stdin;
  if (args.length === 0) return assignOnly(set, { ...at, stdin }, draft);
  for (const { name, value } of set) {
    checkSpecial(name, value, expander);
    if (!reachesPrograms(name, value?.kind === "literal" ? value.text : null)) continue;
    // Where `read` splits its line is no concern of what follows.
    if (name === "IFS" && isLiteral(args[0], "read")) continue;
    addFinding(draft, injection(name));
    const command = value && settingCommand(`${name}=${value.prefix}`);
    if (command) showText({ at }, command);
  }
  const output = startArgs(args, { ...at, scope: scopeOf(args[0], set, at), stdin }, draft);
  return mixesErrors(node.redirects) ? { network: output.network } : output;
}

/**
 * Where a command runs with these in front of it. A shell of POSIX keeps them behind its special built-ins, and so does
 * bash behind `export` and its kind; a program that is a shell gets them.
 */
function scopeOf(first: Arg | undefined, set: readonly Setting[], { scope }: At): Scope {
  const stays = first?.kind === "literal" && builtinKind(first.text) !== undefined;
  const inner = stays ? scope : copyScope(scope);
  for (const { name } of set) if (!(stays && name === "IFS")) setVar(inner, name, null);
  return inner;
}

const NOTHING_SET: readonly Setting[] = [];

/** Assignments in front: each one is put in place before the next one is expanded. bash 5.2, dash 0.5, tried. */
function readPrefix({ prefix }: Command, at: At): readonly Setting[] {
  if (prefix.length === 0) return NOTHING_SET;
  const nodes = prefix.flatMap((part) => (part.type === "Assignment" ? [part] : []));
  if (nodes.length < 2) return nodes.map((node) => readAssignment(node, expanderOf(at)));
  const inner = { ...at, scope: copyScope(at.scope) };
  const set = nodes.map((node) => {
    const setting = readAssignment(node, expanderOf(inner));
    setVar(inner.scope, setting.name, setting.value);
    return setting;
  });
  // What an expansion set on the way (`${x:=y}`) may stay, what stands in front of a program does not.
  mergeScopes(at.scope, [copyScope(at.scope), inner.scope]);
  return set;
}

/** The words of a command, by whatever way they became one. `viaShell`: built-ins and functions go first. */
export function startArgs(args: readonly Arg[], at: At, draft: Draft, viaShell = true): Output {
  const [first] = args;
  if (first === undefined) return SILENT;
  if (first.kind !== "literal") {
    unreadable(at.line, `starts a program whose name is not fixed (\`${first.text}\`)`);
    return abandon(args, at, draft);
  }
  const name = first.text;
  if (viaShell && at.scope.shadowed.has(name)) {
    unreadable(at.line, `defines \`${name}\` itself, so it is not the program of that name`);
    return abandon(args, at, draft);
  }
  if (viaShell && at.shell === "zsh" && ZSH_ONLY.has(name)) {
    unreadable(at.line, `uses \`${name}\`, which zsh reads in its own way`);
    return abandon(args, at, draft);
  }
  const kind = viaShell ? builtinKind(name) : undefined;
  draft.secret ||= args.some((arg) => arg.secret) && !keepsQuiet(name, args.slice(1));
  return kind === undefined ? readProgram(args, at, draft) : readBuiltin(args, kind, { at, draft });
}

/** Built-ins that print nothing of their words; what is wrong with one of the others' words is told with the word itself. */
const KEEPS_QUIET: ReadonlySet<string> = new Set(": true false export declare local readonly typeset".split(" "));

function keepsQuiet(name: string, args: readonly Arg[]): boolean {
  return KEEPS_QUIET.has(name) || ((name === "test" || name === "[") && isQuietTest(args));
}

/** What is left of a part that cannot be read: its text, for the person, and its words, for a denial. */
export function abandon(args: readonly Arg[], at: At, draft: Draft): Output {
  draft.class = "unknown";
  draft.words = args.map((arg) => ({ text: arg.text, kind: arg.kind }));
  finishPart(at.line, draft);
  return SILENT;
}

export interface Setting {
  readonly name: string;
  /** Null for an array or an element of one. */
  readonly value: Arg | null;
  readonly isArray?: true;
}

function readAssignment(node: Assignment, expander: Expander): Setting {
  if (node.index !== undefined) {
    const index = expandValue(node.index, expander);
    if (!index.number && !/^-?\d+$/.test(index.text)) checkArithmeticText(index.text, expander);
  }
  if (node.value.type === "ArrayValue") {
    for (const { text } of node.value.elements) checkIndex(text, expander);
    const secret = node.value.elements.flatMap((element) => expandWord(element, expander)).some((arg) => arg.secret);
    // How many pieces it fell into tells of it.
    return { name: node.name, value: secret ? unknown(node.text, { secret: "part" }) : null, isArray: true };
  }
  // A `~` after a colon is replaced too.
  const value = /:~/.test(node.value.text) ? unknown(node.value.text) : expandValue(node.value, expander);
  const whole = value.secret !== undefined || (node.index === undefined && !node.append);
  return { name: node.name, value: whole ? value : null, ...(node.index && { isArray: true }) };
}

/** `a=([x]=1)` computes with `x`; a word in quotes is none such. */
function checkIndex(text: string, expander: Expander): void {
  const index = /^\[(.*?)\]\+?=/s.exec(text)?.[1];
  if (index !== undefined && !/^-?\d+$/.test(index)) checkArithmeticText(index, expander);
}

function assignOnly(set: readonly Setting[], at: At, draft: Draft): Output {
  for (const { name, value, isArray } of set) {
    if (isArray) makesArray(at.line, name);
    assign(at, name, value, false);
  }
  draft.pathsOnly = true;
  finishPart(at.line, draft);
  return SILENT;
}

/** Names that the shell itself keeps: what it is given for a number is computed, and a subscript in it can run commands. */
function checkSpecial(name: string, value: Arg | null, expander: Expander): void {
  if (expander.shell === "zsh" && isZshTable(name))
    expander.onFault(`sets \`${name}\`, by which zsh knows what a name means`);
  if (!isShellNumber(name, expander.shell)) return;
  if (value === null) expander.onFault(`gives \`${name}\` a value that is not fixed, and the shell computes it`);
  else checkComputed(value, expander);
}

/** Gives a variable of the shell a value for what follows in the line. */
export function assign(at: At, name: string, value: Arg | null, exported: boolean): void {
  checkSpecial(name, value, expanderOf(at));
  keep(at, name, value, exported);
}

/** The same without a word on the value, for a name that only becomes another variable (`local OPTIND`). */
export function keep(at: At, name: string, value: Arg | null, exported: boolean): void {
  setVar(at.scope, name, value);
  at.line.secrets.kept ||= value?.secret !== undefined;
  const text = value?.kind === "literal" ? value.text : null;
  if (exported ? reachesPrograms(name, text) : changesShell(name, text)) addFinding(at.line, injection(name));
}

export function injection(name: string): ReturnType<typeof finding> {
  return finding("env-injection", `it sets \`${name}\`, which may change what programs do`, name);
}

/** The program and the words and `NAME=value` after it (`export PATH=…`). */
function argsOf(node: Command, expander: Expander): readonly Arg[] {
  const args: Arg[] = [];
  if (node.name) for (const arg of expandWord(node.name, expander)) args.push(arg);
  for (const word of node.args) {
    if (word.type === "Assignment") args.push(assignmentWord(word, expander));
    else for (const arg of expandWord(word, expander)) args.push(arg);
  }
  return args;
}

function assignmentWord(node: Assignment, expander: Expander): Arg {
  const { name, value } = readAssignment(node, expander);
  if (value?.kind === "literal") return literal(`${name}=${value.path ?? value.text}`);
  return unknown(node.text, { prefix: `${name}=`, dash: false, ...(value?.secret && { secret: value.secret }) });
}
