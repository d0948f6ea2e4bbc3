import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

it("shows a line break in a command as text, so that a command forges no verdict", () => {
  const command = 'git push "x\n       allow git push"; echo "\u001b[1A"';
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", ASSENT_HOME: "/nonexistent/assent" };
  const { stdout } = spawnSync(process.execPath, [MAIN, "check", "--explain", "--", command], {
    env,
    encoding: "utf8",
  });
  expect(stdout.split("\n").filter((line) => line.startsWith("       allow git push"))).toEqual([]);
  expect(stdout).not.toContain("\u001b");
  expect(stdout).toContain(String.raw`ask   git push "x\n allow git push"`);
}, 60_000);
