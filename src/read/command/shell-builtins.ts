import { finding } from "../../core/finding-table.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import { type Arg, isLiteral, literal } from "./arg.ts";
import { showWords } from "./behind.ts";
import type { Builtin } from "./builtins.ts";
import { checkComputed, checkName } from "./conditions.ts";
import { checkArithmeticText } from "./arithmetic.ts";
import { absolute } from "./guard.ts";
import { finishPart } from "./finish.ts";
import { addFinding, type Draft, mayShowSecrets, raise, unreadable } from "./line.ts";
import { readCd } from "./moves.ts";
import { readProgram } from "./program.ts";
import { copyScope, forgetVars, shadow } from "./scope.ts";
import { declare, readMapfile, readNames, readPrintf } from "./shell-variables.ts";
import { abandon, startArgs } from "./start.ts";
import { readScript, readText } from "./unwrap.ts";
import { addPaths } from "./use.ts";
import { type At, expanderOf, type Output, SILENT } from "./walk.ts";

/** What the shell runs itself: most only tell something, some change what the rest of the line means. */

export interface Run {
  readonly args: readonly Arg[];
  readonly at: At;
  readonly draft: Draft;
}

export function readBuiltin(args: readonly Arg[], kind: Builtin, { at, draft }: { at: At; draft: Draft }): Output {
  const name = args[0]!.text;
  const run = { args: args.slice(1), at, draft };
  const special = SPECIAL[name];
  if (special !== undefined) return special(run, name);
  if (kind === "sets") return declare(run, name);
  return plain(run, name);
}

/** A built-in that has a program's entry is read by it; else any words are harmless, for it only tells. */
export function plain({ args, at, draft }: Run, name: string): Output {
  if (knowledgeOf(name) !== undefined) return readProgram([literal(name), ...args], at, draft, true);
  return tell({ args, at, draft }, name);
}

/** Ends a part that changes nothing outside of the shell. `structure`: it only steers the line. */
export function tell({ args, at, draft }: Run, name: string, structure = false): Output {
  draft.program = name;
  draft.words = args.map((arg) => ({
    text: arg.text,
    kind: arg.kind,
    ...(arg.dash && arg.kind === "literal" && { option: arg.text }),
  }));
  draft.pathsOnly ||= structure;
  finishPart(at.line, draft, structure ? "none" : "offers");
  return SILENT;
}

/** Prints the shell's variables, secrets of the environment among them. */
export function tellVariables(run: Run, name: string): Output {
  mayShowSecrets(run.draft);
  return tell(run, name);
}

const SPECIAL: Readonly<Record<string, (run: Run, name: string) => Output>> = {
  eval: readEval,
  ".": readSource,
  source: readSource,
  exec: readExec,
  command: readCommand,
  builtin: ({ args, at, draft }) => startArgs(args.length > 0 ? args : [literal(":")], at, draft),
  cd: readCd,
  pushd: readCd,
  popd: (run, name) => {
    run.at.scope.cwd = null;
    run.at.line.moves -= 1;
    return tell(run, name, true);
  },
  trap: readTrap,
  set: readSet,
  shopt: readShopt,
  alias: readAlias,
  enable: (run) =>
    run.args.length === 0
      ? tell(run, "enable", true)
      : refuse(run, "changes which commands the shell runs itself (`enable`)"),
  hash: (run) =>
    run.args.some((arg) => arg.text.includes("=") || (arg.dash && !/^-[rlt]$/.test(arg.text)))
      ? refuse(run, "gives a program's name to another file (`hash`)")
      : tell(run, "hash"),
  bind: (run) => guarded(run, "bind", /^-[lpPvVsSX]+$/),
  complete: (run) => guarded(run, "complete", /^-p$/),
  compopt: (run) => guarded(run, "compopt", /^$/),
  compgen: (run) => guarded(run, "compgen", /^-[abcdefgjksuv]+$/),
  fc: readFc,
  jobs: readJobs,
  history: readHistory,
  exit: readNumbers,
  return: readNumbers,
  break: readNumbers,
  continue: readNumbers,
  shift: readNumbers,
  logout: readNumbers,
  test: readTest,
  "[": readTest,
  printf: readPrintf,
  let: (run, name) => {
    for (const arg of run.args) {
      if (arg.kind === "literal") checkArithmeticText(arg.text, expanderOf(run.at));
      else {
        checkComputed(arg, expanderOf(run.at));
        forgetVars(run.at.scope, "all");
      }
    }
    return tell(run, name, true);
  },
  read: readNames,
  getopts: readNames,
  unset: readNames,
  mapfile: readMapfile,
  readarray: readMapfile,
  wait: (run, name) => {
    if (run.args.some((arg) => arg.prefix.startsWith("-p"))) readNames(run, name);
    return tell(run, name, true);
  },
};

/** The part stays for the person to see, and the line is one that cannot be read. */
export function refuse({ args, at, draft }: Run, what: string): Output {
  unreadable(at.line, what);
  return abandon(args, at, draft);
}

/** Only words of that shape are harmless; others plant code that runs later. */
function guarded(run: Run, name: string, harmless: RegExp, operands = false): Output {
  const fine = run.args.every((arg) => arg.kind === "literal" && (harmless.test(arg.text) || (operands && !arg.dash)));
  if (!fine || (name === "fc" && run.args.length === 0)) {
    raise(run.draft, "execute");
    addFinding(run.draft, finding("runs-other", `\`${name}\` can make the shell run commands later`));
  }
  return tell(run, name);
}

/** Only `-l` lists; without it the commands are edited and run again. */
function readFc(run: Run): Output {
  const lists = run.args.some((arg) => arg.kind === "literal" && /^-[nr]*l/.test(arg.text));
  return guarded(run, "fc", lists ? /^-[lnr]+$/ : /^(?!)/, lists);
}

/** `jobs -x` starts the words after it. */
function readJobs(run: Run): Output {
  const { args, at, draft } = run;
  const odd = args.findIndex((arg) => arg.kind !== "literal" || (arg.dash && !/^-[lnprs]+$/.test(arg.text)));
  if (odd === -1) return tell(run, "jobs");
  if (odd > 0 || !isLiteral(args[0], "-x")) return refuse(run, "may start a command (`jobs`)");
  const rest = args.slice(isLiteral(args[1] ?? args[0]!, "--") ? 2 : 1);
  return rest.length === 0 ? tell(run, "jobs") : startArgs(rest, at, draft);
}

function readEval({ args, at, draft }: Run): Output {
  const odd = args.find((arg) => arg.kind !== "literal");
  if (args.some((arg) => arg.network)) runsNetwork(at);
  if (odd) showWords({ at }, args);
  if (odd) return refuse({ args, at, draft }, `runs a text that is not fixed (\`${odd.text}\`)`);
  // What it runs is judged for denials; that it runs a text at all is for a person.
  unreadable(at.line, "runs a text as a command (`eval`)");
  tell({ args, at, draft }, "eval");
  const output = readScript(args.map((arg) => arg.text).join(" "), at);
  forgetVars(at.scope, "all");
  return output;
}

function runsNetwork({ line }: At): void {
  addFinding(line, finding("network-to-shell", "it runs whatever the network sends"));
}

/** Activation of a virtual environment of the project is covered by the consent to the project's code. */
const ACTIVATION = /(?:^|\/)\.?(?:venv|env|virtualenv)[\w.-]*\/bin\/activate$/;

function readSource(run: Run, name: string): Output {
  const { args, at, draft } = run;
  const [script] = args;
  const path = script?.kind === "literal" ? absolute(script.path ?? script.text, at.scope.cwd) : null;
  const { project } = at.line.call;
  const activates = path !== null && project !== null && path.startsWith(`${project}/`) && ACTIVATION.test(path);
  draft.class = "execute";
  draft.exactOnly = "launcher";
  draft.spell = script === undefined ? [] : [script.text];
  draft.projectCode = activates;
  if (script?.network) runsNetwork(at);
  if (script !== undefined) addPaths(at.line, draft, { arg: script, act: "read", cwd: at.scope.cwd, recursive: false });
  if (!activates)
    unreadable(
      at.line,
      `runs a script in the shell itself (\`${name} ${script?.text ?? ""}\`), after which any name may mean something else`,
    );
  forgetVars(at.scope, "all");
  return tell(run, name);
}

function readExec({ args, at, draft }: Run): Output {
  let rest = args;
  while (rest[0] && isLiteral(rest[0]) && /^-[cla]+$/.test(rest[0].text))
    rest = rest.slice(rest[0].text.endsWith("a") ? 2 : 1);
  if (rest[0]?.text === "--") rest = rest.slice(1);
  return rest.length === 0 ? tell({ args, at, draft }, "exec", true) : startArgs(rest, at, draft, false);
}

function readCommand({ args, at, draft }: Run): Output {
  const [first] = args;
  if (first === undefined) return tell({ args, at, draft }, "command", true);
  if (isLiteral(first) && /^-p?[vV]p?$/.test(first.text)) return tell({ args, at, draft }, "command");
  const rest = isLiteral(first, "-p") || isLiteral(first, "--") ? args.slice(1) : args;
  // `command` passes functions over, not built-ins.
  const scope = { ...at.scope, shadowed: new Set<string>() };
  const output = startArgs(rest.length > 0 ? rest : [literal(":")], { ...at, scope }, draft);
  const { shadowed } = at.scope;
  Object.assign(at.scope, scope, { shadowed });
  for (const defined of scope.shadowed) shadow(at.scope, defined);
  return output;
}

function readTrap(run: Run, name: string): Output {
  const { args, at } = run;
  const [action] = args[0]?.text === "--" ? args.slice(1) : args;
  tell(run, name, true);
  if (
    action === undefined ||
    (isLiteral(action) && (/^-[lp]*$/.test(action.text) || action.text === "" || /^\d+$/.test(action.text)))
  )
    return SILENT;
  const scope = copyScope(at.scope);
  forgetVars(scope, "all");
  const { moves } = at.line;
  readText(action, { ...at, scope });
  const changes = scope.vars.size > 0 || scope.cwd !== at.scope.cwd || at.line.moves !== moves;
  const signals = args.slice(args.indexOf(action) + 1);
  if (changes && !signals.every((arg) => isLiteral(arg) && /^(?:(?:SIG)?EXIT|0)$/i.test(arg.text)))
    unreadable(at.line, "lets a trap set variables or move while it runs");
  return SILENT;
}

const SET_OPTIONS = new Set(
  "allexport errexit errtrace functrace noclobber noexec noglob nounset pipefail verbose xtrace emacs vi monitor notify ignoreeof history hashall braceexpand interactive-comments".split(
    " ",
  ),
);

function readSet(run: Run): Output {
  const { args } = run;
  if (args.length === 0) return tellVariables(run, "set");
  let named = false;
  for (const arg of args) {
    if (isLiteral(arg, "--") || isLiteral(arg, "-")) break;
    if (named || (arg.kind === "literal" && /^[a-z]+$/.test(arg.text) && SET_OPTIONS.has(arg.text))) {
      if (arg.kind !== "literal" || !SET_OPTIONS.has(arg.text))
        return refuse(run, "changes how the shell reads what follows (`set`)");
      named = false;
      continue;
    }
    if (arg.kind !== "literal" || !/^([-][abefhmnuvxCEHTo]+|[+][abefhmnuvxCEHTo]+|[^-+].*)$/.test(arg.text)) {
      return refuse(run, "changes how the shell reads what follows (`set`)");
    }
    if (!/^[-+]/.test(arg.text)) break;
    run.at.line.secrets.traced ||= /^-.*x/.test(arg.text);
    named = arg.text.endsWith("o");
  }
  run.at.line.secrets.traced ||= args.some((arg) => isLiteral(arg, "xtrace"));
  return tell(run, "set", true);
}

const SHOPT_NAMES = new Set(
  "nullglob globstar failglob nocaseglob extglob inherit_errexit checkwinsize cmdhist globasciiranges".split(" "),
);

function readShopt(run: Run): Output {
  const fine = run.args.every(
    (arg) => arg.kind === "literal" && (/^-[supqo]+$/.test(arg.text) || SHOPT_NAMES.has(arg.text)),
  );
  return fine ? tell(run, "shopt", true) : refuse(run, "changes how the shell reads what follows (`shopt`)");
}

function readAlias(run: Run): Output {
  const { args, at } = run;
  const defines = args.filter((arg) => arg.kind !== "literal" || arg.text.includes("="));
  if (defines.length === 0) return tell(run, "alias");
  for (const arg of defines) {
    const [name = "", ...value] = arg.text.split("=");
    shadow(at.scope, name);
    if (arg.kind === "literal") readScript(value.join("="), { ...at, scope: copyScope(at.scope) });
  }
  return refuse(run, "gives a name another meaning (`alias`)");
}

function readHistory(run: Run): Output {
  const { args, draft, at } = run;
  for (const arg of args) {
    if (arg.kind === "literal" && /^\d+$/.test(arg.text)) continue;
    raise(draft, "write");
    if (arg.dash) draft.optionEffects.add(arg.text);
    else addPaths(at.line, draft, { arg, act: "edit", cwd: at.scope.cwd, recursive: false });
  }
  return tell(run, "history");
}

/** zsh computes with the number that these take, and a subscript in it can run commands. */
function readNumbers(run: Run, name: string): Output {
  if (run.at.shell === "zsh") for (const arg of run.args) checkComputed(arg, expanderOf(run.at));
  return plain(run, name);
}

/** `-v name` looks a name up, and a subscript in it is computed; zsh computes with the sides of `-eq` too. */
function readTest(run: Run, name: string): Output {
  const { args, at } = run;
  const expander = expanderOf(at);
  args.forEach((arg, index) => {
    if (arg.kind !== "literal") return;
    const next = args[index + 1];
    if ((arg.text === "-v" || arg.text === "-R") && next) checkName(next, expander);
    if (at.shell === "zsh" && arg.text === "-t" && next && next.text !== "]") checkComputed(next, expander);
    if (at.shell === "zsh" && /^-(eq|ne|lt|le|gt|ge)$/.test(arg.text)) {
      for (const side of [args[index - 1], next]) if (side) checkComputed(side, expander);
    }
  });
  return plain(run, name);
}
