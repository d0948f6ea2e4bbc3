import type { Spelling } from "../../core/reading.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import { type Arg, isLiteral, literal } from "./arg.ts";
import { plainArgs } from "./dialect.ts";
import { newDraft } from "./line.ts";
import { readWords } from "./options.ts";
import { setWords } from "./words.ts";

/**
 * Other words for the same command: another name of the program (`pip3`, `gsed`), a module of python, a subcommand that
 * is a program of its own. A deny or ask rule speaks of all of them; an allow only of what is written.
 */

/** Names under which one program is installed. */
const NAMES: readonly (readonly string[])[] = [
  ["python", "python3", "python2", "py"],
  ["pip", "pip3", "pip2"],
  ["node", "nodejs"],
  ["yarn", "yarnpkg"],
  ["apt", "apt-get"],
  ["rails", "rake"],
  ["fd", "fdfind"],
  ["bat", "batcat"],
  ["gpg", "gpg2"],
  ["7z", "7za", "7zz"],
  ["mysql", "mariadb"],
  ["mysqldump", "mariadb-dump"],
  ["flyctl", "fly"],
];

/** A program and the words that come to the same. */
const PHRASES: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  ["docker-compose", ["docker", "compose"]],
  ["podman-compose", ["podman", "compose"]],
  ["npx", ["npm", "exec"]],
  ["npx", ["npm", "x"]],
  ["bunx", ["bun", "x"]],
  ["pnpx", ["pnpm", "dlx"]],
  ["uvx", ["uv", "tool", "run"]],
  ["sudoedit", ["sudo", "-e"]],
  ["egrep", ["grep", "-E"]],
  ["fgrep", ["grep", "-F"]],
];

const NAMED: ReadonlySet<string> = new Set([...NAMES.flat(), ...PHRASES.flatMap(([name, [first]]) => [name, first])]);

const NONE: readonly Spelling[] = [];

type Words = readonly [string, ...Arg[]];

/** The other spellings of a program with its arguments. */
export function otherSpellings(program: string, args: readonly Arg[]): readonly Spelling[] {
  // Most programs have one name, and this is asked of every command.
  if (!NAMED.has(program) && !/^g|\d$/.test(program) && knowledgeOf(`python:${program}`) === undefined) return NONE;
  const acts: readonly Words[] = [[program, ...args], ...phrasesFor(program, args)];
  return acts
    .flatMap(([name, ...rest]) => [name, ...namesFor(name)].map((other) => [other, ...rest] as const))
    .filter(([name], at) => at > 0 && name !== "")
    .map(([name, ...rest]) => spellingOf(name, rest));
}

function namesFor(name: string): readonly string[] {
  const plain = name.replace(/(?<=^(?:python|pip|node|ruby|perl|php|lua|gcc|clang))-?\d+(?:\.\d+)*$/, "");
  const group = NAMES.find((names) => names.includes(plain)) ?? (plain === name ? [] : [plain]);
  const twin = name.startsWith("g") ? name.slice(1) : `g${name}`;
  const isTwin = knowledgeOf(name) !== undefined && knowledgeOf(twin) === knowledgeOf(name);
  return [...group.filter((other) => other !== name), ...(isTwin ? [twin] : [])];
}

function phrasesFor(program: string, args: readonly Arg[]): readonly Words[] {
  const found: Words[] = [];
  for (const [name, [first, ...rest]] of PHRASES) {
    if (name === program) found.push([first, ...rest.map(literal), ...args]);
    const fits = first === program && rest.every((word, at) => isLiteral(args[at], word));
    if (fits) found.push([name, ...args.slice(rest.length)]);
  }
  if (program.startsWith("git-")) found.push(["git", literal(program.slice(4)), ...args]);
  const at = /^python[\d.]*$/.test(program) ? args.findIndex((arg) => isLiteral(arg, "-m")) : -1;
  const module = args[at + 1];
  if (at >= 0 && isLiteral(module)) found.push([module!.text, ...args.slice(at + 2)]);
  if (knowledgeOf(`python:${program}`) !== undefined) found.push(["python", literal("-m"), literal(program), ...args]);
  return found;
}

function spellingOf(program: string, args: readonly Arg[]): Spelling {
  const known = knowledgeOf(program);
  const draft = newDraft("");
  if (known !== undefined) setWords(draft, readWords(known, plainArgs(program, args)));
  const words = known === undefined ? args.map(({ text, kind }) => ({ text, kind })) : draft.words;
  return { program, words, globals: draft.globals };
}
