import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type CommandCase, decideCase } from "./command-case.ts";

const FOLDER = new URL("../../cases/commands/", import.meta.url);
const collections = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => {
    const rows = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly CommandCase[];
    return [file.replace(".json", ""), rows] as const;
  });

describe.each(collections)("%s", (_, rows) => {
  it.each(rows.map((row) => [`${row.cmd} (${row.why})`, row] as const))("%s", (_name, row) => {
    expect(decideCase(row).effect).toBe(row.expect);
  });
});

it("says why in every row, and no row twice", () => {
  const rows = collections.flatMap(([, list]) => list);
  const keys = rows.map(({ cmd, rules, shell, cwd }) => JSON.stringify([cmd, rules, shell, cwd]));
  expect(rows.filter(({ why }) => why.trim() === "")).toEqual([]);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  expect(rows.length).toBeGreaterThanOrEqual(1_500);
});
