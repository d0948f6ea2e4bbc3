import { describe, expect, it } from "vitest";
import { CLASSES, type Class, isReadOnly } from "../../../src/core/class.ts";
import type { Part } from "../../../src/core/reading.ts";
import { programs } from "../../../src/read/knowledge/index.ts";
import { type Option, parseOptions, words } from "../../../src/read/knowledge/parse.ts";
import type { OptionEffect, Program } from "../../../src/read/knowledge/schema.ts";
import { commandsOf, nameOf, type Place } from "./walk.ts";
import { gates, readingOf } from "./reading.ts";

/** Words that the shell itself reads, or whose language has no options. */
const OWN_READER = new Set(["printf", "test", "[", ":", "echo", "true", "find"]);
const CLASS_OF: Readonly<Record<OptionEffect, Class>> = {
  write: "write",
  destructive: "destructive",
  network: "network",
  execute: "execute",
  secret: "privilege",
  privilege: "privilege",
  unknown: "unknown",
};

const subjects = programs().filter((program) =>
  words(program.names).every((name) => !OWN_READER.has(name) && !name.startsWith("python:")),
);

describe.each(subjects.map((program) => [words(program.names)[0]!, program] as const))("%s", (_, program) => {
  const places = commandsOf(program).filter(({ command }) => styleAt(program, command.style) !== "none");

  it("knows each option that it lists, with what it does", () => {
    expect(
      places.flatMap((place) =>
        optionsAt(place).flatMap(([name, option]) => listedFaults(program, place, { name, option })),
      ),
    ).toEqual([]);
  });

  it("knows nothing of an option that it does not list", () => {
    expect(places.flatMap((place) => unlistedFaults(program, place))).toEqual([]);
  });

  it("completes what only one option begins with", () => {
    expect(places.flatMap((place) => abbreviationFaults(program, place))).toEqual([]);
  });
});

interface Named {
  readonly name: string;
  readonly option: Option;
}

function listedFaults(program: Program, place: Place, { name, option }: Named): readonly string[] {
  const given = optionWords(program, place, { name, option });
  const reading = readingOf(lineOf(program, place, given));
  const part = partOf(reading.parts, program);
  const line = [nameOf(program, place.path), ...given].join(" ");
  if (!part) return [`${line}: not read`];
  if (!hasOption(part, option, name)) return [`${line}: not known as ${option.canonical}`];
  const effect = option.effects.find((candidate) => CLASSES.indexOf(part.class) < CLASSES.indexOf(CLASS_OF[candidate]));
  if (effect) return [`${line}: is ${part.class} in spite of !${effect}`];
  if (option.effects.length > 0 && !part.optionEffects.some((effect) => spellings(option, name).has(effect)))
    return [`${line}: no rule must name it`];
  return option.value !== undefined &&
    "xp".includes(option.value) &&
    gates(reading).length === 0 &&
    isReadOnly(reading.class)
    ? [`${line}: runs something and nothing stops it`]
    : [];
}

function unlistedFaults(program: Program, place: Place): readonly string[] {
  if (
    optionsAt(place).some(([name]) => name.endsWith("*")) ||
    words(program.anywhere ?? "").some((token) => token.includes("*"))
  )
    return [];
  const name = styleAt(program, place.command.style) === "single-dash" ? "-zzzunlisted" : "--zzzunlisted";
  const part = partOf(readingOf(lineOf(program, place, [name])).parts, program);
  return part?.class === "unknown" ? [] : [`${nameOf(program, place.path)} ${name}: ${part?.class}`];
}

function abbreviationFaults(program: Program, place: Place): readonly string[] {
  if (styleAt(program, place.command.style) !== "gnu") return [];
  const long = optionsAt(place).filter(([name]) => name.startsWith("--") && name.length > 4 && !name.endsWith("*"));
  const all = [
    ...long.map(([name]) => name),
    ...parseOptions(program.anywhere ?? "").byName.keys(),
    "--help",
    "--version",
  ];
  return long.flatMap(([name, option]) => {
    const short = name.slice(0, -1);
    if (all.some((other) => other !== name && other.startsWith(short))) return [];
    const given = optionWords(program, place, { name: short, option });
    const part = partOf(readingOf(lineOf(program, place, given)).parts, program);
    return part && hasOption(part, option, name)
      ? []
      : [`${nameOf(program, place.path)} ${short}: not completed to ${option.canonical}`];
  });
}

function optionsAt({ command }: Place): readonly (readonly [string, Option])[] {
  return [...parseOptions(command.options ?? "").byName];
}

function styleAt(program: Program, own: Program["style"]): NonNullable<Program["style"]> {
  return own ?? program.style ?? "gnu";
}

/** The option with a value of its kind. */
function optionWords(program: Program, place: Place, { name, option }: Named): readonly string[] {
  const spelled = name === "-#" ? "-7" : name.replace("*", "zz");
  const value =
    option.value === "n"
      ? "3"
      : option.value === "x" || option.value === "a"
        ? "zzz-program"
        : option.value === "u"
          ? "https://example.com/"
          : "v1";
  if (option.value === undefined || (option.optional && name.endsWith("*"))) return [spelled];
  const dashed = name.startsWith("--") || styleAt(program, place.command.style) === "single-dash";
  // A long name with one dash takes no joined value where short options are bundled.
  if (option.optional && !dashed && name.length > 2) return [spelled];
  if (option.optional && !dashed) return [`${spelled}${value}`];
  const first = dashed ? [`${spelled}=${value}`] : [spelled, value];
  if (option.value === "a") return [spelled, value];
  return option.second === undefined ? first : [spelled, value, "v2"];
}

function lineOf(program: Program, place: Place, given: readonly string[]): readonly [string, ...string[]] {
  return [words(program.names)[0]!, ...place.path, ...given];
}

function partOf(parts: readonly Part[], program: Program): Part | undefined {
  return parts.findLast((part) => words(program.names).includes(part.program ?? ""));
}

/** A mask stands for the word that fits it. */
function spellings({ canonical }: Option, name: string): ReadonlySet<string> {
  return new Set([canonical, name, "-7", canonical.replace("*", "zz"), name.replace("*", "zz")]);
}

function hasOption(part: Part, option: Option, name: string): boolean {
  const names = spellings(option, name);
  return [...part.words, ...part.globals].some((word) => word.option !== undefined && names.has(word.option));
}
