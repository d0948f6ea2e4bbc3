import { expect, it } from "vitest";
import { plainPowershell } from "../../../src/read/command/powershell.ts";

it.each<readonly [string, string, string, string | null]>([
  ["git status", "a program", "git status", null],
  ["git  add a.txt; git commit -m 'two words'", "two", "git add a.txt ; git commit -m 'two words'", null],
  ['npm test | findstr "two words"', "a pipe", "npm test | findstr 'two words'", null],
  ["npm test\ngit status", "two lines", "npm test ; git status", null],
  [
    String.raw`type-check .\src\a.ts`,
    "its own way of naming things",
    String.raw`type-check '.\src\a.ts'`,
    "type-check",
  ],
  ["python scan.py --json 2>$null", "errors that go nowhere", "python scan.py --json", null],
  ["npm test *> $NULL", "all that it prints", "npm test", null],
  ["npm test 2>&1", "errors with the rest", "npm test", null],
  ["Remove-Item -Recurse x; git push", "a cmdlet", "Remove-Item -Recurse x ; git push", "Remove-Item"],
  ["git log | sort", "an alias", "git log | sort", "sort"],
  ["if x", "a keyword", "if x", "if"],
])("%j is plain: %s", (line, _why, text, own) => {
  expect(plainPowershell(line)).toEqual({ text, own });
});

it.each([
  ["", "nothing"],
  ["git status >out.txt", "writes a file"],
  ["git status > $env:X", "writes somewhere"],
  ["git status 2>$nullx", "is another variable"],
  ["git show $x", "a variable"],
  ['git show "$(x)"', "a substitution"],
  ["git show (x)", "runs what is in it"],
  ["git show @x", "hands over a list"],
  ["git add a,b", "two words"],
  ["git add a`nb", "an escape"],
  ["git show {x}", "a block"],
  ["git add *.ts", "a pattern"],
  ["git add ~", "the home folder, or not"],
  ["git add # x", "a comment"],
  ["git & x", "in the background"],
  ["& git x", "the call operator"],
  [". ./x", "is read into this shell"],
  ["./x y", "a path"],
  ["'git' status", "a value and no program"],
  ["A=1 git status", "no assignment there"],
  ["git commit -m 'a'b", "two words"],
  ["git commit -m a'b'", "quotes inside of a word"],
  ["git commit -m 'it''s'", "a quote inside of quotes"],
  ["git commit -m 'a \"b\" c'", "5.1 hands on other words"],
  [String.raw`git add "C:\a b\" x`, "5.1 hands on one word"],
  ["git commit -m ''", "5.1 leaves it out"],
  ["npm test 'a&b'", "a batch file would run b"],
  ["git log -a.b", "is split in two"],
  ["git log -a:b", "so is this"],
  ["git log -- x", "has a meaning of its own"],
  ["git log --% x", "so has this"],
  ["git commit -m “a”", "other signs are quotes too"],
  ["git |", "is not finished"],
  ["git ;; x", "nothing between"],
])("%j is not: %s", (line) => {
  expect(plainPowershell(line)).toBeNull();
});
