import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { read } from "../../../src/read/read.ts";
import { BASH, holdAgainstBash, type Pick, tellInBash } from "./against-bash.ts";

/**
 * A program runs in the directory that was read: random ways to move, held against real bash. A directory that was read
 * as not known may be any. `ASSENT_MOVES_RUNS` and `ASSENT_MOVES_SEED` for longer runs.
 */
const RUNS = Number(process.env["ASSENT_MOVES_RUNS"] ?? 2_000);
const SEED = Number(process.env["ASSENT_MOVES_SEED"] ?? 1);

/** Where to: folders `s`, `s/t` and `u`, links `l` to `s/t` and `d` to nothing. */
const PLACES =
  "s¦s/t¦t¦..¦u¦l¦l/..¦./s¦s/..¦s/../u¦nowhere¦d¦.¦-¦~¦~/s¦$x¦\"$x\"¦$(echo s)¦'s'¦s t¦''¦$PWD/s¦$OLDPWD¦../u¦s/./t¦s//t¦*¦S¦{s,u}¦\"$PWD\"¦$y/s".split(
    "¦",
  );
/** `D` stands for a place. */
const MOVES =
  "cd D¦cd D¦cd -P D¦cd -L D¦cd -- D¦cd -e -P D¦cd¦(cd D)¦{ cd D; }¦{ cd D; } 2>&-¦cd D >&-¦cd D 2>/dev/null¦cd D | true¦true | cd D¦cd D & wait¦pushd D¦pushd -n D¦pushd D; popd¦popd¦pushd D; pushd¦pushd +1¦f() { cd D; }; f¦f() { cd D; }¦f() ( cd D ); f¦true && cd D¦false && cd D¦true || cd D¦false || cd D¦cd D || cd D¦cd D && cd D¦cd D && false || cd D¦if cd D; then cd D; fi¦if false; then cd D; fi¦if false; then cd D; else cd D; fi¦while cd D; do break; done¦for i in 1 2; do cd D; done¦for i in; do cd D; done¦until cd D; do break; done¦case a in a) cd D ;; esac¦case b in a) cd D ;; esac¦eval cd D¦eval 'cd D; true'¦command cd D¦builtin cd D¦builtin pushd D¦CDPATH=s cd D¦CDPATH=s; cd D¦CDPATH=s:u; cd D; unset CDPATH¦HOME=s cd¦HOME=$PWD/s; cd¦OLDPWD=s cd -¦OLDPWD=$PWD/s; cd -¦PWD=/usr; cd D¦x=D¦y=u; cd $y¦set -P; cd D¦set -P¦shopt -s autocd¦shopt -s cdable_vars; cd x¦trap 'cd D' debug¦. /dev/stdin <<< 'cd D'¦cd() { true; }; cd D¦alias cd=true; cd D¦! cd D¦time cd D¦[[ a ]] && cd D¦cd D && (cd ..)¦coproc cd D¦: $(cd D)¦x=$(cd D; pwd)¦cd \"$(pwd)\"/D¦cd $(pwd -P)¦cd D; cd -¦mkdir() { true; }; cd D¦exec 3< . ; cd D¦set -e; cd D || true¦set -- D; cd $1¦set -- D; cd \"$@\"¦read x <<< D; cd $x¦for d in s u; do cd $d; cd ..; done¦for d in D D; do cd $d; done¦for d in D; do (cd $d); done¦cd D; exec 4>&1¦unset HOME; cd¦cd ${x:-D}¦cd ${z:-D}¦cd D\\\n¦function g { cd D; }; g¦f() { local x=D; cd $x; }; f¦dirs -c; pushd D¦cd D <<< a".split(
    "¦",
  );

let dir = "";
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "assent-moves-")));
  for (const made of ["s/t/v", "u/s"]) mkdirSync(join(dir, made), { recursive: true });
  symlinkSync("s/t", join(dir, "l"));
  symlinkSync("gone", join(dir, "d"));
  writeFileSync(join(dir, "a"), "");
});
afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));

it.skipIf(!existsSync(BASH))(`in ${RUNS} random lines a program runs where it was read`, { timeout: 600_000 }, () => {
  const { held, faults } = holdAgainstBash({
    runs: RUNS,
    seed: SEED,
    line: lineFrom,
    told: ranIn,
    read: placesOf,
    fault: (known, place) =>
      known.some((one) => one === null || one === normalize(place))
        ? undefined
        : `ran in ${place}, read: ${known.join()}`,
  });
  expect(faults).toEqual([]);
  expect(held).toBeGreaterThan(RUNS / 4);
});

function lineFrom(pick: Pick, random: () => number): string {
  const move = (): string => pick(MOVES).replaceAll("D", () => pick(PLACES));
  const between = (): string => pick(["; ", "; ", " && ", " || ", "\n"]);
  return (
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => move() + between()).join("") +
    pick(["cat ./f", "cat ../f", "cat ../../f"])
  );
}

/** What `cat` was given, as the kernel finds it, line by line. */
function ranIn(lines: readonly string[]): readonly (readonly string[])[] {
  const setup = `cat() { printf '%s/%s\\x1d' "$(/bin/pwd -P)" "$1" >&9; }`;
  return tellInBash(lines, { setup, cwd: dir, home: dir });
}

/** What it was read to be given; null: that is not known. No list: the line cannot be read. */
function placesOf(command: string): readonly (string | null)[] | null {
  const call = { tool: "shell", args: { command }, cwd: dir, project: dir, source: "model", attended: true } as const;
  const { findings, parts } = read(
    call,
    nodeWorld({ env: { PATH: "/nowhere", HOME: dir }, cwd: dir, dataDir: join(dir, "none") }),
  );
  const all = [...findings, ...parts.flatMap((part) => part.findings)];
  if (all.some(({ code }) => code === "unreadable" || code === "env-injection")) return null;
  const places = parts
    .filter(({ words }) => words.some(({ text }) => text.endsWith("./f")))
    .flatMap(({ paths }) => paths);
  return places.length === 0 ? [null] : places.map(({ canonical }) => canonical);
}
