import type { Spelling } from "../../core/reading.ts";
import { knowledgeOf } from "../knowledge/index.ts";
import { type Arg, isLiteral, literal } from "./arg.ts";
import { plainArgs } from "./dialect.ts";
import { readWords } from "./options.ts";
import { wordsOf } from "./words.ts";

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
const STANDS_FOR: ReadonlyMap<string, readonly string[]> = new Map([
  ["k", ["kubectl"]],
  ["kubecolor", ["kubectl"]],
  ["oc", ["kubectl"]],
  ["podman", ["docker"]],
  ["nerdctl", ["docker"]],
  ["podman-compose", ["docker-compose"]],
  ["aptitude", ["apt", "apt-get"]],
]);

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

/** The other names of a program and the phrases that it is in, apart from its arguments. */
interface Kin {
  readonly names: readonly string[];
  readonly phrases: typeof PHRASES;
  /** It is also a module that `python -m` runs. */
  readonly isModule: boolean;
  /** `python`, by whatever name. */
  readonly runsModules: boolean;
  /** The program whose subcommand it is, by its own name (`cargo-clippy`), and that subcommand. */
  readonly parent?: readonly [string, string];
}

const NONE: readonly Spelling[] = [];

type Words = readonly [string, ...Arg[]];

/** The other spellings of a program with its arguments. */
export function otherSpellings(program: string, args: readonly Arg[]): readonly Spelling[] {
  const kin = kinOf(program);
  if (kin === null) return NONE;
  const acts: readonly Words[] = [[program, ...args], ...phrasesFor(program, kin, args)];
  return acts
    .flatMap(([name, ...rest], at) => [
      ...(at === 0 ? [] : [spellingOf(name, rest)]),
      ...(kinOf(name)?.names ?? []).map((other) => spellingOf(other, rest)),
    ])
    .filter(({ program: name }) => name !== "");
}

const KIN = new Map<string, Kin | null>();

/** Null: it has no other name, as most have none. Kept for what is known; of other names there is no end. */
function kinOf(program: string): Kin | null {
  const kept = KIN.get(program);
  if (kept !== undefined) return kept;
  const kin = findKin(program);
  if (knowledgeOf(program) !== undefined) KIN.set(program, kin);
  return kin;
}

function findKin(program: string): Kin | null {
  const [, first, sub] = /^(git|cargo)-(.+)$/.exec(program) ?? [];
  const kin: Kin = {
    names: namesFor(program),
    phrases: PHRASES.filter(([name, [head]]) => name === program || head === program),
    isModule: knowledgeOf(`python:${program}`) !== undefined,
    runsModules: /^py(?:thon)?[\d.]*$/.test(program),
    ...(first !== undefined && sub !== undefined && { parent: [first, sub] }),
  };
  const alone = kin.names.length + kin.phrases.length === 0 && !kin.isModule && !kin.runsModules;
  return alone && kin.parent === undefined ? null : kin;
}

function namesFor(name: string): readonly string[] {
  const plain = name
    .replace(/\.exe$/, "")
    .replace(/(?<=^(?:python|pip|node|ruby|perl|php|lua|gcc|clang))-?\d+(?:\.\d+)*$/, "");
  const group = NAMES.find((names) => names.includes(plain)) ?? (plain === name ? [] : [plain]);
  const twin = name.slice(1);
  const isTwin = name.startsWith("g") && knowledgeOf(name) !== undefined && knowledgeOf(twin) === knowledgeOf(name);
  const stands = STANDS_FOR.get(plain) ?? [];
  return [...group.filter((other) => other !== name), ...(isTwin ? [twin] : []), ...stands];
}

function phrasesFor(program: string, kin: Kin, args: readonly Arg[]): readonly Words[] {
  const found: Words[] = [];
  for (const [name, [first, ...rest]] of kin.phrases) {
    if (name === program) found.push([first, ...rest.map(literal), ...args]);
    const fits = first === program && rest.every((word, at) => isLiteral(args[at], word));
    if (fits) found.push([name, ...args.slice(rest.length)]);
  }
  if (kin.parent !== undefined) found.push([kin.parent[0], literal(kin.parent[1]), ...args]);
  const at = kin.runsModules ? args.findIndex((arg) => isLiteral(arg, "-m")) : -1;
  const module = args[at + 1];
  if (at >= 0 && isLiteral(module)) found.push([module!.text, ...args.slice(at + 2)]);
  if (kin.isModule) found.push(["python", literal("-m"), literal(program), ...args]);
  return found;
}

function spellingOf(program: string, args: readonly Arg[]): Spelling {
  const known = knowledgeOf(program);
  if (known === undefined) return { program, words: args.map(({ text, kind }) => ({ text, kind })), globals: [] };
  return { program, ...wordsOf(readWords(known, plainArgs(program, args))) };
}
