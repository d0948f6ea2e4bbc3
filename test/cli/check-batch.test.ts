import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

let dir: string;
let project: string;
let dataDir: string;

beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "assent-batch-")));
  project = join(dir, "project");
  dataDir = join(dir, "data");
  for (const folder of [project, dataDir]) mkdirSync(folder);
  for (const file of [join(project, "real.yml"), join(project, "other.yml"), join(dataDir, "secrets")])
    writeFileSync(file, "");
  symlinkSync("real.yml", join(project, "config.yml"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function assent(args: readonly string[], input = ""): string {
  const env = { PATH: process.env["PATH"], HOME: join(dir, "home"), ASSENT_HOME: dataDir };
  return spawnSync(process.execPath, [MAIN, "check", ...args], { cwd: project, env, input, encoding: "utf8" }).stdout;
}

/** Verdict and code of each call. */
function batch(lines: readonly Readonly<Record<string, unknown>>[]): readonly (readonly [string, string])[] {
  const input = lines.map((line, at) => JSON.stringify({ id: String(at), cwd: project, ...line })).join("\n");
  const answers = assent(["--batch"], input).trim().split("\n");
  return answers
    .map((answer) => JSON.parse(answer) as { effect: string; code: string })
    .map((it) => [it.effect, it.code]);
}

const DENIES_CONFIG = [{ tool: "read", pattern: "config.yml", decision: "deny", scope: "project" }];

function reads(path: string, more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return { tool: "read_file", args: { path }, ...more };
}

it("refuses the host's own data in a batch as it does where the call would run", () => {
  const policy = { approvalMode: "full", grants: [{ root: dir, can: ["read", "write", "edit", "delete"] }] };
  const shell = (command: string) => ({ tool: "shell", args: { command }, policy });
  expect(
    batch([
      reads(join(dataDir, "secrets"), { policy }),
      shell(`cat ${dataDir}/secrets`),
      shell(`rm -r ${dataDir}`),
      reads(join(project, "real.yml"), { policy }),
      shell(`cat ${project}/real.yml`),
    ]),
  ).toEqual([
    ["deny", "protected"],
    ["deny", "protected"],
    ["deny", "protected"],
    ["allow", "level-allow"],
    ["allow", "level-allow"],
  ]);
}, 60_000);

it("holds a rule about a link against the file that it leads to, here and in a world that stands in", () => {
  const policy = { rules: DENIES_CONFIG };
  const world = {
    files: { "/app/config.yml": { link: "/app/real.yml" }, "/app/real.yml": "file", "/app/other.yml": "file" },
  };
  const paths = ["config.yml", "real.yml", "other.yml"];
  const expected = [
    ["deny", "rule-deny"],
    ["deny", "rule-deny"],
    ["allow", "level-allow"],
  ];
  expect(batch(paths.map((path) => reads(path, { policy })))).toEqual(expected);
  expect(batch(paths.map((path) => reads(path, { policy, world, cwd: "/app" })))).toEqual(expected);
}, 60_000);

it("does so for a single call as well", () => {
  const file = join(dir, "policy.json");
  const policy = {
    layers: {},
    rules: DENIES_CONFIG.map((rule) => ({ id: "config", ...rule })),
    level: "L0",
    approvalMode: "ask",
    grants: [{ root: project, recursive: true, can: ["read"] }],
    projectRoots: [project],
    limits: {},
    revision: "test",
    home: join(dir, "home"),
  };
  writeFileSync(file, JSON.stringify(policy));
  const first = (path: string) =>
    assent(["--policy", file, "--tool", "read_file", "--", JSON.stringify({ path })]).slice(0, 5);
  expect(["config.yml", "real.yml", "other.yml"].map(first)).toEqual(["deny ", "deny ", "allow"]);
}, 60_000);
