import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { programs } from "../../../src/read/knowledge/index.ts";
import { words } from "../../../src/read/knowledge/parse.ts";
import { gates, readingOf } from "./reading.ts";

interface Row {
  readonly cmd: string;
  readonly class: string;
  /** Something stops an allow: a finding, or a protected file. */
  readonly gates?: true;
  readonly why: string;
}

const FOLDER = new URL("../../../cases/knowledge/", import.meta.url);
const collections = readdirSync(FOLDER).map(
  (file) =>
    [file.replace(".json", ""), JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly Row[]] as const,
);

describe.each(collections)("%s", (_, rows) => {
  it.each(rows.map((row) => [row.cmd, row] as const))("%s", (_cmd, row) => {
    const reading = readingOf(row.cmd);
    const stops = gates(reading).length > 0 || reading.parts.some((part) => part.paths.some(isStopped));
    expect({ class: reading.class, gates: stops }).toEqual({ class: row.class, gates: row.gates ?? false });
  });
});

it("has three rows for every program", () => {
  const rows = collections.flatMap(([, list]) => list.map((row) => ` ${row.cmd} `));
  const poor = programs().filter(
    (program) => rows.filter((row) => words(program.names).some((name) => isAbout(row, name))).length < 3,
  );
  expect(poor.map((program) => program.names)).toEqual([]);
});

function isAbout(row: string, name: string): boolean {
  const [family, module] = name.split(":");
  return module !== undefined && family === "python" ? row.includes(`-m ${module} `) : row.startsWith(` ${name} `);
}

function isStopped({ protected: level, act }: { readonly protected?: string; readonly act: string }): boolean {
  return level === "R" || level === "D" || (level === "W" && act !== "read");
}
