import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Word } from "../../../src/core/reading.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";
import { BASH, holdAgainstBash, type Pick, tellInBash } from "./against-bash.ts";

/**
 * What a program gets for its words is what was read: random assignments and words, held against real bash in a folder
 * with a few files. A word that was read as not fixed may be anything, and any number of words.
 * `ASSENT_VALUES_RUNS` and `ASSENT_VALUES_SEED` for longer runs.
 */
const RUNS = Number(process.env["ASSENT_VALUES_RUNS"] ?? 2_000);
const SEED = Number(process.env["ASSENT_VALUES_SEED"] ?? 1);
const HOME = "/home/nobody";

const VALUES =
  "a|-b|'e f'|\"g  h\"|~|~/a|''|x:~|a=~|'*'|a*|{j,k}|$(echo a)|$(echo)|$y|1|\\n|-|'~'|.en|s/|$'\\x41'|~+|`echo b`|$(echo 'a b')".split(
    "|",
  );
const PIECES =
  "a,b,$x,\"$x\",${x},~,~/a,*,?,[ab],'e f',\"g h\",$y,=,a=,-b,:,/,\\ ,$(echo a),$(echo),\"$(echo a b)\",`echo b`,'',${x:-a},${x:+b},${z:-~},${#x},$((1+2)),.,%,#,$'\\x42',{,},s/,$(echo 'a b'),${x%a},!(a),+,x=~,--o=~/x,$x/$y".split(
    ",",
  );
PIECES.push("{j,k}", "{1..3}", "@(a|b)", "/..", "${x},");
PIECES.push("\"$(echo 'a; b')\"", "\"$(echo 'a  `b` $c ')\"");

/** Ways in which a line gives `x` (or `y`) another value, or seems to; `V` stands for one. */
const SETTERS =
  'declare x=V¦declare "x=V"¦declare \'x\'=V¦export x=V¦export "x"=V¦typeset -x x=V¦readonly x=V¦f() { local x=V; }; f¦f() { x=V; }; f¦f() { declare -g x=V; }; f¦x+=V¦x=V y=$x¦x=V y=$x true¦x=V true¦(x=V)¦{ x=V; }¦true && x=V¦false && x=V¦false || x=V¦if true; then x=V; else x=c; fi¦for x in V; do true; done¦for x in; do true; done¦while x=V; false; do true; done¦until x=V; do true; done¦case a in a) x=V ;; esac¦case b in a) x=V ;; *) y=V ;; esac¦read x <<< V¦read -r x y <<< "V c"¦read -a x <<< V¦printf -v x %s V¦printf -v "x" V¦: ${x:=V}¦: ${y:=V}¦unset x¦unset -v x; : ${x=V}¦eval x=V¦eval "x=V"¦mapfile -t x <<< V¦x=(V c)¦x[0]=V¦x[1]=V¦set -- V; x=$1¦set -- V c; y=$*¦let x=1¦((x=2))¦((x++))¦x=$((3))¦x=V | true¦true | x=V¦: $(x=V)¦. /dev/stdin <<< x=V¦command declare x=V¦builtin export "x=V"¦IFS=V¦set -f¦cd s¦trap x=V DEBUG¦trap x=V EXIT¦getopts ab x -b¦x=V; y=${x}¦x=${x}V¦x=$x$y¦y=x; declare $y=V¦y=x; export "$y=V"¦y=x; read $y <<< V¦y=x; printf -v $y V¦declare -n y=x; y=V¦x=V; export x¦{ x=V; } 2>&-¦x=V >&-¦! x=V¦time x=V¦[[ a == a ]] && x=V¦[ a ] || x=V¦shopt -s nullglob¦shopt -u extglob¦alias qa=true¦exec 3>&1¦x=V & wait¦coproc x=V¦select x in V; do break; done <<< 1¦f() { unset x; }; f¦f() { local x; x=V; g; }; g() { x=c; }; f¦f() { eval \'x=V\'; }; f'.split(
    "¦",
  );

let dir = "";
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "assent-values-"));
  mkdirSync(join(dir, "s"));
  for (const name of ["a", "ab", "b", ".env", "c.d", "e f", "s/a"]) writeFileSync(join(dir, name), "");
});
afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));

it.skipIf(!existsSync(BASH))(`in ${RUNS} random lines words are read as bash gives them`, { timeout: 600_000 }, () => {
  const { held, faults } = holdAgainstBash({
    runs: RUNS,
    seed: SEED,
    line: lineFrom,
    told: runsOf,
    read: wordsOf,
    fault: (starts, told) => {
      const run = told.split("\u001f").slice(1, -1);
      return starts.some((words) => fits(words, run)) ? undefined : `gave ${JSON.stringify(run)}`;
    },
  });
  expect(faults).toEqual([]);
  expect(held).toBeGreaterThan(RUNS / 2);
});

function lineFrom(pick: Pick, random: () => number): string {
  const word = (): string => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(PIECES)).join("");
  const second = random() < 0.5 ? `y=${pick(VALUES)}; ` : "";
  const set = (): string => `${pick(SETTERS).replaceAll("V", () => pick(VALUES))}; `;
  const third = random() < 0.7 ? set() + (random() < 0.5 ? set() : "") : "";
  const command = `qa ${word()} ${random() < 0.6 ? word() : ""}`;
  const body = random() < 0.1 ? `for x in ${pick(VALUES)} ${pick(VALUES)}; do ${command}; done` : command;
  return `x=${pick(VALUES)}; ${second}${third}${body}`;
}

/** The words of each start of `qa`, line by line. */
function runsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const setup = `shopt -s extglob; unset y z; qa() { printf '%s\\x1f' qa "$@" >&9; printf '\\x1d' >&9; }`;
  return tellInBash(lines, { setup, cwd: dir, home: HOME });
}

/** The words of each `qa` that was read; null where the line cannot be read. */
function wordsOf(command: string): readonly (readonly Word[])[] | null {
  const call = { tool: "shell", args: { command }, cwd: dir, project: dir, source: "model", attended: true } as const;
  const { findings, parts } = read(call, plainWorld({ home: HOME, cwd: dir, project: dir }));
  const all = [...findings, ...parts.flatMap((part) => part.findings)];
  if (all.some(({ code }) => code === "unreadable")) return null;
  return parts.filter(({ program }) => program === "qa").map(({ words }) => words);
}

function fits(words: readonly Word[], run: readonly string[]): boolean {
  const open = words.findIndex(({ kind }) => kind !== "literal");
  if (open < 0 && words.length !== run.length) return false;
  return words.slice(0, open < 0 ? undefined : open).every(({ text }, at) => isSame(text, run[at]));
}

/** A `~` stands as it was written: rules name it so. */
function isSame(text: string, given: string | undefined): boolean {
  return text === given || text.replace(/^~(?=\/|$)/, HOME) === given;
}
