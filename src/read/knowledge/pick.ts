import { inOneShape } from "./one-shape.ts";
import type { Command, Form, Program, Style } from "./schema.ts";
import { masksOf, type Operand, type Option, type OptionTable, parseOperands, parseOptions, words } from "./parse.ts";

/** Chooses what of an entry applies to a line: its subcommand, its options, its form, its operands. */

/** The command that a line means: the program itself, or the subcommand reached from it. */
export interface Scope {
  readonly program: Program;
  readonly command: Command;
  /** Canonical names of the subcommands on the way; empty for the program itself. */
  readonly path: readonly string[];
}

/** What was given, as a form looks at it: an option under its canonical name. */
export interface GivenOption {
  readonly name: string;
  readonly value: { readonly text: string } | undefined;
}

export interface GivenText {
  readonly text: string;
}

/** The subcommand that a word names, by key, alias or the longest mask. */
export function pickSubcommand(scope: Scope, word: string): Scope | undefined {
  const subs = subcommandsOf(scope.command);
  const name = subs.names.get(word) ?? subs.masks.find((mask) => word.startsWith(mask.prefix));
  if (!name) return undefined;
  return { program: scope.program, command: name.command, path: [...scope.path, name.canonical ?? word] };
}

/** Whether a word is the name of a subcommand, and not only one that a mask takes (`yarn prisma`). */
export function namesSubcommand(command: Command, word: string | undefined): boolean {
  return word !== undefined && subcommandsOf(command).names.has(word);
}

/** Whether the command has subcommands at all. */
export function hasSubcommands(command: Command): boolean {
  return command.subs !== undefined;
}

export function styleOf(scope: Scope): Style {
  return scope.command.style ?? scope.program.style ?? "gnu";
}

/**
 * An option by its name as written, dashes included (`-o`, `--output`, `-name`). Undefined: not known.
 * `global`: set apart from the subcommand's words.
 */
export function findOption(
  scope: Scope,
  name: string,
): { readonly option: Option; readonly global: boolean } | undefined {
  for (const layer of layersOf(scope)) {
    const option = layer.table.byName.get(name);
    if (option && !name.endsWith("*")) return { option, global: layer.global };
  }
  for (const layer of layersOf(scope)) {
    const mask = layer.table.masks.find((prefix) => name.startsWith(prefix) && name !== prefix);
    if (mask !== undefined && !hidesDoing(scope, name, mask)) {
      return {
        option: { ...layer.table.byName.get(`${mask}*`)!, canonical: name, masked: true },
        global: layer.global,
      };
    }
  }
  return undefined;
}

/** The one option that a long name abbreviates, in style `gnu`; undefined where none or several do. */
export function completeOption(
  scope: Scope,
  prefix: string,
): { readonly option: Option; readonly global: boolean } | undefined {
  if (!prefix.startsWith("--") || prefix.length < 3) return undefined;
  const found = new Map<string, { readonly option: Option; readonly global: boolean }>();
  for (const { table, global } of layersOf(scope)) {
    for (const [name, option] of table.byName) {
      if (name.startsWith(prefix) && !found.has(option.canonical)) found.set(option.canonical, { option, global });
    }
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

/** The options that may stand before a subcommand. */
export function globalsOf(program: Program): Scope {
  const cached = globalsCache.get(program);
  if (cached) return cached;
  const scope = { program, command: { options: program.globals ?? "" }, path: [] };
  globalsCache.set(program, scope);
  return scope;
}

/** The command with the form that fits what was given laid over it. */
export function pickForm(scope: Scope, options: readonly GivenOption[], operands: readonly GivenText[]): Command {
  return fittingForm(scope, options, operands)?.command ?? scope.command;
}

function fittingForm(
  scope: Scope,
  options: readonly GivenOption[],
  operands: readonly GivenText[],
): ReadForm | undefined {
  if (scope.command.forms === undefined) return undefined;
  return formsOf(scope).find(({ alternatives }) =>
    alternatives.some((tests) => tests.every((test) => fits(test, options, operands))),
  );
}

/**
 * The words by which a command shows secrets: the operands and options that chose the form which does, else the name of
 * the subcommand; none where the program as a whole does.
 */
export function revealedBy(
  scope: Scope,
  options: readonly GivenOption[],
  operands: readonly GivenText[],
): readonly string[] {
  const form = scope.command.reveals ? undefined : fittingForm(scope, options, operands);
  const tests = (form?.alternatives ?? []).flatMap(namingTests).filter((test) => fits(test, options, operands));
  const texts = operands.map(({ text }) => text);
  const named = tests.flatMap((test) => {
    if (test.kind === "first") return texts.slice(0, 1);
    if (test.kind === "any") return texts.filter((text) => operandFits(test.mask, text));
    return test.kind === "option" ? options.map(({ name }) => name).filter((name) => name === test.name) : [];
  });
  return named.length > 0 ? [...new Set(named)] : scope.path.slice(-1);
}

/** Where an operand says what is shown (`get secret x -o yaml`), the option beside it is but the way. */
function namingTests(tests: readonly Test[]): readonly Test[] {
  const operands = tests.filter(({ kind }) => kind === "first" || kind === "any");
  return operands.length > 0 ? operands : tests;
}

/**
 * The kind of each operand, by position; undefined for one that the entry does not know. `skip` says which ends are
 * stood in for by options.
 */
export function operandKinds(
  text: string | undefined,
  count: number,
  skip: { readonly first?: boolean; readonly last?: boolean } = {},
): readonly (Operand | undefined)[] {
  const all = text === undefined ? [] : parseOperands(text);
  const list =
    skip.first || skip.last ? all.slice(skip.first ? 1 : 0, skip.last && all.length > 0 ? -1 : undefined) : all;
  const repeated = list.findIndex((operand) => operand.repeats);
  /** How many of them stand before those at the end. */
  const body = repeated < 0 ? count : Math.max(count - (list.length - repeated - 1), 0);
  const kinds: (Operand | undefined)[] = [];
  for (let at = 0; at < count; at += 1) {
    if (at >= body) kinds.push(list[repeated + 1 + at - body]);
    else kinds.push(list[repeated < 0 ? at : Math.min(at, repeated)]);
  }
  return kinds;
}

/** Whether the working directory is meant where no operand of that kind is given (`ls`, `rg x`). */
export function readsHere(text: string | undefined, count: number): Operand | undefined {
  const list = text === undefined ? [] : parseOperands(text);
  const at = list.findIndex((operand) => operand.here);
  return at >= 0 && count <= at ? list[at] : undefined;
}

interface Layer {
  readonly table: OptionTable;
  readonly global: boolean;
}

interface Subcommands {
  readonly names: ReadonlyMap<string, { readonly canonical: string; readonly command: Command }>;
  readonly masks: readonly { readonly prefix: string; readonly canonical?: undefined; readonly command: Command }[];
}

/** One test of a form's condition; see `Form.if`. */
type Test =
  | { readonly kind: "count"; readonly least: number }
  | { readonly kind: "first" | "any"; readonly mask: RegExp }
  | { readonly kind: "option"; readonly name: string; readonly canonical: string | undefined; readonly value?: RegExp };

/** A form as it is tried: the tests of which all those of one alternative must hold, and what the command then is. */
interface ReadForm {
  readonly alternatives: readonly (readonly Test[])[];
  readonly command: Command;
}

/** By program first: families share commands between programs, whose global options differ. */
const layerCache = new WeakMap<Program, WeakMap<Command, readonly Layer[]>>();
const formCache = new WeakMap<Program, WeakMap<Command, readonly ReadForm[]>>();
const globalsCache = new WeakMap<Program, Scope>();
const subcommandCache = new WeakMap<Command, Subcommands>();

/** Own options, then those that may stand anywhere, then those that only inform: the first that fits is meant. */
function layersOf(scope: Scope): readonly Layer[] {
  return kept(layerCache, scope, makeLayers);
}

function makeLayers(scope: Scope): readonly Layer[] {
  const { program, command } = scope;
  return [
    { table: parseOptions(command.options ?? ""), global: false },
    { table: parseOptions(program.anywhere ?? ""), global: true },
    { table: infoTable(scope), global: false },
  ];
}

function formsOf(scope: Scope): readonly ReadForm[] {
  return kept(formCache, scope, makeForms);
}

function makeForms(scope: Scope): readonly ReadForm[] {
  return (scope.command.forms ?? []).map((form) => ({
    alternatives: words(form.if).map((tests) => tests.split("&").map((test) => readTest(scope, test))),
    command: withForm(scope.command, form),
  }));
}

function kept<T>(cache: WeakMap<Program, WeakMap<Command, T>>, scope: Scope, make: (scope: Scope) => T): T {
  let ofProgram = cache.get(scope.program);
  if (ofProgram === undefined) cache.set(scope.program, (ofProgram = new WeakMap()));
  let made = ofProgram.get(scope.command);
  if (made === undefined) ofProgram.set(scope.command, (made = make(scope)));
  return made;
}

function infoTable({ program, command, path }: Scope): OptionTable {
  const ofProgram = words(program.info ?? "--help --version");
  const names =
    command.info !== undefined ? words(command.info) : path.length > 0 ? ofProgram.filter(isHelp) : ofProgram;
  const byName = new Map<string, Option>();
  for (const name of names)
    byName.set(name, { canonical: name, optional: false, effects: [], deep: false, ends: false, info: true });
  return { byName, masks: masksOf(byName) };
}

/** A subcommand's `--version` may take a value (`helm install --version 1.2`): only help is handed down. */
function isHelp(name: string): boolean {
  return ["-h", "-help", "--help", "-?"].includes(name);
}

/**
 * Whether a word that a mask fits could also be an option that does something: its abbreviation (`--endpoint` of
 * `--endpoint-url`), or one of its letters (`-uc/x`).
 */
function hidesDoing(scope: Scope, name: string, mask: string): boolean {
  const tables = layersOf(scope).map(({ table }) => table.byName);
  const does = (option: Option | undefined): boolean => option !== undefined && doesSomething(option);
  if (name.startsWith("--"))
    return tables.some((table) =>
      [...table].some(([full, option]) => full.startsWith(name) && full !== name && does(option)),
    );
  return (
    mask === "-" &&
    name.length > 2 &&
    name
      .slice(1)
      .split("")
      .some((letter) => tables.some((table) => does(table.get(`-${letter}`))))
  );
}

/** Changes what the command does, by an effect or by what its value is for. */
function doesSomething({ effects, value }: Option): boolean {
  return effects.length > 0 || (value !== undefined && "weWdDExpsa".includes(value));
}

function subcommandsOf(command: Command): Subcommands {
  const cached = subcommandCache.get(command);
  if (cached) return cached;
  const names = new Map<string, { readonly canonical: string; readonly command: Command }>();
  const masks: { readonly prefix: string; readonly command: Command }[] = [];
  for (const [key, entry] of Object.entries(command.subs ?? {})) {
    const sub = inOneShape(entry);
    for (const name of words(key)) {
      if (name === "*") masks.push({ prefix: "", command: inOneShape({ info: "", ...entry }) });
      else if (name.endsWith("*")) masks.push({ prefix: name.slice(0, -1), command: sub });
      else for (const alias of [name, ...words(sub.aliases ?? "")]) names.set(alias, { canonical: name, command: sub });
    }
  }
  masks.sort((a, b) => b.prefix.length - a.prefix.length);
  const subs = { names, masks };
  subcommandCache.set(command, subs);
  return subs;
}

function readTest(scope: Scope, test: string): Test {
  if (/^\d+\+$/.test(test)) return { kind: "count", least: Number.parseInt(test, 10) };
  if (test.startsWith("=")) return { kind: "first", mask: readMask(test.slice(1)) };
  if (test.startsWith("~")) return { kind: "any", mask: readMask(test.slice(1)) };
  const [, name = "", value] = /^([^=]+)(?:=(.*))?$/s.exec(test) ?? [];
  const canonical = findOption(scope, name)?.option.canonical;
  return { kind: "option", name, canonical, ...(value !== undefined && { value: readMask(value) }) };
}

function fits(test: Test, options: readonly GivenOption[], operands: readonly GivenText[]): boolean {
  switch (test.kind) {
    case "count":
      return operands.length >= test.least;
    case "first":
      return operands[0] !== undefined && test.mask.test(operands[0].text);
    case "any":
      return operands.some(({ text }) => operandFits(test.mask, text));
    case "option":
      return optionFits(test.canonical, test.value, options);
  }
}

/** The last one counts, and which that is differs between programs: `--dry-run=client --dry-run=none`. */
function optionFits(canonical: string | undefined, mask: RegExp | undefined, options: readonly GivenOption[]): boolean {
  let found = false;
  for (const { name, value } of options) {
    if (name !== canonical) continue;
    if (mask !== undefined && !mask.test(value?.text ?? "")) return false;
    found = true;
  }
  return found;
}

/** Names of kinds and the like go by any case (`kubectl get Secret`); a form that fits one time too often asks. */
function operandFits(mask: RegExp, operand: string): boolean {
  return mask.test(operand) || mask.test(operand.toLowerCase());
}

function readMask(mask: string): RegExp {
  const source = mask.split("*").map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`, "s");
}

function withForm(command: Command, form: Form): Command {
  const { if: _, exact, does, ...rest } = form;
  return inOneShape(withReplaced(withReplaced({ ...command, ...rest }, "exact", exact), "does", does));
}

function withReplaced<K extends "exact" | "does">(command: Command, key: K, value: Form[K] | undefined): Command {
  if (value === undefined) return command;
  const { [key]: _, ...rest } = command;
  return value === null ? rest : { ...rest, [key]: value };
}
