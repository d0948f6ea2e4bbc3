import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const ROWS = readFileSync(join(ROOT, "docs/reports.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| (must|behaviour)/.test(line));

test("each row of docs/reports.md names a test that is there, or says that it is open", () => {
  const wrong = ROWS.filter((row) => {
    const [, file, name] = /`(test\/[^`]+)`: (.+) \|$/.exec(row) ?? [];
    if (file === undefined || name === undefined || row.includes("**open**")) return !row.includes("**open**: ");
    const text = existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), "utf8") : "";
    return !text.includes(name.replaceAll("’", "'"));
  });
  expect(wrong).toEqual([]);
  expect(ROWS.length).toBeGreaterThan(80);
});

test("its counts are those of its rows", () => {
  const all = readFileSync(join(ROOT, "docs/reports.md"), "utf8");
  const [, rows, tested, open] = /^\| all \| (\d+) \| \| \| (\d+) \| (\d+) \|$/m.exec(all) ?? [];
  const isOpen = ROWS.filter((row) => row.includes("**open**")).length;
  expect([rows, tested, open].map(Number)).toEqual([ROWS.length, ROWS.length - isOpen, isOpen]);
});
