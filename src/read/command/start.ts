import type { Assignment, Command } from "unbash";
import { finding } from "../../core/finding-table.ts";
import { type Arg, isLiteral, literal, unknown } from "./arg.ts";
import { builtinKind, ZSH_ONLY } from "./builtins.ts";
import { changesShell, reachesPrograms } from "./environment.ts";
import { showText } from "./behind.ts";
import { checkArithmeticText } from "./arithmetic.ts";
import { settingCommand } from "./languages/inside.ts";
import { type Expander, expandValue, expandWord } from "./expand.ts";
import { finishPart } from "./finish.ts";
import { addFinding, type Draft, newDraft, unreadable } from "./line.ts";
import { readProgram } from "./program.ts";
import { mixesErrors, readRedirects } from "./redirect.ts";
import { readBuiltin } from "./shell-builtins.ts";
import { setVar } from "./scope.ts";
import { type At, expanderOf, type Output, SILENT } from "./walk.ts";

/** One simple command of a line: its words, its assignments, its redirections. */
export function startCommand(node: Command, at: At): Output {
  const draft = newDraft(at.source.slice(node.pos, node.end));
  const expander = expanderOf(at);
  const set = node.prefix.flatMap((part) => (part.type === "Assignment" ? [readAssignment(part, expander)] : []));
  const args = [...(node.name ? expandWord(node.name, expander) : []), ...argsOf(node, expander)];
  const stdin = readRedirects(node.redirects, { ...at, expander, draft }) ?? at.stdin;
  if (args.length === 0) return assignOnly(set, { ...at, stdin }, draft);
  for (const { name, value } of set) {
    if (!reachesPrograms(name, value?.kind === "literal" ? value.text : null)) continue;
    // Where `read` splits its line is no concern of what follows.
    if (name === "IFS" && isLiteral(args[0], "read")) continue;
    addFinding(draft, injection(name));
    const command = value && settingCommand(`${name}=${value.prefix}`);
    if (command) showText({ at }, command);
  }
  const output = startArgs(args, { ...at, stdin }, draft);
  return mixesErrors(node.redirects) ? { network: output.network } : output;
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
  if (!KEEPS_QUIET.has(name)) draft.secret ||= args.some((arg) => arg.secret);
  return kind === undefined ? readProgram(args, at, draft) : readBuiltin(args, kind, { at, draft });
}

/** Built-ins that print nothing of their words. */
const KEEPS_QUIET: ReadonlySet<string> = new Set(
  ": true false test [ export declare local readonly typeset unset read exit return cd pushd".split(" "),
);

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
}

function readAssignment(node: Assignment, expander: Expander): Setting {
  if (node.index !== undefined) {
    const index = expandValue(node.index, expander);
    if (!index.number && !/^-?\d+$/.test(index.text)) checkArithmeticText(index.text, expander);
  }
  if (node.value.type === "ArrayValue") {
    for (const element of node.value.elements) expandWord(element, expander);
    return { name: node.name, value: null };
  }
  // A `~` after a colon is replaced too.
  const value = /:~/.test(node.value.text) ? unknown(node.value.text) : expandValue(node.value, expander);
  return { name: node.name, value: node.index !== undefined || node.append ? null : value };
}

function assignOnly(set: readonly Setting[], at: At, draft: Draft): Output {
  for (const { name, value } of set) assign(at, name, value, false);
  draft.pathsOnly = true;
  finishPart(at.line, draft);
  return SILENT;
}

/** Gives a variable of the shell a value for what follows in the line. */
export function assign(at: At, name: string, value: Arg | null, exported: boolean): void {
  setVar(at.scope, name, value);
  const text = value?.kind === "literal" ? value.text : null;
  if (exported ? reachesPrograms(name, text) : changesShell(name, text)) addFinding(at.line, injection(name));
}

export function injection(name: string): ReturnType<typeof finding> {
  return finding("env-injection", `it sets \`${name}\`, which may change what programs do`, name);
}

/** Words and `NAME=value` after the program (`export PATH=…`). */
function argsOf(node: Command, expander: Expander): readonly Arg[] {
  return node.args.flatMap((arg) =>
    arg.type === "Assignment" ? [assignmentWord(arg, expander)] : expandWord(arg, expander),
  );
}

function assignmentWord(node: Assignment, expander: Expander): Arg {
  const { name, value } = readAssignment(node, expander);
  if (value?.kind === "literal") return literal(`${name}=${value.path ?? value.text}`);
  return unknown(node.text, { prefix: `${name}=`, dash: false });
}
