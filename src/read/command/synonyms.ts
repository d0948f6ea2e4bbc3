import { lazy } from "../../core/lazy.ts";
import type { Spelling, Word } from "../../core/reading.ts";
import type { Draft } from "./line.ts";

/**
 * Subcommands that are one act under several names, and targets of which each is one (`make build deploy`). A deny or ask
 * rule speaks of all of them, as `spellings.ts` says of programs.
 */

/**
 * Groups of phrases, by the programs that know them; `$`: no operand follows; `+`: one does. Each as the program's own help
 * has it.
 */
const SAME: readonly (readonly [string, readonly string[]])[] = [
  [
    "docker podman nerdctl",
    [
      ..."attach commit cp create diff exec export kill logs pause port rename restart run start stats stop top unpause update wait"
        .split(" ")
        .map((name) => `${name}|container ${name}`),
      ..."history import load pull push save tag".split(" ").map((name) => `${name}|image ${name}`),
      "rm|container rm|container remove",
      "rmi|image rm|image remove",
      "images|image ls|image list",
      "ps|container ls|container list|container ps",
      "build|image build|builder build|buildx build|buildx b",
    ],
  ],
  ["npm", ["test|run test", "start|run start", "stop|run stop", "restart|run restart"]],
  ["git", ["stash $|stash push|stash save", "checkout -b|switch --create", "checkout -B|switch --force-create"]],
  ["brew", ["uninstall|remove|rm"]],
  ["svn", ["commit|ci", "delete|del|remove|rm"]],
  ["hg", ["commit|ci", "remove|rm", "update|up|checkout|co"]],
  ["conda mamba micromamba", ["remove|uninstall"]],
  ["pnpm bun", ["add +|install +"]],
  ["bundle bundler yarn", ["install|$"]],
  ["vercel vc", ["deploy|$"]],
  ["gh", ["pr create|pr new", "issue create|issue new", "release create|release new", "repo create|repo new"]],
];

/** One act of several programs. */
const ACROSS: readonly (readonly (readonly [string, ...string[]])[])[] = [
  "npm publish|pnpm publish|yarn publish|yarn npm publish|bun publish",
  "pip|pip3|uv pip",
  "docker-compose|docker compose",
  "podman-compose|podman compose",
  "nuget push|dotnet nuget push",
].map((group) => group.split("|").map((phrase) => phrase.split(" ") as [string, ...string[]]));

/** Acts that do the other one, and may do more: a rule about that speaks of them, and none about them of that. */
const DOES: readonly (readonly [programs: string, act: string, other: string])[] = [
  ["git", "switch", "checkout"],
  ["git", "lfs push", "push"],
  ["git", "subtree push", "push"],
  ["helm", "upgrade --install", "install"],
  ["apt apt-get aptitude", "purge", "remove"],
  ["npm", "install-test", "install"],
];

/** Programs that run a script of the project also by its bare name. */
const SCRIPTS = new Set(["yarn", "pnpm", "bun"]);

/** Programs whose words are targets, one as good as the other. */
const TARGETS = new Set("make gmake ninja gradle mvn just rake task ant sbt grunt gulp".split(" "));

/** Programs whose first word is a file. */
const INTERPRETERS = /^(?:python|node|ruby|perl|php|bash|sh|zsh|dash|tsx|ts-node|deno|bun)[\d.]*$/;

/** What the tables say of one program. */
interface Acts {
  readonly same: readonly (readonly (readonly string[])[])[];
  readonly does: readonly { readonly act: readonly string[]; readonly other: readonly string[] }[];
  readonly across: readonly {
    readonly phrase: readonly string[];
    readonly group: readonly (readonly [string, ...string[]])[];
  }[];
}

/** By program: most are in none of the tables, and this is asked of every command. */
const actsOf = lazy<ReadonlyMap<string, Acts>>(() => {
  const programs = new Set([...SAME, ...DOES].flatMap(([names]) => names.split(" ")));
  for (const [program] of ACROSS.flat()) programs.add(program);
  return new Map([...programs].map((program) => [program, actsFor(program)]));
});

function actsFor(program: string): Acts {
  const isOwn = ([names]: readonly [string, ...unknown[]]): boolean => names.split(" ").includes(program);
  return {
    same: SAME.filter(isOwn).flatMap(([, groups]) =>
      groups.map((group) => group.split("|").map((phrase) => phrase.split(" "))),
    ),
    does: DOES.filter(isOwn).map(([, act, other]) => ({ act: act.split(" "), other: other.split(" ") })),
    across: ACROSS.flatMap((group) =>
      group.flatMap(([name, ...phrase]) => (name === program ? [{ phrase, group }] : [])),
    ),
  };
}

/** Adds the other words of a part to what is known of it. `own`: how many words are its subcommand. */
export function addSynonyms(draft: Draft, own: number): void {
  const { program, words, globals, others } = draft;
  const more: Spelling[] = [];
  findSynonyms({ program: program ?? "", words, globals }, own, more);
  for (const spelling of others) findSynonyms(spelling, own, more);
  if (more.length > 0) draft.others = [...others, ...more];
}

/** The other words of the same acts, for a program whose words are in their one spelling. */
function findSynonyms({ program, words, globals }: Spelling, own: number, found: Spelling[]): void {
  const add = (others: readonly (readonly Word[])[]): void => {
    for (const other of others) found.push({ program, words: other, globals });
  };
  const acts = actsOf().get(program);
  if (acts !== undefined) {
    add(phrasesFor(acts, words));
    add(doneBy(acts, words));
    found.push(...acrossFor(acts, words));
  }
  if (SCRIPTS.has(program)) {
    add(scriptsFor(words));
    found.push(...installedFor(words, own));
  }
  if (TARGETS.has(program)) add(targetsFor(words));
  if (INTERPRETERS.test(program)) add(filesFor(words));
}

function phrasesFor({ same }: Acts, words: readonly Word[]): readonly (readonly Word[])[] {
  const found: (readonly Word[])[] = [];
  for (const group of same) {
    const rests = group.flatMap((phrase) => without(words, phrase) ?? []);
    if (rests.length === 0) continue;
    const shortest = rests.reduce((one, other) => (other.words.length < one.words.length ? other : one));
    for (const phrase of group) found.push([...wordsOf(phrase), ...shortest.words]);
  }
  return found;
}

function doneBy({ does }: Acts, words: readonly Word[]): readonly (readonly Word[])[] {
  return does.flatMap(({ act, other }) => {
    const rest = without(words, act);
    return rest === null ? [] : [[...wordsOf(other), ...rest.words]];
  });
}

function acrossFor({ across }: Acts, words: readonly Word[]): readonly Spelling[] {
  const found: Spelling[] = [];
  for (const { phrase, group } of across) {
    const rest = without(words, phrase);
    if (rest === null) continue;
    for (const [program, ...head] of group)
      found.push({ program, words: [...head.map(wordOf), ...rest.words], globals: [] });
  }
  return found;
}

/** What is left of the words behind a phrase, options of which may stand anywhere; null where they begin otherwise. */
function without(words: readonly Word[], phrase: readonly string[]): { readonly words: readonly Word[] } | null {
  const [head = ""] = phrase;
  // Nearly every phrase begins with another word.
  if (/^\w/.test(head) && words.find(isOperand)?.text !== head) return null;
  const left = [...words];
  for (const text of phrase) {
    if (text === "$" || text === "+") return left.some(isOperand) === (text === "+") ? { words: left } : null;
    const place = text.startsWith("-") ? left.findIndex(({ option }) => option === text) : left.findIndex(isOperand);
    if (place < 0 || (left[place]!.option ?? left[place]!.text) !== text || left[place]!.kind !== "literal")
      return null;
    left.splice(place, 1);
  }
  return { words: left };
}

function isOperand({ option }: Word): boolean {
  return option === undefined;
}

function scriptsFor(words: readonly Word[]): readonly (readonly Word[])[] {
  const [first] = words;
  if (first === undefined || !isOperand(first)) return [];
  return first.text === "run" ? [words.slice(1)] : [[wordOf("run"), ...words]];
}

/** Where the project has no script of that name, it is a program of one of its packages: `yarn prisma migrate reset`. */
function installedFor(words: readonly Word[], own: number): readonly Spelling[] {
  if (own > 0 && words[0]?.text !== "run") return [];
  const [name, ...rest] = words.slice(own);
  return name === undefined || !isOperand(name) ? [] : [{ program: name.text, words: rest, globals: [] }];
}

function targetsFor(words: readonly Word[]): readonly (readonly Word[])[] {
  const targets = words.filter(isOperand);
  const options = words.filter((word) => !isOperand(word));
  return targets.length < 2 ? [] : targets.map((target) => [target, ...options]);
}

/** `python ./x.py` starts what `python x.py` starts. */
function filesFor(words: readonly Word[]): readonly (readonly Word[])[] {
  const at = words.findIndex(isOperand);
  const file = words[at];
  if (file === undefined || file.kind !== "literal" || file.text.startsWith("/")) return [];
  const other = file.text.startsWith("./") ? file.text.replace(/^(?:\.\/+)+/, "") : `./${file.text}`;
  return [words.map((word, index) => (index === at ? { ...word, text: other } : word))];
}

function wordsOf(phrase: readonly string[]): readonly Word[] {
  return phrase.filter((text) => text !== "$" && text !== "+").map(wordOf);
}

function wordOf(text: string): Word {
  return { text, kind: "literal", ...(text.startsWith("-") && { option: text }) };
}
