import type {
  Case,
  Coproc,
  For,
  Function as FunctionNode,
  If,
  ParsedScript,
  Pipeline,
  Redirection,
  Redirected,
  Script,
  Select,
  Statement,
  SyntaxNode,
  While,
} from "unbash";
import { finding } from "../../core/finding-table.ts";
import { walkAndOr } from "./and-or.ts";
import { makesArray } from "./arrays.ts";
import { asOne, type Below } from "./arg.ts";
import { changesOf, loosen } from "./changes.ts";
import { visitTest } from "./conditions.ts";
import { visitArithmetic } from "./arithmetic.ts";
import { tellCounted } from "./counted.ts";
import { type Expander, expandValue, expandWord, isPosix } from "./expand.ts";
import { finishPart } from "./finish.ts";
import { addFinding, grow, type Line, newDraft, unreadable } from "./line.ts";
import { mayFail } from "./moves.ts";
import { multiplies, pilesUp } from "./multiply.ts";
import { mixesErrors, NO_STDIN, readRedirects, type Stdin } from "./redirect.ts";
import { copyScope, forgetVars, mergeScopes, type Scope, shadow } from "./scope.ts";
import { comparesSecret } from "./secrets.ts";
import { valueOf } from "./value-of.ts";
import { assign, startCommand } from "./start.ts";
import { readScript } from "./unwrap.ts";

/** Finds every command that a script starts, in the order in which the shell would, and keeps what the shell knows. */

/** Where a node stands. */
export interface At {
  readonly line: Line;
  readonly scope: Scope;
  /** The text that the positions of the nodes point into. */
  readonly source: string;
  readonly stdin: Stdin;
  /** Name of the shell that reads this; `argv` where none does. */
  readonly shell: string;
  /** On another machine or in a container: its paths and programs are not those of this one. */
  readonly away: boolean;
  /** What follows runs only where this succeeds (`&&`). */
  readonly joined?: boolean;
}

/** What a command prints, as far as the next one needs to know. */
export interface Output {
  readonly network: boolean;
  /** Directories that the paths it prints lie below. */
  readonly below?: Below;
  /** Exactly this, where that is certain. */
  readonly text?: string | null;
  /** Hashes and numbers: words that are never an option. */
  readonly plain?: boolean;
  /** At most one word: the name of a branch or tag. */
  readonly single?: boolean;
  /** One number, and nothing else. */
  readonly number?: boolean;
  /** The command cannot but succeed. */
  readonly succeeds?: boolean;
}

export const SILENT: Output = { network: false };

export function walkScript(script: ParsedScript | Script, at: At): Output {
  if ("errors" in script && script.errors?.length)
    unreadable(at.line, `cannot be read: ${script.errors[0]?.message ?? "syntax error"}`);
  return walkAll(script.commands, script.source === undefined ? at : { ...at, source: script.source });
}

function walkAll(statements: readonly Statement[], at: At): Output {
  const outputs = statements.map((statement) =>
    walkNode(statement.command, { ...(statement.background ? inSubshell(at) : at), joined: false }),
  );
  return statements.length === 1
    ? (outputs[0] ?? SILENT)
    : { network: outputs.some((output) => output.network), ...joinBelow(outputs) };
}

export function joinBelow(outputs: readonly Output[]): { readonly below?: Below } {
  const all = outputs.flatMap((output) => output.below ?? []);
  if (all.length === 0 || all.length < outputs.length) return {};
  const some = (key: "secrets" | "split"): boolean => all.some((below) => below[key]);
  return { below: { dirs: all.flatMap(({ dirs }) => dirs), secrets: some("secrets"), split: some("split") } };
}

export function walkNode(node: Statement["command"] | SyntaxNode, at: At): Output {
  switch (node.type) {
    case "Command":
      return redirected(node.redirects, at, () => startCommand(node, at));
    case "Pipeline":
      return walkPipeline(node, at);
    case "AndOr":
      return walkAndOr(node, at);
    case "CompoundList":
    case "Script":
      return walkAll(node.commands, at);
    case "Subshell":
      return walkNode(node.body, inSubshell(at));
    case "BraceGroup":
      return walkNode(node.body, at);
    case "Redirected":
      return walkRedirected(node, at);
    case "If":
      return walkIf(node, at);
    case "While":
      return walkLoop(node, at);
    case "For":
    case "Select":
      return walkFor(node, at);
    case "Case":
      return walkCase(node, at);
    case "Function":
      return walkFunction(node, at);
    case "Coproc":
      return walkCoproc(node, at);
    case "TestCommand":
      if (isPosix(at.shell)) return walkBrackets(node, at);
      return inert(at, node, visitTest(node.expression, expanderOf(at)));
    case "ArithmeticCommand":
      if (isPosix(at.shell)) return walkBrackets(node, at);
      visitArithmetic(node.expression, expanderOf(at));
      return inert(at, node);
    case "ArithmeticFor":
      for (const expression of [node.initialize, node.test, node.update]) visitArithmetic(expression, expanderOf(at));
      return walkRepeated(at, node.body, () => walkNode(node.body, at));
    default:
      unreadable(at.line, "holds a construct that cannot be read");
      return SILENT;
  }
}

/**
 * A construct that starts nothing still stands in the reading, so that a rule or the card can show it. `secret`: which way
 * the line goes on tells what a secret variable holds.
 */
function inert(at: At, node: { readonly pos: number; readonly end: number }, secret = false): Output {
  const draft = newDraft(at.source.slice(node.pos, node.end));
  draft.pathsOnly = true;
  draft.secret = secret;
  finishPart(at.line, draft);
  return SILENT;
}

/** dash knows neither of the two: `[[ a || id ]]` runs `id`, and so does `((id))`, which is a subshell in a subshell. */
function walkBrackets({ pos, end }: { readonly pos: number; readonly end: number }, at: At): Output {
  const text = at.source.slice(pos, end);
  unreadable(at.line, `holds \`${text.slice(0, 2)}\`, which this shell reads differently`);
  return readScript(text.slice(2, -2), inSubshell(at));
}

function inSubshell(at: At): At {
  return { ...at, scope: copyScope(at.scope) };
}

function walkPipeline(node: Pipeline, at: At): Output {
  if (node.commands.length === 1) {
    const negated = node.prefixes.some(({ type }) => type === "Negation");
    return walkNode(node.commands[0]!, negated ? { ...at, joined: false } : at);
  }
  let stdin = at.stdin;
  let output: Output = SILENT;
  const starts: number[] = [];
  for (const [index, command] of node.commands.entries()) {
    starts.push(at.line.parts.length);
    // zsh runs the last one in the shell itself; what it would change there is then not certain.
    output = walkNode(command, { ...inSubshell(at), stdin });
    const mixed = node.operators[index] === "|&";
    stdin = mixed ? { kind: "pipe", network: output.network } : { kind: "pipe", ...output };
  }
  tellCounted(at.line.parts, node, starts);
  if (at.shell === "zsh") loosen(at.scope, changesOf(node));
  return output;
}

function walkRedirected(node: Redirected, at: At): Output {
  const first = Math.min(...node.redirects.map((redirect) => redirect.pos));
  const draft = newDraft(at.source.slice(first, node.end).trim());
  const stdin = readRedirects(node.redirects, { ...at, expander: expanderOf(at), draft });
  if (draft.secret) unreadable(at.line, "gives the value of a secret variable to several commands");
  draft.pathsOnly = draft.class === "read";
  if (draft.paths.length > 0 || draft.findings.length > 0) finishPart(at.line, draft);
  const output = redirected(node.redirects, at, () => walkNode(node.command, stdin === null ? at : { ...at, stdin }));
  return mixesErrors(node.redirects) ? { network: output.network } : output;
}

/** What moves the directory may not have run at all. */
function redirected(redirects: readonly Redirection[], at: At, run: () => Output): Output {
  const from = at.scope.cwd;
  const output = run();
  if (at.scope.cwd !== from && !at.joined && mayFail(redirects)) at.scope.cwd = null;
  return output;
}

function walkIf(node: If, at: At): Output {
  const outputs = [walkNode(node.clause, at)];
  const ways: Scope[] = [];
  const branch = (body: SyntaxNode, scope: Scope): void => {
    outputs.push(walkNode(body, { ...at, scope }));
    ways.push(scope);
  };
  branch(node.then, copyScope(at.scope));
  for (const elif of node.elif) {
    outputs.push(walkNode(elif.clause, at));
    branch(elif.then, copyScope(at.scope));
  }
  if (node.else) branch(node.else, copyScope(at.scope));
  else ways.push(copyScope(at.scope));
  mergeScopes(at.scope, ways);
  return { network: outputs.some((output) => output.network) };
}

function walkLoop(node: While, at: At): Output {
  if (pilesUp(node))
    addFinding(at.line, finding("fork-bomb", "the loop never ends and starts processes without waiting for them"));
  return walkRepeated(at, node, () => {
    const first = walkNode(node.clause, at);
    const second = walkNode(node.body, at);
    return { network: first.network || second.network };
  });
}

/** A body that runs any number of times: what it sets is not fixed, and where it moves the directory is not known. */
function walkRepeated(at: At, node: SyntaxNode, body: () => Output): Output {
  const changes = changesOf(node);
  loosen(at.scope, changes);
  if (!changes.moves) return body();
  at.scope.cwd = null;
  const output = body();
  at.scope.cwd = null;
  return output;
}

/** Rounds over fixed words are read one by one, so that each is judged by what it really does. */
function walkFor(node: For | Select, at: At): Output {
  const expander = expanderOf(at);
  const values = (node.wordlist ?? []).flatMap((word) => expandWord(word, expander));
  at.line.secrets.kept ||= values.some(({ secret }) => secret !== undefined);
  const fixed = node.type === "For" && node.wordlist !== undefined && values.every((value) => value.kind === "literal");
  const again = (values.length - 1) * (node.body.end - node.body.pos);
  if (fixed && values.length > 0 && values.length <= at.line.rounds && grow(at.line, again)) {
    at.line.rounds -= values.length;
    const outputs = values.map((value) => {
      assign(at, node.name.value, value, false);
      return walkNode(node.body, at);
    });
    return { network: outputs.some((output) => output.network) };
  }
  if (node.type === "Select" && values.some(({ secret }) => secret))
    unreadable(at.line, "shows the value of a secret variable in a menu");
  if (values.some(({ secret }) => secret === "part"))
    unreadable(at.line, "has a round for each piece of a secret variable's value");
  return walkRepeated(at, node, () => {
    const only = values.length === 1 ? values[0] : undefined;
    assign(at, node.name.value, only && only.kind !== "literal" ? asOne(only) : null, false);
    if (node.type === "Select") assign(at, "REPLY", null, false);
    return walkNode(node.body, at);
  });
}

/** Its two ends are put into an array, which a later word may expand. */
function walkCoproc(node: Coproc, at: At): Output {
  const name = node.name?.value ?? "COPROC";
  makesArray(at.line, name);
  for (const variable of [name, `${name}_PID`]) assign(at, variable, null, false);
  return walkNode(node.body, inSubshell(at));
}

function walkCase(node: Case, at: At): Output {
  const expander = expanderOf(at);
  const word = expandValue(node.word, expander);
  const patterns = node.items.flatMap(({ pattern }) => pattern.map((one) => expandValue(one, expander)));
  if (patterns.some((pattern) => pattern.text !== "*" && comparesSecret(word, "=", pattern)))
    inert(at, { pos: node.pos, end: node.word.end }, true);
  const ways = [copyScope(at.scope)];
  const outputs = node.items.map((item) => {
    const scope = copyScope(at.scope);
    ways.push(scope);
    return walkNode(item.body, { ...at, scope });
  });
  mergeScopes(at.scope, ways);
  return { network: outputs.some((output) => output.network) };
}

/** The body is judged where it is defined; a later call by that name is not the program of that name. */
function walkFunction(node: FunctionNode, at: At): Output {
  const name = node.name.value;
  shadow(at.scope, name);
  if (multiplies(node.body, name))
    addFinding(
      at.line,
      finding("fork-bomb", `the function \`${name}\` starts itself again and again, until the machine stops`, name),
    );
  const scope = copyScope(at.scope);
  forgetVars(scope, "all");
  return walkNode(node.body, { ...at, scope, stdin: NO_STDIN });
}

export function expanderOf(at: At): Expander {
  const { line, scope } = at;
  return {
    shell: at.shell,
    source: at.source,
    home: line.world.home,
    valueOf: (name) => valueOf(name, scope, line),
    onScript: (script, kind) => {
      if (script === undefined) return SILENT;
      const inner = { ...inSubshell(at), stdin: kind === "pipe" ? NO_STDIN : at.stdin };
      return deeper(at.line, () => walkScript(script, inner));
    },
    onSet: (name, value) => assign(at, name, value, false),
    onFault: (message) => unreadable(line, message),
    grow: (by) => {
      const fits = grow(line, by);
      if (!fits) unreadable(line, "expands to more text than is read");
      return fits;
    },
  };
}

/** Deeper than any line that a person would write. */
const DEEPEST = 16;

export function deeper(line: Line, read: () => Output): Output {
  if (line.depth >= DEEPEST) {
    unreadable(line, "is nested too deeply to be read");
    return SILENT;
  }
  line.depth++;
  const output = read();
  line.depth--;
  return output;
}
