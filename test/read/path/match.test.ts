import { describe, expect, it } from "vitest";
import { seeded } from "../../../bench/measure.ts";
import { coversPath, matchSegments, reachesBelow, segmentsOf } from "../../../src/core/rule/match-path.ts";
import type { PathPattern } from "../../../src/core/rule/pattern.ts";
import { readPathPattern } from "../../../src/read/path/pattern.ts";
import { slowCovers, slowReaches } from "./slow-match.ts";

const PAIRS = 100_000;
const SLOW = { projects: ["/p", "/b/a"], home: "/h" };
const BASES = { projects: [["p"], ["b", "a"]], home: ["h"] };

describe("path patterns and paths made at random", () => {
  it("match as a matcher that tries everything says", { timeout: 60_000 }, () => {
    const random = seeded(4);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const name = (letters: string): string =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(letters.split(""))).join("");
    const differences: string[] = [];
    const count = { covers: 0, reaches: 0 };
    for (let compared = 0; compared < PAIRS;) {
      const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
        random() < 0.3 ? "**" : name("aabAB.*?"),
      );
      const text =
        pick(["", "", "", "/", "~/"]) +
        parts.filter((part) => !/^\.{1,2}$|.\*\*|\*\*./.test(part)).join("/") +
        pick(["", "", "", "/"]);
      const folder = pick(["/p", "/b/a", "/h", ""]);
      const path = folder + Array.from({ length: Math.floor(random() * 5) }, () => `/${name("aabAB.")}`).join("");
      const read = readPathPattern(text);
      if (!read.ok || path === "") continue;
      compared += 1;
      const [pattern, names, fold] = [read.pattern as PathPattern, segmentsOf(path), random() < 0.3];
      const covers = coversPath(pattern, names, { bases: BASES, fold });
      const reaches = reachesBelow(pattern, names, { bases: BASES, fold });
      if (covers) count.covers += 1;
      if (reaches) count.reaches += 1;
      if (covers !== slowCovers(text, path, SLOW, fold) || reaches !== slowReaches(text, path, SLOW, fold))
        differences.push(`${text} ${path} ${String(fold)}`);
    }
    expect(differences).toEqual([]);
    // Both answers were common.
    expect([count.covers > PAIRS / 50, count.reaches > PAIRS / 20]).toEqual([true, true]);
  });
});

describe("hostile patterns", () => {
  it.each([
    ["**/**/**/**/**/**/b", "/a".repeat(2_000)],
    [`${"**/a/".repeat(50)}b`, "/a".repeat(2_000)],
    [`${"**/*a*a/".repeat(10)}z`, `/${"a".repeat(40)}`.repeat(60)],
    [`${"*a".repeat(9)}*b`, `/${"a".repeat(255)}`],
    [`**/${"*a".repeat(9)}b`, `/${"a".repeat(255)}`.repeat(16)],
    ["*?*?*?*?*?*?*?*?*?*b", `/${"a".repeat(255)}`],
  ])("%s", (text, path) => {
    const read = readPathPattern(text);
    if (!read.ok || read.pattern.kind !== "path") throw new Error(text);
    const { segments } = read.pattern;
    const names = segmentsOf(path);
    // Names looked at; each is one comparison.
    let looks = 0;
    const counted = new Proxy(names, {
      get(list, key) {
        if (typeof key === "string" && key !== "length") looks += 1;
        return Reflect.get(list, key) as unknown;
      },
    });
    expect(matchSegments(segments, counted, { from: 0, fold: false })).toBe(false);
    expect(looks).toBeLessThanOrEqual(names.length * segments.length);
    expect(best(() => matchSegments(segments, names, { from: 0, fold: false }))).toBeLessThan(10);
  });
});

/** ms, of the best of five: the machine may be busy. */
function best(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}
