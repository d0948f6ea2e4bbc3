import { finding } from "../../core/finding-table.ts";
import { type Arg, isLiteral } from "./arg.ts";
import { showText } from "./behind.ts";
import { absolute, isInProject } from "./guard.ts";
import { commandsIn, gitSettingCommand, settingCommand } from "./languages/inside.ts";
import { keepShells, SHELLS, shellOf } from "./launch.ts";
import { addFinding, inShadow, raise } from "./line.ts";
import { mentionTexts, mentionWord } from "./mention.ts";
import type { Start } from "./program.ts";
import { setPositional } from "./positional.ts";
import { copyScope } from "./scope.ts";
import { isAway, readText } from "./unwrap.ts";
import { addPaths } from "./use.ts";
import { placeOf, type Value } from "./values.ts";

/** Words that are code: lines for a shell, texts of programs, scripts, and what must be spelled of them. */

/** A command line in a word. Read by the launcher's own purpose, or smuggled in by an option. */
export function applyLine(start: Start, { arg, name }: Value, words: readonly Arg[] = [arg]): void {
  const { draft, at, command } = start;
  const away = isAway(draft.program);
  const inner = {
    ...at,
    scope: { ...copyScope(at.scope), cwd: start.cwd },
    away: at.away || away,
    shell: shellOf(draft.program),
    stdin: at.stdin,
  };
  // The purpose of the program is to run this text, so it is judged by what the text does.
  const purpose = command.exact === "launcher" || LOOKED_THROUGH.has(draft.program ?? "");
  if (purpose) start.started = true;
  const before = at.line.parts.length;
  if (SHELLS.has(draft.program ?? "") && !inner.away) setPositional(start, arg, inner.scope);
  if (away || start.opaque) inShadow(at.line, () => readText(arg, inner));
  else readText(arg, inner);
  if (!SHELLS.has(draft.program ?? "")) keepShells(start, before);
  if (away || !purpose) for (const word of words) addCarrier(start, { arg: word, ...(name !== undefined && { name }) });
  if (!purpose)
    runsOther(start, `\`${name ?? arg.text}\` makes \`${draft.program}\` run another command (\`${arg.text}\`)`);
}

export function applyText(start: Start, value: Value): void {
  const { draft, command } = start;
  mentionWord(placeOf(start), value.arg, "path");
  mentionTexts(placeOf(start), value.arg.kind === "literal" ? value.arg.text : value.arg.prefix);
  if (value.arg.network) runsNetwork(start);
  for (const line of linesIn(start, value)) showText(start, line);
  if (command.exact === "launcher") {
    start.loose = true;
    raise(draft, "execute");
    return addCarrier(start, value);
  }
  runsOther(
    start,
    `\`${value.name ?? value.arg.text}\` changes what \`${draft.program}\` runs (\`${value.arg.text}\`)`,
  );
}

/** Command lines that stand in the text of a program or a setting. */
function linesIn({ draft }: Start, { arg, name }: Value): readonly string[] {
  const text = arg.kind === "literal" ? arg.text : arg.prefix;
  const set = draft.program === "git" ? gitSettingCommand(text) : settingCommand(text);
  if (set !== null) return [set];
  return /exec|command/.test(name ?? "") ? [text] : commandsIn(text, draft.program);
}

export function applyScript(start: Start, value: Value): void {
  const { draft, at, command } = start;
  raise(draft, "execute");
  if (isLiteral(value.arg, "-")) {
    if (command.stdin !== "code") runsOther(start, `\`${draft.program}\` runs what it gets on its standard input`);
    return;
  }
  if (command.exact === "launcher") addCarrier(start, value);
  if (value.arg.kind !== "literal") start.loose = true;
  if (value.arg.network) runsNetwork(start);
  if (!isOfProject(start, value.arg)) start.loose = true;
  if (!at.away && looksLikePath(start, value.arg))
    addPaths(at.line, draft, { arg: value.arg, act: "read", cwd: start.cwd, recursive: true });
}

/** A script that lies in the project; any other is not what the consent to the project's code is about. */
function isOfProject({ at, cwd }: Start, arg: Arg): boolean {
  const path = arg.kind === "literal" ? absolute(arg.path ?? arg.text, cwd) : null;
  if (path === null) return false;
  return [path, at.line.world.realpath(path) ?? path].every((place) => isInProject(at.line, place));
}

/** The name of a package or module is no file here. */
function looksLikePath({ command }: Start, arg: Arg): boolean {
  return command.projectCode === true || /[/.]/.test(arg.text);
}

export function runsNetwork({ draft }: Start): void {
  addFinding(draft, finding("network-to-shell", `\`${draft.program}\` runs whatever the network sends`));
}

export function runsOther({ draft }: Start, message: string): void {
  raise(draft, "execute");
  addFinding(draft, finding("runs-other", message));
}

/** The text of a small language does more than its program is allowed for: a rule must hold it. */
export function mustSpell({ draft, options }: Start, text: Arg): void {
  const option = options.find(({ value }) => value === text);
  draft.optionEffects.add(option?.name ?? text.text.split("=")[0] ?? "");
}

/** The words that an exact rule must spell. */
export function addCarrier(start: Start, { arg, name }: { readonly arg: Arg; readonly name?: string }): void {
  start.carriers.push(
    name === undefined
      ? { text: arg.text, kind: arg.kind }
      : { text: `${name}=${arg.text}`, kind: arg.kind, option: name },
  );
}

/** Wrappers that take the command as a text (`env -S`, `flock -c`, `watch`). */
const LOOKED_THROUGH: ReadonlySet<string> = new Set(["env", "genv", "flock", "watch", "viddy"]);
