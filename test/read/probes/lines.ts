import { isReadOnly } from "../../../src/core/class.ts";
import { knowledgeOf } from "../../../src/read/knowledge/index.ts";
import { type Option, parseOptions } from "../../../src/read/knowledge/parse.ts";
import type { Program } from "../../../src/read/knowledge/schema.ts";
import { commandsOf, type Place } from "../knowledge/walk.ts";
import { gates, readingOf } from "../knowledge/reading.ts";
import { PROBE } from "./workshop.ts";

/** A call that is read as harmless, and the programs that it is read to start. */
export interface HarmlessLine {
  readonly args: readonly string[];
  readonly starts: readonly string[];
}

/** What starts the command behind it: started with an option too few or too many, the program would be another one. */
const COMMAND = ["cat", "echo"];

/** Operands with which a program has something to do; of git by subcommand. */
const OPERANDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  awk: [["{print}", "in.txt"]],
  bzip2: [["in.txt"]],
  curl: [["http://127.0.0.1:9/"]],
  find: [["."], ["sub", "-name", "b*"]],
  git: [[], ["HEAD"], ["in.txt"], ["origin"]],
  grep: [["a", "in.txt"]],
  sed: [["-n", "p", "in.txt"]],
  sort: [["in.txt"]],
  tar: [["-tf", "a.tar"]],
  diff: [["in.txt", "sub/b.txt"]],
  env: [COMMAND],
  ionice: [COMMAND],
  ltrace: [COMMAND],
  nice: [COMMAND],
  "ssh-keygen": [["k.pub"]],
  stdbuf: [COMMAND],
  strace: [COMMAND],
  taskset: [["1", ...COMMAND]],
  time: [COMMAND],
  timeout: [["5", ...COMMAND]],
  xargs: [["echo"]],
  xz: [["in.txt"]],
  zstd: [["in.txt"]],
};
export const PROBED = Object.keys(OPERANDS);

/** Every option that a program lists, in each way to give it, with the operands: what is read as harmless of that. */
export function harmlessLines(name: string): readonly HarmlessLine[] {
  const program = knowledgeOf(name) as Program;
  const operands = OPERANDS[name] ?? [[]];
  const lines = commandsOf(program).flatMap((place) =>
    optionWords(program, place).flatMap((option) => operands.map((rest) => lineOf(place, option, rest))),
  );
  return lines.flatMap((args) => {
    const reading = readingOf([name, ...args]);
    const harmless =
      isReadOnly(reading.class) &&
      gates(reading).length === 0 &&
      reading.parts.every((part) => part.paths.every(({ act }) => act === "read"));
    return harmless
      ? [{ args, starts: reading.parts.flatMap(({ program: started }) => (started === null ? [] : [started])) }]
      : [];
  });
}

function lineOf({ path, command }: Place, option: readonly string[], rest: readonly string[]): readonly string[] {
  // find takes its tests after the places.
  return command.style === "single-dash" ? [...path, ...rest, ...option] : [...path, ...option, ...rest];
}

/** The option alone, and with each value that could show what it does. */
function optionWords(program: Program, { command, path }: Place): readonly (readonly string[])[] {
  const tables = [command.options, program.anywhere, ...(path.length === 0 ? [program.globals] : [])].map((text) =>
    parseOptions(text ?? ""),
  );
  const all = new Map(tables.flatMap(({ byName }) => [...byName]));
  return [
    [],
    ...[...all]
      .filter(([name]) => !name.endsWith("*"))
      .flatMap(([name, option]) => waysToGive(name.replace("#", "3"), option)),
  ];
}

function waysToGive(name: string, { value, optional, second }: Option): readonly (readonly string[])[] {
  if (value === undefined) return [[name]];
  const values = VALUES[value] ?? TEXTS;
  const joined = name.startsWith("--")
    ? values.map((text) => [`${name}=${text}`])
    : values.map((text) => [name + text]);
  if (optional) return [[name], ...joined];
  return [...joined, ...values.map((text) => [name, text, ...(second === undefined ? [] : [text])])];
}

/** As a program, as a file that would be new, as a command behind a sign. */
const TEXTS = [PROBE, "new.txt", `|${PROBE}`, `!${PROBE}`];
const VALUES: Readonly<Partial<Record<string, readonly string[]>>> = {
  n: ["1"],
  r: ["in.txt"],
  R: ["sub"],
  c: ["sub"],
  v: ["HEAD"],
  u: ["origin"],
};
