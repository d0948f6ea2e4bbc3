import { describe, expect, it } from "vitest";
import type { Reading } from "../../../src/core/reading.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { looser } from "../../../src/read/command/use.ts";
import { read } from "../../../src/read/read.ts";
import type { World } from "../../../src/read/world.ts";

/** What depends on who starts the program: one shell or another, or none. */

const CWD = "/home/dev/app";

function readArgs(args: unknown, shell: World["shell"] = "bash"): Reading {
  const call = { tool: "shell", args, cwd: CWD, project: CWD, source: "model", attended: true } as const;
  return read(call, plainWorld({ home: "/home/dev", cwd: CWD, project: CWD, shell }));
}

function codesOf({ findings, parts }: Reading): readonly string[] {
  return [...new Set([...findings, ...parts.flatMap((part) => part.findings)].map(({ code }) => code))];
}

type Expected = "read" | "unreadable" | "env-injection";

const U = ["unreadable", "unreadable", "unreadable", "unreadable"] as const;
const ZSH = ["read", "read", "read", "unreadable"] as const;

/** Line, why, and what it is in bash, sh, dash and zsh. */
const LINES: readonly (readonly [string, string, readonly [Expected, Expected, Expected, Expected]])[] = [
  ["ls -la", "the same everywhere", ["read", "read", "read", "read"]],
  ["echo $'a'", "POSIX has no such quotes", ["read", "unreadable", "unreadable", "read"]],
  ["cat <(ls)", "POSIX has no process substitution", ["read", "unreadable", "unreadable", "read"]],
  ["echo {a,b}", "unfixed where the shell may not expand it", ["read", "read", "read", "read"]],
  ["ls =ls", "zsh replaces it by a program's file", ["read", "read", "read", "unreadable"]],
  ["noglob ls", "a word of zsh; elsewhere a program that nobody knows", ["read", "read", "read", "unreadable"]],
  ["echo *(e:'id':)", "a qualifier that zsh runs", ["read", "unreadable", "unreadable", "unreadable"]],
  ["path=/tmp/evil; ls", "tied to PATH in zsh", ["env-injection", "env-injection", "env-injection", "env-injection"]],
  ["((id))", "a computation, or a subshell in a subshell", ["read", "unreadable", "unreadable", "read"]],
  ["[[ a || id ]]", "a test, or a program that fails and then `id`", ["read", "unreadable", "unreadable", "read"]],
  ["[ a ] || id", "which all of them know", ["read", "read", "read", "read"]],
  ["exit 'path[$(id)]'", "zsh computes with it", ["read", "read", "read", "unreadable"]],
  ["x='path[$(id)]'; exit x", "by its name too", ["read", "read", "read", "unreadable"]],
  ["exit 1", "a number", ["read", "read", "read", "read"]],
  ["ls; r=$?; exit $r", "a number that was kept", ["read", "read", "read", "read"]],
  ["printf %d 'path[$(id)]'", "a format that computes", ["read", "read", "read", "unreadable"]],
  ["printf '%-5s %s' 'path[$(id)]'", "one that only prints", ["read", "read", "read", "read"]],
  ["SECONDS='path[$(id)]'", "a variable that holds a number", U],
  ["COLUMNS='path[$(id)]' ls", "in front of a program too", ["read", "read", "read", "unreadable"]],
  ["SECONDS+='path[$(id)]'", "added to what is there", U],
  ["RANDOM='a[$(id)]'", "one that bash computes too", U],
  ["RANDOM='a[$(id)]' ls", "in front of a program", U],
  ["read -r RANDOM < f", "given by a built-in", U],
  ["for OPTIND in 'a[$(id)]'; do :; done", "by a loop", U],
  ["printf -v SRANDOM '%s' 'a[$(id)]'", "by a format", U],
  [": ${RANDOM:='a[$(id)]'}", "by an expansion", U],
  ["export HISTCMD='a[$(id)]'", "by a declaration", U],
  [
    "RANDOM=1; OPTIND=$((OPTIND + 1)); unset OPTIND; f() { local OPTIND; }",
    "numbers, or none",
    ["read", "read", "read", "read"],
  ],
  ["for i in 'a[$(id)]'; do :; done", "a name of the line's own", ["read", "read", "read", "read"]],
  ["typeset -F x='path[$(id)]'", "a number that the line makes", ["read", "read", "read", "unreadable"]],
  ["typeset -x y='path[$(id)]'", "a text", ["read", "read", "read", "read"]],
  ["read -t 'path[$(id)]' y", "a time that is computed", ["read", "read", "read", "unreadable"]],
  ["read -t 5 y", "one that is fixed", ["read", "read", "read", "read"]],
  ["read -p SECONDS", "a name in zsh, a text elsewhere", ["read", "read", "read", "unreadable"]],
  ["x='path[$(id)]'; echo $@[x] a", "an element of what the script is called with", ZSH],
  ["x='path[$(id)]'; echo $#path[x]", "its length", ZSH],
  ["x='path[$(id)]'; echo $=path[x]", "split", ZSH],
  ["x='path[$(id)]'; cat <<E\n$path[x]\nE", "in a here-document", ZSH],
  ["COLUMNS=80 ls", "a number in it", ["read", "read", "read", "read"]],
  ["x='path[$(id)]'; echo $path[x]", "an element, whose number is computed", ["read", "read", "read", "unreadable"]],
  ["echo $path[1]", "a number that is fixed", ["read", "read", "read", "read"]],
  ["[ -t 'path[$(id)]' ]", "a descriptor that is computed", ["read", "read", "read", "unreadable"]],
  ["[ -t 1 ]", "one that is fixed", ["read", "read", "read", "read"]],
  ["functions[ls]=id; ls", "a table of what names mean", ["read", "read", "read", "unreadable"]],
  ["commands[ls]=/bin/rm; ls x", "another one", ["read", "read", "read", "unreadable"]],
  ["colors[ls]=red; ls", "an array of the line's own", ["read", "read", "read", "read"]],
  ["hash ls=/bin/rm; ls x", "no option is needed", ["unreadable", "unreadable", "unreadable", "unreadable"]],
  ["hash -r; ls", "forgets only", ["read", "read", "read", "read"]],
  [": ${PATH::=.}; ls", "an assignment", ["read", "read", "read", "env-injection"]],
  ["echo ${PATH:1}", "a part of the value", ["read", "read", "read", "read"]],
  ["echo x >! .git/config", "another file is written", ["read", "read", "read", "unreadable"]],
  ['eval "$X"', "not fixed anywhere", ["unreadable", "unreadable", "unreadable", "unreadable"]],
];

describe("one line in four shells", () => {
  const shells = ["bash", "sh", "dash", "zsh"] as const;
  it.each(LINES)("%j: %s", (command, _why, expected) => {
    const seen = shells.map((shell) => {
      const codes = codesOf(readArgs({ command }, shell));
      return codes.find((code) => code === "unreadable" || code === "env-injection") ?? "read";
    });
    expect(seen).toEqual(expected);
  });

  it.each(["powershell", "cmd"] as const)("%s is not read but for plain words, and asks", (shell) => {
    expect(codesOf(readArgs({ command: "Get-ChildItem" }, shell))).toEqual(["unreadable"]);
    expect(codesOf(readArgs({ command: "git status" }, shell))).toEqual(shell === "cmd" ? ["unreadable"] : []);
    expect(codesOf(readArgs({ program: "ls", args: ["-la"] }, shell))).toEqual([]);
  });
});

interface Words {
  readonly program: string;
  readonly args?: readonly string[];
  readonly why: string;
  readonly parts: readonly string[];
  readonly codes?: readonly string[];
}

const WORDS: readonly Words[] = [
  { program: "git", args: ["status"], why: "as on a line", parts: ["git:read status"] },
  { program: "ls", why: "no words", parts: ["ls:read"] },
  { program: "/bin/ls", why: "the system's own", parts: ["ls:read"] },
  {
    program: "echo",
    args: ["$(rm x)", "; rm y", "> z"],
    why: "no shell reads them",
    parts: ["echo:read $(rm x) ; rm y > z"],
  },
  { program: "ls", args: ["*"], why: "no shell expands it", parts: ["ls:read *"] },
  { program: "rm", args: ["-rf", "x"], why: "options are read", parts: ["rm:destructive --recursive --force x"] },
  { program: "bash", args: ["-c", "rm x"], why: "here one does", parts: ["rm:destructive x", "bash:read -c=rm x"] },
  { program: "env", args: ["rm", "x"], why: "a wrapper", parts: ["rm:destructive x", "env:read rm x"] },
  { program: "./x", why: "lies in the project", parts: ["x:unknown"], codes: ["program-in-project"] },
  { program: "cd", args: ["/"], why: "no program of that name does anything", parts: ["cd:unknown /"] },
];

describe("a program with its words", () => {
  it.each(WORDS.map((row) => [row.program, row.why, row] as const))("%s: %s", (_program, _why, row) => {
    const { program, args, parts, codes = [] } = row;
    const reading = readArgs({ program, ...(args && { args }) });
    expect({
      parts: reading.parts.map((part) =>
        [`${part.program}:${part.class}`, ...part.words.map(({ text }) => text)].join(" "),
      ),
      codes: codesOf(reading),
    }).toEqual({ parts, codes });
  });

  it.each([
    [{ program: "ls", args: "-la" }, "$.args"],
    [{ program: "ls", args: [1] }, "$.args[0]"],
    [{ program: "" }, "$.program"],
    [{ program: "ls", command: "ls" }, "$.program"],
    [{ command: " " }, "$.command"],
    [{}, "$.command"],
  ])("%j is refused at %s", (args, path) => {
    expect(readArgs(args).argFault?.path).toBe(path);
  });

  it("asks for more words than a line could hold, and reads those in front", () => {
    const args = ["-rf", "/", ...Array.from({ length: 20_000 }, (_, at) => `f${at}`)];
    const reading = readArgs({ program: "rm", args });
    expect(codesOf(reading)).toEqual(["unreadable", "root-delete"]);
    expect(codesOf(readArgs({ program: "rm", args: ["-rf", "x"] }))).toEqual([]);
  });
});

describe("a line that grows", () => {
  const doubling = (times: number): string => `a=xxxxxxxx; ${"a=$a$a; ".repeat(times)}echo $a`;
  it("asks where it expands to more than is read, and does not where it stays short", () => {
    expect(codesOf(readArgs({ command: doubling(40) }))).toEqual(["unreadable"]);
    expect(codesOf(readArgs({ command: doubling(3) }))).toEqual([]);
  });

  it("still meets a denial in front of it", () => {
    for (const tail of [doubling(40), "echo $((".repeat(300), "$(".repeat(8_000), "ls;".repeat(9_000)])
      expect(codesOf(readArgs({ command: `rm -rf /; ${tail}` }))).toContain("root-delete");
  });

  it("is read in time where thousands of groups of a pattern have no end", () => {
    // Held against each name of the folder; the limit of the runner is what fails.
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${CWD}/f${at}`, "file"] as const));
    const world = plainWorld({ home: "/home/dev", cwd: CWD, project: CWD, shell: "bash", files });
    const args = { command: `cat ${"@(".repeat(8_000)}` };
    const call = { tool: "shell", args, cwd: CWD, project: CWD, source: "model", attended: true } as const;
    expect(codesOf(read(call, world))).toContain("unreadable");
  });

  it.each([
    [".@(env|x)", ".*", "a group that ends"],
    [".@(env|x)+(y", ".*+(y", "and one that does not"],
    ["[.]env[x", "?env[x", "a set, and the beginning of one"],
    ["@(a[)]b", "*]b", "a set within a group"],
  ])("%s is looser as %s: %s", (mask, expected) => {
    expect(looser(mask)).toBe(expected);
  });
});
