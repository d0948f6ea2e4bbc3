import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literalsOf } from "../../../src/host/secrets/literals.ts";
import { NAMED_SECRETS, PLACED_SECRETS } from "../../../src/host/secrets/placed-secrets.ts";
import { indexShapes } from "../../../src/host/secrets/shape-index.ts";
import { ISSUED_TOKENS } from "../../../src/host/secrets/token-shapes.ts";

const SHAPES = [...ISSUED_TOKENS, ...PLACED_SECRETS, ...NAMED_SECRETS];

it.each<readonly [RegExp, readonly string[] | null]>([
  [/abc/, ["abc"]],
  [/ABC\.\$/i, ["abc.$"]],
  [/ab/, ["ab"]],
  [/a/, null],
  [/abc?d/, ["abd", "abcd"]],
  [/abc*def/, ["def"]],
  [/(?:abc)?d/, null],
  [/abc+d/, ["ab"]],
  [/(?:abc)+d/, ["abc"]],
  [/(?:abc){0,2}d/, null],
  [/(?:abc){2,3}d/, ["abcabc"]],
  [/a{3,}b/, ["aaa"]],
  [/[ab]{3}c/, null],
  [/abc|def/, ["abc", "def"]],
  [/abc|de/, ["abc", "de"]],
  [/abc|d/, null],
  [/abc|[a-z]+/, null],
  [/(?<name>abc|d)ef/, ["abcef", "def"]],
  [/gh[osO]_x/, ["gho_x", "ghs_x"]],
  [/gh[^o]_xyz/, ["_xyz"]],
  [/gh[a-z]_xyz/, ["_xyz"]],
  [/gh[\]o]_xyz/, ["_xyz"]],
  [/\babc(?=\d)(?!e)/, ["abc"]],
  [/(?<=abc)d|(?<!abc)e/, null],
  [/(?=abc)[a-z]{3}/, null],
  [/ab\sc\wdef\n/, ["def"]],
  [/ab.cde/, ["cde"]],
  [/^abc$/, ["abc"]],
  [/a-----b[ \d]{3}c-----/, ["a-----b"]],
  [/abc[()|]def/, ["abc"]],
  // Not understood, so it could be anything.
  [/\x61bcd/, null],
  [/\u0061bcd/, null],
  [/(.)\1abc/, null],
  [/äbcd/, null],
  [/(?i:abc)/, null],
  [/abc{/, null],
  [/ask/iu, null],
])("%s cannot do without %j", (pattern, literals) => {
  expect(literalsOf(pattern)).toEqual(literals);
});

describe("each shape is tried on what it matches", () => {
  const index = indexShapes(SHAPES);
  const rows = SHAPES.map((shape) => [`${shape.kind} ${shape.pattern.source}`, shape] as const);
  it.each(rows)("%s", (_, shape) => {
    const matching: string[] = [];
    const around = fc.constantFrom("", " ", "ab ", "\u{1f511}", " /add");
    const texts = fc.tuple(around, fc.stringMatching(withoutLooks(shape.pattern)), around);
    fc.assert(
      fc.property(texts, (parts) => {
        const text = parts.join("");
        if (text.search(shape.pattern) < 0) return;
        matching.push(text);
        expect(index(text)).toContain(shape);
      }),
      { numRuns: 300, seed: 7 },
    );
    expect(matching).not.toEqual([]);
  });
});

/** Of a pattern that looks around itself no strings can be made. */
function withoutLooks({ source }: RegExp): RegExp {
  const pieces = source.match(/\[(?:\\.|[^\]\\])*\]|\\.|\(\?<?[=!]|\((?:\?<\w+>)?|./gs) ?? [];
  let kept = "";
  let inside = 0;
  for (const piece of pieces) {
    if (/^\(\?<?[=!]$/.test(piece) || (inside > 0 && piece === "(")) inside += 1;
    else if (inside > 0) inside -= piece === ")" ? 1 : 0;
    else if (piece !== String.raw`\b`) kept += piece.replace(/^\(\?<\w+>$/, "(?:");
  }
  return new RegExp(`^(?:${kept})$`);
}
