import { expect, it } from "vitest";
import type { Effect } from "../../../src/core/effect.ts";
import { read } from "../../../src/read/read.ts";
import { decideWith } from "../../cases/command-case.ts";
import { standInWorld } from "../path/stand-in-world.ts";

/** A project with a file that holds secrets: what `find` cannot have found is not asked about. */
const PROJECT = "/home/dev/app";
const world = standInWorld(
  {
    ...Object.fromEntries("cat find wc xargs".split(" ").map((name) => [`/usr/bin/${name}`, "file"])),
    [`${PROJECT}/.env`]: "file",
    [`${PROJECT}/src/a.ts`]: "file",
  },
  { home: "/home/dev", which: (name: string) => `/usr/bin/${name}` },
);

function effectOf(command: string): Effect {
  const place = { cwd: PROJECT, project: PROJECT, source: "model", attended: true } as const;
  return decideWith(read({ tool: "shell", args: { command }, ...place }, world), [], ["read"]).effect;
}

it.each<readonly [tests: string, expected: Effect]>([
  ["-name '*.ts'", "allow"],
  ["-iname '*.TS'", "allow"],
  ["-name '*.ts' -not -path './node_modules/*'", "allow"],
  ["-type f -name '*.ts' ! -path './dist/*' ! -name '*.d.ts'", "allow"],
  ["\\( -name '*.ts' -o -name '*.tsx' \\) -not -path './x/*'", "allow"],
  ["-not \\( -name x -o -name y \\) -name '*.ts'", "ask"], // conservative: what is negated is not taken apart
  ["", "ask"],
  ["-type f", "ask"],
  ["-name '.e*'", "ask"],
  ["-iname '*.ENV'", "ask"],
  ["-not -name '*.ts'", "ask"],
  ["! -name '*.ts'", "ask"],
  ["! \\( -name '*.ts' \\)", "ask"],
  ["-name '*.ts' -o -type f", "ask"],
  ["-type f -o -name '*.ts'", "ask"],
  ["-name '*.ts' -o -name '.env'", "ask"],
  ["-name '*.ts' -or ! -name '*.ts'", "ask"],
  ['-name "$x"', "ask"],
  // What acts before a test acts on what the test would leave out.
  ["-type f -exec cat {} + -name '*.ts'", "ask"],
  ["-print0 -name '*.ts'", "ask"],
  ["-type d -name node_modules -prune -o -name '*.ts' -print", "allow"],
])("find . %s: what is read of it: %s", (tests, expected) => {
  const lines = [`find . ${tests} | xargs cat`, `find . ${tests} -exec cat {} +`, `cat $(find . ${tests})`];
  // `-exec` belongs to the last way through alone, which may be narrower than all that is found.
  const bound = /-or? /.test(tests) ? lines.filter((line) => !line.includes("-exec")) : lines;
  expect(bound.map(effectOf)).toEqual(bound.map(() => expected));
});
