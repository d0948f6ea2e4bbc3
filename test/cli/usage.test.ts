import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;
const ENV = { PATH: process.env["PATH"], HOME: "/nonexistent", ASSENT_HOME: "/nonexistent/assent" };

function assent(...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...args], { env: ENV, encoding: "utf8" });
  return { stdout, stderr, status };
}

test.each([
  [["chek"], "error: there is no command 'chek'\nhint:  ", "--help lists the commands", 2],
  [["check", "git", "push", "-f"], "error: unknown option '-f'\nhint:  ", "check -- git push -f", 2],
  [["level", "L9"], "error: there is no level `L9`\nhint:  ", "Stop (L3)", 1],
  [["rules", "remove", "nope"], "error: there is no stored rule `nope`\nhint:  ", "with their ids", 1],
  [["rules", "remove", "everyday-6"], "error: `everyday-6` is a built-in rule", "Settings chooses another set", 1],
  [["rules", "add", ""], "error: a rule needs a pattern\nhint:  ", "rules add --allow 'npm run *'", 1],
  [["rules", "add", "--allow", "--deny", "x"], "error: --allow and --deny cannot both be\nhint:  ", "one decision", 1],
  [["check", "--agent", "claude", "ls"], "error: no agent `claude` is known here\nhint:  ", "opencode", 1],
  [["level", "L0"], "error: `L0` cannot be set from a terminal\nhint:  ", "in a logged-in session", 1],
])(
  "%j is told what is wrong with it, and what to type",
  (args, start, end, code) => {
    const { stderr, status } = assent(...args);
    expect(stderr.startsWith(start)).toBe(true);
    expect(stderr.trimEnd().endsWith(end)).toBe(true);
    expect(status).toBe(code);
  },
  60_000,
);

test("a path rule typed as a command is not added as one that protects no file", () => {
  const wrong = assent("rules", "add", "--deny", "read .env");
  expect(wrong.stderr).toContain("`read .env` would be about a command called `read`");
  expect(wrong.stderr).toContain("--tool read '.env'");
  expect(wrong.status).toBe(1);
  for (const args of [["--tool", "read", ".env"], ["--tool", "shell", "read .env"], ["readelf -a *"]])
    expect(assent("rules", "add", "--deny", ...args).stderr).toContain("no host is running");
}, 60_000);

test("the README shows the help as it is printed", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`\`\`\`\n${assent("--help").stdout.trimEnd()}\n\`\`\``);
}, 60_000);
