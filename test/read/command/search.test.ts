import { expect, it } from "vitest";
import { namesText } from "../../../src/read/command/languages/search.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";

const CWD = "/home/dev/app";
const FILES = ["README.md", ".env", "src/a.ts", "certs/server.key", "node_modules/x/test.pem"];

/** Protected files that a search prints. */
function prints(command: string, files: readonly string[] = FILES): readonly string[] {
  const table = Object.fromEntries(files.map((name) => [`${CWD}/${name}`, "file" as const]));
  const world = plainWorld({ home: "/home/dev", cwd: CWD, project: CWD, files: table });
  const call = { tool: "shell", args: { command }, cwd: CWD, project: CWD, source: "model", attended: true } as const;
  const uses = read(call, world).parts.flatMap((part) => part.paths.filter((use) => use.protected === "R"));
  return [...new Set(uses.map((use) => /`([^`]*)`/.exec(use.protectedBecause ?? "")?.[1] ?? use.spelling))].map(
    (path) => path.replace(`${CWD}/`, ""),
  );
}

it.each([
  ["grep -r TODO .", []],
  ["grep -rn 'TODO\\|FIXME' .", []],
  ["grep -rE 'class \\w+Error' .", []],
  ["grep -r . .", [".env"]],
  ["grep -rn '' .", [".env"]],
  ["grep -r '' src", []],
  ["grep -rv TODO .", [".env"]],
  ["grep -rl . .", []],
  ["grep -rc '' .", []],
  ["grep -r -e TODO -e '^' .", [".env"]],
  ["grep -r -f patterns .", [".env"]],
  ['grep -r "$P" .', [".env"]],
  ['P=TODO; grep -r "$P" .', []],
  ["grep -rE 'TODO|' .", [".env"]],
  ["grep -rE '(TODO)?' .", [".env"]],
  ["grep -rz TODO .", [".env"]],
  ["rgrep . .", [".env"]],
  ["grep -d recurse . .", [".env"]],
  ["grep . README.md", []],
  ["grep -r TODO . --include='.en*'", [".env"]],
  ["grep -r TODO . --include='*.ts'", []],
  ["rg TODO", []],
  ["rg ''", ["certs/server.key"]],
  ["rg '' src", []],
  ["rg --hidden ''", [".env"]],
  ["rg -u ''", ["certs/server.key"]],
  ["rg -uu ''", [".env"]],
  ["rg -. .", [".env"]],
  ["rg TODO -g .env", [".env"]],
  ["rg TODO -g '{x,.env}'", [".env"]],
  ["rg TODO -g '*.{ts,tsx}'", []],
  ["rg TODO -g '!.env'", []],
  ["rg --passthru TODO", ["certs/server.key"]],
  ["rg --files", []],
  ["ag TODO", []],
  ["ag .", ["certs/server.key"]],
  ["ack .", [".env"]],
  ["git grep TODO", []],
  ["git grep .", ["certs/server.key"]],
  ["git grep --no-index .", [".env"]],
  ["git grep . -- src", []],
  ["git diff --no-index . other", [".env"]],
  ["git diff --no-index src other", []],
  ["diff -r . ../app", [".env"]],
  ["diff -r src other", []],
] as const)("%s prints %j", (line, found) => expect(prints(line).slice(0, 1)).toEqual(found));

it("prints nothing that is not there", () => {
  expect(prints("grep -r . .", ["README.md", "src/a.ts"])).toEqual([]);
});

it.each([
  ["TODO", true],
  ["foo.*bar", true],
  ["^import", true],
  ["foo\\(", true],
  ["a+", false],
  [".*", false],
  ["^$", false],
  ["[A-Z_]+=", false],
  ["\\w+", false],
  ["\\bfoo\\b", true],
  ["foo|bar", true],
  ["foo|", false],
  ["foo\\|.", false],
  ["(foo)*", false],
  ["(foo){0,3}", false],
  ["(?!foo)", false],
  ["(?:foo)bar", true],
  ["[^foo]", false],
  ["é{1}ab", true],
  ["a\nfoo", false],
])("%j stands for a text: %s", (pattern, is) => expect(namesText(pattern)).toBe(is));
