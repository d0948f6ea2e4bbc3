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
  ["dnf", "dnf5", "yum", "microdnf"],
  ["conda", "mamba", "micromamba"],
  ["bundle", "bundler"],
  ["vercel", "vc"],
  ["netlify", "ntl"],
  ["serverless", "sls"],
];

/** Programs that do the work of another with its words. A rule about that speaks of them, and none about them of that. */
const STANDS_FOR: Readonly<Record<string, readonly string[]>> = {
  k: ["kubectl"],
  kubecolor: ["kubectl"],
  oc: ["kubectl"],
  podman: ["docker"],
  nerdctl: ["docker"],
  "podman-compose": ["docker-compose"],
  aptitude: ["apt", "apt-get"],
};

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

const NAMED: ReadonlySet<string> = new Set([
  ...NAMES.flat(),
  ...Object.keys(STANDS_FOR),
  ...PHRASES.flatMap(([name, [first]]) => [name, first]),
]);

const NONE: readonly Spelling[] = [];

type Words = readonly [string, ...Arg[]];

/** The other spellings of a program with its arguments. */
export function otherSpellings(program: string, args: readonly Arg[]): readonly Spelling[] {
  // Most programs have one name, and this is asked of every command.
  if (
    !NAMED.has(program) &&
    !/^(?:g|cargo-)|\d$|\.exe$/.test(program) &&
    knowledgeOf(`python:${program}`) === undefined
  )
    return NONE;
  const acts: readonly Words[] = [[program, ...args], ...phrasesFor(program, args)];
  return acts
    .flatMap(([name, ...rest]) => [name, ...namesFor(name)].map((other) => [other, ...rest] as const))
    .filter(([name], at) => at > 0 && name !== "")
    .map(([name, ...rest]) => spellingOf(name, rest));
}

function namesFor(name: string): readonly string[] {
  const plain = name
    .replace(/\.exe$/, "")
    .replace(/(?<=^(?:python|pip|node|ruby|perl|php|lua|gcc|clang))-?\d+(?:\.\d+)*$/, "");
  const group = NAMES.find((names) => names.includes(plain)) ?? (plain === name ? [] : [plain]);
  const twin = name.startsWith("g") ? name.slice(1) : `g${name}`;
  const isTwin = knowledgeOf(name) !== undefined && knowledgeOf(twin) === knowledgeOf(name);
  const stands = STANDS_FOR[plain] ?? [];
  return [...group.filter((other) => other !== name), ...(isTwin ? [twin] : []), ...stands];
}

function phrasesFor(program: string, args: readonly Arg[]): readonly Words[] {
  const found: Words[] = [];
  for (const [name, [first, ...rest]] of PHRASES) {
    if (name === program) found.push([first, ...rest.map(literal), ...args]);
    const fits = first === program && rest.every((word, at) => isLiteral(args[at], word));
    if (fits) found.push([name, ...args.slice(rest.length)]);
  }
  // A subcommand that is a program of its own.
  const [, first, sub] = /^(git|cargo)-(.+)$/.exec(program) ?? [];
  if (first !== undefined && sub !== undefined) found.push([first, literal(sub), ...args]);
  const at = /^py(?:thon)?[\d.]*$/.test(program) ? args.findIndex((arg) => isLiteral(arg, "-m")) : -1;
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
