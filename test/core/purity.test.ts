import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const BANNED = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\beval\s*\(|\bnew Function\b|\bperformance\.now\b/;

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

test.each(["src/core", "src/read"])("%s reads no clock, has no randomness and runs no text", (folder) => {
  const files = sources(folder);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => BANNED.test(withoutComments(readFileSync(file, "utf8"))))).toEqual([]);
});

test("the check sees what it looks for", () => {
  expect(["Date.now()", "Math.random()", "eval('x')", "new Function('x')"].every((text) => BANNED.test(text))).toBe(
    true,
  );
});

/** Words in a comment or text (`"eval"` as the name of a program) run nothing. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
