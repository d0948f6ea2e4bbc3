import { mayShowSecrets, raise } from "../line.ts";
import type { Start } from "../program.ts";
import { mentionTexts } from "../mention.ts";
import { mustSpell, runsOther } from "../code.ts";
import { placeOf } from "../values.ts";
import type { Arg } from "../arg.ts";

/** Programs of jq and yq compute and print; what they can reach beyond their input is the environment and files. */
export function readJq(start: Start): void {
  for (const program of programsOf(start, "--from-file")) readJqProgram(start, program);
}

/** `gh … --jq PROGRAM` computes with the environment of gh at hand. Source: go-gh 2.12, pkg/jq. */
export function readJqOption(start: Start): void {
  for (const { name, value } of start.options) if (name === "--jq" && value) readJqProgram(start, value);
}

function readJqProgram(start: Start, program: Arg): void {
  // Nothing that jq can be told to do starts a program or writes; at worst it prints the environment.
  if (program.kind !== "literal") return reaches(start, program, "privilege");
  const code = withoutStrings(program.text);
  if (/(^|[^.\w])env\b(?!\s*:)|\$ENV\b/.test(code)) reaches(start, program, "privilege");
  if (/\b(import|include)\b/.test(code)) reaches(start, program, "unknown");
}

/** mikefarah's yq adds operators that load files, read the environment and run commands. */
export function readYq(start: Start): void {
  for (const program of programsOf(start, "--from-file")) {
    if (program.kind !== "literal")
      return runsOther(start, `the program of yq is not fixed (\`${program.text}\`), and could run commands`);
    const code = withoutStrings(program.text);
    if (/\b(system|exec)\b/.test(code)) return runsOther(start, "the program of yq runs a command");
    if (/\b(env|strenv|envsubst|eval)\b|\$ENV\b/.test(code)) reaches(start, program, "privilege");
    if (/\bload/.test(code)) reaches(start, program, "unknown");
  }
}

/** Beyond its input: a rule about the whole of the program does not mean that. */
function reaches(start: Start, program: Arg, cls: "privilege" | "unknown"): void {
  if (cls === "privilege") mayShowSecrets(start.draft);
  else raise(start.draft, cls);
  mustSpell(start, program);
  mentionTexts(placeOf(start), program.text);
}

/** Verbs of Miller are many, and `put`, `tee` and `split` write or run. */
/** Verbs that write files, or that run a program in a language which can start others. Miller 6.13. */
const MILLER_RUNS = new Set(["put", "filter", "tee", "split"]);

export function readMiller(start: Start): void {
  raise(start.draft, "unknown");
  const verb = start.operands.find((arg) => arg.kind !== "literal" || MILLER_RUNS.has(arg.text));
  if (verb !== undefined) runsOther(start, `\`${verb.text}\` of Miller can write files and start programs`);
}

function programsOf({ options, operands }: Start, file: string): readonly Arg[] {
  const given = options.filter(({ name }) => name === "--expression").flatMap(({ value }) => (value ? [value] : []));
  return given.length > 0 || options.some(({ name }) => name === file) ? given : operands.slice(0, 1);
}

/** Strings hold text, except for `\(…)`, which is code again. */
function withoutStrings(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[^(])*"/g, '""');
}
