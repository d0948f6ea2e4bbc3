import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Bench, openBench } from "../host/gate/harness.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await bench.store.rules.add({ ...STALE, id: "fine", pattern: "git tag *" });
});
afterEach(() => bench.close());

const STALE = {
  id: "stale",
  tool: "shell",
  pattern: "!rm *",
  decision: "deny",
  scope: "global",
  target: "",
  createdAt: 1,
} as const;
const FAULT = "a program's name has no sign of a shell or of a regular expression";
const LINE = new RegExp(
  `the rule \`deny shell !rm \\*\` cannot be read: ${FAULT}; mend it under Rules, or \\S+( assent)? rules remove stale$`,
  "u",
);

/** Lines that speak of the rule or of what comes of it, of both outputs, and the exit code. */
async function says(...words: readonly string[]): Promise<readonly [readonly string[], number | null]> {
  const env = { PATH: process.env["PATH"], HOME: `${bench.dir}/home`, ASSENT_HOME: bench.dataDir };
  const options = { env, cwd: bench.project, encoding: "utf8" } as const;
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...words], options);
  return [
    [...stdout.split("\n"), ...stderr.split("\n")].filter((line) => /rm \*|fine|policy|true/u.test(line)),
    status,
  ];
}

test("a stored rule that cannot be read is told wherever one looks, and keeps no command from working", async () => {
  await bench.store.rules.add(STALE);
  await bench.head.flush();
  const row = expect.stringMatching(/^deny +shell +!rm \* +global +stale$/u);
  const fine = expect.stringMatching(/^deny +shell +git tag \* +global +fine$/u);
  const line = (start: string) => expect.stringMatching(new RegExp(`^${start}${LINE.source}`, "u"));
  expect(await says("rules", "list")).toEqual([[fine, row, line("note:  ")], 0]);
  expect(await says("check", "true")).toEqual([
    [
      expect.stringMatching(
        /^ask +true +the rule `shell !rm \*` cannot be read, so every use of `shell` is asked about/u,
      ),
      line("note:  "),
    ],
    10,
  ]);
  const [found, code] = await says("doctor");
  expect([found, code]).toEqual([[line("wrong +policy +")], 1]);
  expect(await says("rules", "lint")).toEqual([
    [expect.stringMatching(new RegExp(`^unreadable +stale +\`deny !rm \\*\` cannot be read: ${FAULT}$`, "u"))],
    1,
  ]);
}, 120_000);

test("control: with rules that can be read there is nothing to tell", async () => {
  const fine = expect.stringMatching(/^deny +shell +git tag \* +global +fine$/u);
  expect(await says("rules", "list")).toEqual([[fine], 0]);
  expect(await says("check", "true")).toEqual([[expect.stringMatching(/^allow +true/u)], 0]);
  expect((await says("doctor"))[0]).toEqual([expect.stringMatching(/^ok +policy +loads$/u)]);
}, 120_000);

test("a new rule is told to mean less or more than it looks before a person is asked, and a plain one is not", async () => {
  const notes = async (pattern: string): Promise<readonly string[]> => {
    const env = { PATH: process.env["PATH"], HOME: `${bench.dir}/home`, ASSENT_HOME: bench.dataDir };
    const words = [MAIN, "rules", "add", "--allow", pattern];
    return spawnSync(process.execPath, words, { env, cwd: bench.project, encoding: "utf8" })
      .stderr.split("\n")
      .filter((line) => !/^(hint: .*)?$/u.test(line));
  };
  const none = "error: no host is running";
  expect(await notes("python *")).toEqual([
    "note:  `allow python *` lets nothing through, as `python x` shows: this runs code that lies in the project; a rule that spells what it starts would",
    none,
  ]);
  expect(await notes("git tag v1")).toEqual([
    "note:  `allow git tag v1` never decides: `deny git tag *` comes first for `git tag v1`",
    none,
  ]);
  expect(await notes("npm run test *")).toEqual([none]);
}, 120_000);
