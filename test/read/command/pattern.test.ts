import { describe, expect, it } from "vitest";
import { readCommandPattern } from "../../../src/read/command/pattern.ts";

/** A pattern as its one spelling: words, `[options set apart]`, `…` where it is open. */
function spelled(text: string): string {
  const read = readCommandPattern(text);
  if (!read.ok) return `refused: ${read.message}`;
  const { pattern } = read;
  if (pattern.kind !== "command") return pattern.kind;
  const globals = pattern.globals.map((word) => `[${word.text}]`);
  const words = pattern.words.map((word) => (word.kind === "mask" ? `~${word.text}` : word.text));
  return [pattern.program, ...globals, ...words, ...(pattern.open ? ["…"] : [])].join(" ");
}

describe("patterns are read as calls are", () => {
  it.each([
    ["*", "any", "the whole of the tool"],
    ["git status *", "git status …", "subcommand and anything after it"],
    ["git status", "git status", "exactly that"],
    ["git push -f *", "git push --force …", "an option by its one name"],
    ["git -C sub log *", "git [-C=sub] log …", "global options are set apart"],
    ["npm run test:*", "npm run ~test:*", "a mask inside of one word"],
    ["git commit -m *", "git commit --message …", "an option that takes any value"],
    ["sort --outp=x *", "sort --output=x …", "an abbreviation is completed"],
    ["frobnicate -x *", "frobnicate -x …", "a program that nobody described"],
    ["g++-12 -c *", "g++-12 -c …", "a name with signs that are none of a shell's"],
    ["[ -f x ]", "[ -f x ]", "the program of that name"],
    ['git commit -m "a ""b"" c"', 'git commit --message=a "b" c', "quotes around blanks, doubled inside"],
  ])("%s", (text, expected) => {
    expect(spelled(text)).toBe(expected);
  });

  it.each([
    ["", "a pattern begins with a program's name"],
    ["git* status", "a program's name takes no masks"],
    ["/usr/bin/git status", "a rule names a program by its base name, `git`"],
    ["/^git (status|log)$/", "a rule is words of a command, no regular expression"],
    ["/foo/", "a rule is words of a command, no regular expression"],
    ["/usr/bin/git status src/", "a rule names a program by its base name, `git`"],
    ["!rm *", "a program's name has no sign of a shell or of a regular expression"],
    ["^rm *", "a program's name has no sign of a shell or of a regular expression"],
    ["(rm|mv) *", "a program's name has no sign of a shell or of a regular expression"],
    ["rm;mv *", "a program's name has no sign of a shell or of a regular expression"],
    ["'rm' *", "a program's name has no sign of a shell or of a regular expression"],
    ["$RM *", "a program's name has no sign of a shell or of a regular expression"],
    ["CI=true npm test", "a program's name has no sign of a shell or of a regular expression"],
    ['git "status', "a quote is not closed"],
    ["git status\nrm", "a pattern is one line without control characters"],
  ])("refuses %j", (text, message) => {
    expect(spelled(text)).toBe(`refused: ${message}`);
  });
});
