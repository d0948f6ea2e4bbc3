import { existsSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { type HarmlessLine, harmlessLines, PROBED } from "./lines.ts";
import { openWorkshop } from "./workshop.ts";

/** So many lines of each program, spread evenly over all that there are; `ASSENT_PROBES=30000` tries every one. */
const MOST = Number(process.env["ASSENT_PROBES"] ?? 40);
/** Filters that an option of this name stands for, and starts; `git help push` shows a page of the manual. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  git: ["man"],
  tar: ["gzip", "bzip2", "xz", "lzip", "lzma", "lzop", "zstd", "compress"],
};

const there = PROBED.flatMap((name) => {
  const file = ["/usr/bin", "/bin"].map((dir) => `${dir}/${name}`).find((path) => existsSync(path));
  return file === undefined ? [] : [[name, file] as const];
});

describe.runIf(process.platform === "linux" && there.length > 0)("what is read as harmless is harmless", () => {
  const workshop = openWorkshop();
  afterAll(() => workshop.close());

  it.each(there)(
    "%s neither writes nor starts anything",
    (name, file) => {
      const lines = spread(harmlessLines(name));
      expect(lines.length).toBeGreaterThan(1);
      const faults = lines.flatMap(({ args, starts }) => {
        const { changed, started } = workshop.run(file, args);
        const unread = started.filter((program) => ![...starts, ...(FILTERS[name] ?? [])].includes(program));
        return changed.length + unread.length > 0
          ? [{ line: [name, ...args].join(" "), changed, started: unread }]
          : [];
      });
      expect(faults.slice(0, 20)).toEqual([]);
    },
    3_600_000,
  );

  it.each([
    ["sort", ["-o", "new.txt", "in.txt"], { changed: ["work/new.txt"], started: [] }],
    ["sed", ["w new.txt", "in.txt"], { changed: ["work/new.txt"], started: [] }],
    ["find", [".", "-name", "b.txt", "-exec", "probe", ";"], { changed: [], started: ["probe"] }],
    ["git", ["grep", "-Oprobe", "a"], { changed: [], started: ["probe"] }],
  ] as const)("control: %s %j is seen", (name, args, traces) => {
    const file = there.find(([known]) => known === name)?.[1];
    if (file !== undefined) expect(workshop.run(file, args)).toEqual(traces);
  });
});

function spread(lines: readonly HarmlessLine[]): readonly HarmlessLine[] {
  const step = Math.max(1, lines.length / MOST);
  return Array.from({ length: Math.min(lines.length, MOST) }, (_, at) => lines[Math.floor(at * step)] as HarmlessLine);
}
