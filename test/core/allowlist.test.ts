import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadRegex, matchRegex } from "../../src/core/allowlist/match.ts";

function matches(source: string, text: string): string {
  const loaded = loadRegex(source);
  return loaded.ok ? matchRegex(loaded.regex, text) : loaded.message;
}

test.each([
  ["git .*", "git status", "yes"],
  ["git .*", "git status\nrm x", "no"],
  ["git", "git status", "no"],
  ["^git$", "git", "yes"],
  ["(?:npm|pnpm) (test|run [\\w:-]+)", "pnpm run test:unit", "yes"],
  ["(?<name>a|b)+?", "abba", "yes"],
  ["a{2,3}", "aaaa", "no"],
  ["a{2,}", "aaaa", "yes"],
  ["[^a-c]\\d\\x41\\u0042", "d1AB", "yes"],
  ["a^b", "ab", "no"],
  ["(a+)+$", `${"a".repeat(1000)}!`, "no"],
  ["", "", "yes"],
  ["git\\b.*", "git", "yes"],
  ["git\\b.*", "git status", "yes"],
  ["git\\b.*", "gitk", "no"],
  ["git\\B.*", "gitk", "yes"],
  [".*\\bpush\\b.*", "git push", "yes"],
  [".*\\bpush\\b.*", "git pushed", "no"],
  ["[\\b]", "\b", "yes"],
])("%s on %s", (source, text, result) => {
  expect(matches(source, text)).toBe(result);
});

test.each([
  ["a(?=b)", "look-ahead"],
  ["a(?!b)", "look-ahead"],
  ["(?<=a)b", "look-behind"],
  ["(a)\\1", "a backreference"],
  ["\\k<a>", "a named backreference"],
  ["\\b*", "a repeated anchor"],
  ["\\p{L}", "a Unicode property"],
  ["(?i)git", "flags inside the pattern"],
  ["(?>a)", "an atomic group"],
  ["a{2000}", "more than 1000 repeats"],
  ["((a{100}){100})", "too large when its repeats are written out"],
  ["((){1000}){1000}", "too large when its repeats are written out"],
  ["(".repeat(61), "groups more than 60 deep"],
  ["a".repeat(2001), "longer than 2000 characters"],
  ["*a", "a `*` with nothing before it"],
  ["(a", "a `(` without its `)`"],
  ["a)", "a `)` without its `(`"],
  ["[a", "a `[` without its `]`"],
  ["[z-a]", "a range in `[...]` that does not run from one character up to another"],
  ["a**", "a repeat of a repeat"],
  ["a\\", "a `\\` at the end"],
])("%s is refused by name", (source, message) => {
  expect(loadRegex(source)).toEqual({ ok: false, message });
});

describe("the budget", () => {
  test("gives up and says so, whether the states are warm or not", () => {
    const loaded = loadRegex("(x*){200}y");
    if (!loaded.ok) throw new Error(loaded.message);
    const text = "x".repeat(400);
    expect([matchRegex(loaded.regex, text), matchRegex(loaded.regex, text)]).toEqual(["budget", "budget"]);
    expect(matchRegex(loaded.regex, "xxy")).toBe("yes");
  });

  test("is enough for a long command", () => {
    expect(matches("git .*", `git ${"a".repeat(8192)}`)).toBe("yes");
  });
});

test("agrees with RegExp", () => {
  const unit = fc.constantFrom(
    "a",
    "b",
    "c",
    ".",
    "[ab]",
    "[^a]",
    "\\w",
    "\\d",
    "(a|b)",
    "(?:ab|c)",
    "(a|)",
    "-",
    "\\W",
  );
  const boundary = fc.constantFrom("", "", "", "\\b", "\\B", "^", "$");
  const piece = fc
    .tuple(boundary, unit, fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,2}", "*?"), boundary)
    .map(([before, atom, repeat, after]) => before + atom + repeat + after);
  const source = fc
    .array(piece, { maxLength: 5 })
    .chain((pieces) => fc.constantFrom(pieces.join(""), pieces.join("|"), `(${pieces.join("")})*`));
  fc.assert(
    fc.property(
      source,
      fc.array(fc.constantFrom("a", "b", "c", "1", "-", " ", "\n"), { maxLength: 8 }),
      (pattern, units) => {
        const text = units.join("");
        expect([pattern, text, matches(pattern, text)]).toEqual([
          pattern,
          text,
          new RegExp(`^(?:${pattern})$`).test(text) ? "yes" : "no",
        ]);
      },
    ),
    { numRuns: 3000 },
  );
});
