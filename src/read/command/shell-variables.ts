import { finding } from "../../core/finding-table.ts";
import { givesText, makesArray } from "./arrays.ts";
import { type Arg, isLiteral, literal, sliceArg, unknown } from "./arg.ts";
import { checkComputed, checkName } from "./conditions.ts";
import { changesShell } from "./environment.ts";
import { addFinding, raise } from "./line.ts";
import { forgetVars, freeze, setVar } from "./scope.ts";
import { plain, refuse, type Run, tell, tellVariables } from "./shell-builtins.ts";
import { assign, injection, keep } from "./start.ts";
import { type At, expanderOf, type Output } from "./walk.ts";

/** Built-ins that give variables values: what later words expand to, and what later programs find. */

export function readPrintf(run: Run, name: string): Output {
  const { args, at } = run;
  const [first, second] = args;
  if (first && first.kind !== "literal" && first.dash) checkName(first, expanderOf(at));
  if (first?.prefix.startsWith("-v")) {
    const target = first.text === "-v" ? second : sliceArg(first, 2);
    if (target) setName(target, at);
    return tell(run, name, true);
  }
  if (at.shell === "zsh" && !PRINTS_TEXT.test(first?.kind === "literal" ? first.text : "%d"))
    for (const arg of args.slice(1)) checkComputed(arg, expanderOf(at));
  return plain(run, name);
}

/** Formats that take every word as a text; with any other one zsh computes with the words. */
const PRINTS_TEXT = /^(?:[^%]|%%|%[-\d.]*[bcqs])*$/;

/** A built-in puts a value that is not fixed into a variable, or takes the variable away (`keep`). */
function setName(target: Arg, at: At, put = assign): void {
  checkName(target, expanderOf(at));
  const [element] = /^\w+(?=\[)/.exec(target.text) ?? [];
  if (element !== undefined) makesArray(at.line, element);
  if (target.kind === "literal") put(at, target.text, null, false);
  else forgetVars(at.scope, "all");
}

/** Options of `read` that take a word; zsh computes how long it waits (`-t`). */
const READ_VALUES = /^-[a-z]*[adinNptu]$/i;
const ZSH_READ_VALUES = /^-[a-z]*[dtu]$/i;

export function readNames(run: Run, name: string): Output {
  const { args, at } = run;
  const fills = args.some((arg) => arg.dash && /^-[a-z]*a/.test(arg.kind === "literal" ? arg.text : arg.prefix));
  const values = at.shell === "zsh" ? ZSH_READ_VALUES : READ_VALUES;
  let skip = false;
  for (const [index, arg] of args.entries()) {
    if (skip) {
      skip = false;
      if (at.shell === "zsh" && args[index - 1]?.text.endsWith("t")) checkComputed(arg, expanderOf(at));
      if (arg.kind === "literal" || name !== "read") continue;
    }
    if (arg.kind === "literal" && arg.dash) {
      skip = name === "read" && values.test(arg.text) && !arg.text.endsWith("a");
      continue;
    }
    if (name === "getopts" && arg === args[0]) continue;
    if (name === "read" && fills) makesArray(at.line, arg.text);
    setName(arg, at, name === "unset" ? keep : assign);
  }
  if (name === "read") readsPath(run);
  return tell(run, name, true);
}

/** `… | while read -r f`: each line is one of the paths that were printed. */
function readsPath({ args, at }: Run): void {
  setVar(at.scope, "REPLY", null);
  // `-d ''` reads to the NUL behind each; any other end, or a length, makes pieces of them.
  const ends = args.findIndex((arg, index) => isLiteral(arg, "-d") && isLiteral(args[index + 1], ""));
  const given = ends < 0 ? args : args.toSpliced(ends, 2);
  if (given.some((arg) => arg.dash && !(arg.kind === "literal" && /^-[ers]+$/.test(arg.text)))) return;
  const names = given.filter((arg) => !arg.dash);
  const [name] = names;
  if (at.stdin.kind !== "pipe" || names.length !== 1 || !isLiteral(name, name?.text)) return;
  const { below, plain } = at.stdin;
  if (plain) setVar(at.scope, name!.text, unknown(`$${name!.text}`, { plain, dash: false }));
  else if (below !== undefined)
    setVar(at.scope, name!.text, unknown(`$${name!.text}`, { below: { ...below, split: true } }));
}

/** An array that is written out: `a=(1 2)`. */
const WRITTEN = /^\w+\+?=\(/;

/**
 * `declare -a 'a=($(id))'`: a text in parentheses is taken for the elements of an array, and what stands in it is
 * expanded, in quotes too; so is one that comes out of an expansion. Source: bash 5.2, tried.
 */
function readsAgain(arg: Arg, from: number, options: readonly string[]): boolean {
  if (arg.kind === "literal") return arg.text.startsWith("(", from);
  return !WRITTEN.test(arg.text) && options.some((text) => /^-.*[aA]/.test(text));
}

export function readMapfile(run: Run, name: string): Output {
  const { args, at, draft } = run;
  const calls = args.some((arg) => arg.kind !== "literal" || /^-[a-z]*C/.test(arg.text));
  if (calls) {
    raise(draft, "execute");
    addFinding(draft, finding("runs-other", `\`${name} -C\` runs a command for the lines that it reads`));
  }
  forgetVars(at.scope, "all");
  for (const arg of args) {
    if (arg.dash) continue;
    makesArray(at.line, arg.text);
    setName(arg, at);
  }
  return tell(run, name, !calls);
}

/** `export`, `declare` and their kind. */
export function declare(run: Run, name: string): Output {
  const { args, at } = run;
  const options = args.filter((arg) => arg.kind === "literal" && /^[-+]/.test(arg.text)).map((arg) => arg.text);
  // To zsh `-F` makes a number of it, which is computed; bash lists names of functions.
  const plainOptions = at.shell === "zsh" ? /^([-+][aAfgprx]+|--)$/ : /^([-+][aAfFgprx]+|--)$/;
  if (options.some((text) => !plainOptions.test(text)))
    return refuse(
      run,
      `sets variables in a way that changes what they hold, or can run commands (\`${name} ${options.join(" ")}\`)`,
    );
  if (args.length === options.length || options.some((text) => text.includes("p"))) return tellVariables(run, name);
  const exported = name === "export" || options.some((text) => text.startsWith("-") && text.includes("x"));
  const fixes = name === "readonly" || options.some((text) => text.startsWith("-") && text.includes("r"));
  if (exported && options.some((text) => text.includes("f"))) addFinding(at.line, injection("a function"));
  for (const arg of args) {
    if (arg.kind === "literal" && options.includes(arg.text)) continue;
    const known = arg.kind === "literal" ? arg.text : arg.prefix;
    const cut = known.indexOf("=");
    const spelled = cut < 0 ? known : known.slice(0, cut);
    const variable = spelled.replace(/\+$/, "");
    if (cut < 0 && arg.kind !== "literal")
      return refuse(run, `sets a variable whose name is not fixed (\`${arg.text}\`)`);
    if (variable.includes("[")) checkName(literal(variable), expanderOf(at));
    if (cut >= 0 && readsAgain(arg, cut + 1, options))
      return refuse(run, `gives an array a text, which the shell reads again (\`${arg.text}\`)`);
    if (options.some((text) => /^-.*[aA]/.test(text)) || variable.includes("["))
      makesArray(at.line, variable.replace(/\[.*/s, ""));
    else if (cut >= 0 && arg.kind !== "literal" && !WRITTEN.test(arg.text)) givesText(at.line, variable);
    else if (WRITTEN.test(arg.text)) makesArray(at.line, variable);
    if (cut >= 0) assign(at, variable, spelled === variable ? sliceArg(arg, cut + 1) : null, exported);
    else if (exported && changesShell(variable, null)) addFinding(at.line, injection(variable));
    // In a function it hides the variable of that name, and an array holds no value of the old one.
    else if (!exported && (!fixes || options.some((text) => /[aA]/.test(text)))) keep(at, variable, null, false);
    if (fixes) freeze(at.scope, variable);
  }
  return tell(run, name, true);
}
