import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { publint } from "publint";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;
let dir: string;
let tarball: string;

/** What a stranger gets: the packed tarball, installed elsewhere. Needs `dist`, which `npm test` builds first. */
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "assent-pack-"));
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", dir], { cwd: ROOT, stdio: "pipe" });
  tarball = readdirSync(dir).find((file) => file.endsWith(".tgz")) as string;
  writeFileSync(join(dir, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(dir, tarball)], {
    cwd: dir,
    stdio: "pipe",
  });
}, 120_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("publint and attw find nothing to say about the package", async () => {
  const { messages } = await publint({ pkgDir: ROOT, level: "warning" });
  expect(messages).toEqual([]);
  const checked = spawnSync(
    "npx",
    ["--no-install", "attw", join(dir, tarball), "--profile", "esm-only", "--no-emoji"],
    { cwd: ROOT, encoding: "utf8" },
  );
  expect(checked.status, checked.stdout).toBe(0);
});

test("the bin prints its version", () => {
  expect(execFileSync("npx", ["--no-install", "assent", "--version"], { cwd: dir, encoding: "utf8" }).trim()).toBe(
    "0.1.0",
  );
});

test("the package is alone in node_modules", () => {
  expect(readdirSync(join(dir, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["assent"]);
});

test("what the bundles hold of other packages comes with their licences", () => {
  const notices = (bundle: string): string =>
    readFileSync(join(dir, `node_modules/assent/dist/notices/${bundle}.md`), "utf8");
  expect(notices("index")).toMatch(/^## unbash /mu);
  expect(notices("cli")).toMatch(/^## hono /mu);
  for (const name of ["react", "marked", "@fontsource-variable/inter", "tailwindcss"])
    expect(notices("web")).toMatch(new RegExp(`^## ${name} `, "mu"));
});

test("`decide` works from the tarball and pulls in nothing of the host", () => {
  writeFileSync(
    join(dir, "embed.mjs"),
    `import { compile, decide, plainWorld, read } from "assent";
const project = "/home/dev/app";
const world = plainWorld({ platform: "linux", home: "/home/dev", env: {}, path: "any", cwd: project, project });
const policy = compile({ layers: {}, rules: [], level: "L0", approvalMode: "ask", grants: [{ root: project, recursive: true, can: ["read"] }], projectRoots: [project], limits: {}, revision: "1" });
if (!policy.ok) throw new Error("policy");
for (const command of ["git status", "rm -rf src"]) {
  const call = { tool: "shell", args: { command }, cwd: project, project, source: "model", attended: true };
  console.log(decide(read(call, world), policy.policy, 0).effect);
}
`,
  );
  expect(execFileSync("node", ["embed.mjs"], { cwd: dir, encoding: "utf8" })).toBe("allow\nask\n");
  const loaded = spawnSync(
    "node",
    [
      "--import",
      `data:text/javascript,import{registerHooks}from"node:module";registerHooks({resolve(s,c,n){const r=n(s,c);console.error(r.url);return r}})`,
      "embed.mjs",
    ],
    { cwd: dir, encoding: "utf8" },
  );
  const files = loaded.stderr.split("\n").filter((url) => url.includes("/assent/"));
  expect(files.map((url) => url.replace(/.*\/assent\//u, ""))).toEqual(["dist/index.js"]);
});

test("a deep import is refused", () => {
  const deep = spawnSync("node", ["--input-type=module", "-e", `await import("assent/dist/cli.js")`], {
    cwd: dir,
    encoding: "utf8",
  });
  expect(deep.status).not.toBe(0);
  expect(deep.stderr).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
});
