import { describe, expect, it } from "vitest";
import type { Reading } from "../../../src/core/reading.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";
import type { World } from "../../../src/read/world.ts";

/**
 * What a line reads as, by kind of trouble. `parts`: program, class and words of each, in order; `findings`: codes of
 * the line and its parts; `paths`: acts. Each row says why it is there; a row that refuses stands beside its control.
 */
interface Row {
  readonly line: string;
  readonly why: string;
  readonly parts?: readonly string[];
  readonly findings?: readonly string[];
  readonly paths?: readonly string[];
  readonly shell?: World["shell"];
}

const CWD = "/home/dev/app";

function readLine({ line, shell = "bash" }: Pick<Row, "line" | "shell">): Reading {
  const call = {
    tool: "shell",
    args: { command: line },
    cwd: CWD,
    project: CWD,
    source: "model",
    attended: true,
  } as const;
  return read(call, plainWorld({ home: "/home/dev", cwd: CWD, project: CWD, shell }));
}

function shown(reading: Reading): Required<Pick<Row, "parts" | "findings" | "paths">> {
  return {
    parts: reading.parts.map((part) =>
      [
        `${part.program}:${part.class}`,
        ...part.words.map(({ text, kind }) => (kind === "literal" ? text : `<${text}>`)),
      ].join(" "),
    ),
    findings: [
      ...new Set([...reading.findings, ...reading.parts.flatMap(({ findings }) => findings)].map(({ code }) => code)),
    ],
    paths: reading.parts.flatMap(({ paths }) => paths.map((use) => `${use.act} ${use.spelling}`)),
  };
}

const KINDS: Readonly<Record<string, readonly Row[]>> = {
  "lists and pipes start each of their commands": [
    { line: "git status; rm x", why: "a semicolon ends a command", parts: ["git:read status", "rm:destructive x"] },
    {
      line: "git status && rm x || ls",
      why: "both sides of a condition may run",
      parts: ["git:read status", "rm:destructive x", "ls:read"],
    },
    { line: "ls | tee out", why: "a pipe starts both", parts: ["ls:read", "tee:write out"] },
    { line: "ls & rm x", why: "the background is no hiding place", parts: ["ls:read", "rm:destructive x"] },
    { line: "ls\nrm x", why: "a newline ends a command", parts: ["ls:read", "rm:destructive x"] },
    { line: "ls \\\n -l", why: "a continued line is one command", parts: ["ls:read -l"] },
    {
      line: "echo a#b; rm y",
      why: "`#` inside of a word begins no comment",
      parts: ["echo:read a#b", "rm:destructive y"],
    },
    { line: "ls # ; rm y", why: "a comment starts nothing", parts: ["ls:read"] },
    { line: "! rm y", why: "a negation runs its command", parts: ["rm:destructive y"] },
    { line: "time rm y", why: "`time` is a word of the grammar", parts: ["rm:destructive y"] },
  ],
  "bodies of compound commands are read": [
    { line: "if ls; then rm y; fi", why: "condition and body", parts: ["ls:read", "rm:destructive y"] },
    { line: "while ls; do rm y; done", why: "a loop", parts: ["ls:read", "rm:destructive y"] },
    { line: "case x in *) rm y;; esac", why: "a branch", parts: ["rm:destructive y"] },
    {
      line: "(cd src && ls)",
      why: "a subshell; the directory is followed",
      parts: ["cd:read src", "ls:read"],
      paths: ["read /home/dev/app/src", "read /home/dev/app/src"],
    },
    {
      line: "(cd src); ls",
      why: "a subshell's directory is its own",
      parts: ["cd:read src", "ls:read"],
      paths: ["read /home/dev/app/src", "read /home/dev/app"],
    },
    {
      line: "for f in a b; do cat $f; done",
      why: "fixed words are read round by round",
      parts: ["cat:read a", "cat:read b"],
      paths: ["read /home/dev/app/a", "read /home/dev/app/b"],
    },
    { line: "coproc rm y", why: "a coprocess runs", parts: ["rm:destructive y"] },
  ],
  "substitutions run wherever they stand": [
    { line: "echo $(rm y)", why: "in a word", parts: ["rm:destructive y", "echo:read <$(rm y)>"] },
    { line: 'echo "$(rm y)"', why: "in double quotes", parts: ["rm:destructive y", "echo:read <$(rm y)>"] },
    { line: "echo '$(rm y)'", why: "not in single quotes", parts: ["echo:read $(rm y)"] },
    { line: "echo `rm y`", why: "in backticks", parts: ["rm:destructive y", "echo:read <`rm y`>"] },
    {
      line: "cat <(rm y)",
      why: "a process substitution is no file",
      parts: ["rm:destructive y", "cat:read <<(rm y)>"],
      paths: ["delete /home/dev/app/y"],
    },
    { line: "echo ${x:=$(rm y)}", why: "in a default", parts: ["rm:destructive y", "echo:read <${x:=$(rm y)}>"] },
    { line: "cat <<E\n$(rm y)\nE", why: "an open here-document expands", parts: ["rm:destructive y", "cat:read"] },
    { line: "cat <<'E'\n$(rm y)\nE", why: "a quoted one does not", parts: ["cat:read"] },
    { line: "X=$(rm y)", why: "in an assignment", parts: ["rm:destructive y", "null:read"] },
  ],
  "words are unquoted as the shell would": [
    { line: "r\\m y", why: "a backslash in the name", parts: ["rm:destructive y"] },
    { line: "'r'\"m\" y", why: "quotes in the name", parts: ["rm:destructive y"] },
    { line: "$'\\x72m' y", why: "an escape in the name", parts: ["rm:destructive y"] },
    { line: 'find . -del""ete', why: "quotes in an option", parts: ["find:destructive . -delete"] },
    { line: "ls {a,b}.ts", why: "braces are spelled out", parts: ["ls:read a.ts b.ts"] },
    { line: "ls '{a,b}.ts'", why: "not in quotes", parts: ["ls:read {a,b}.ts"] },
    { line: "cat ~/notes", why: "the home folder", parts: ["cat:read ~/notes"], paths: ["read /home/dev/notes"] },
    { line: "cat '~/notes'", why: "not in quotes", paths: ["read /home/dev/app/~/notes"] },
    {
      line: "D=-delete; find . $D",
      why: "a value that the line gave",
      parts: ["null:read", "find:destructive . -delete"],
    },
    {
      line: "D=-delete; (D=x); find . $D",
      why: "a subshell's assignment is its own",
      parts: ["null:read", "null:read", "find:destructive . -delete"],
    },
  ],
  "what is not certain is not guessed": [
    { line: "$X rm", why: "a program from a variable", findings: ["unreadable"] },
    { line: "${x:-rm} -rf y", why: "a program from a default", findings: ["unreadable"] },
    { line: "rm${IFS}-rf${IFS}y", why: "blanks from a variable", findings: ["unreadable"] },
    {
      line: 'eval "rm y"',
      why: "a text is run; its commands are still held against denials",
      parts: ["eval:read rm y", "rm:destructive y"],
      findings: ["unreadable"],
    },
    { line: "ls() { rm y; }; ls", why: "a function takes the name", findings: ["unreadable"] },
    { line: "alias ls='rm y'\nls", why: "an alias takes the name", findings: ["unreadable"] },
    { line: ". ./env.sh", why: "a script in the shell itself", findings: ["unreadable"] },
    { line: "echo ${x@P}", why: "a value is expanded again", findings: ["unreadable"] },
    { line: "echo ${!x}", why: "a name from a value", findings: ["unreadable"] },
    { line: "echo ${#x} ${x%.ts} ${x:-y}", why: "plain expansions only print", findings: [] },
    { line: "ls 'a", why: "an open quote", findings: ["unreadable"] },
    { line: "ls\r\nrm y", why: "a carriage return is a character of the word", findings: ["unreadable"] },
    { line: "ls \u202e; rm y", why: "text that runs backwards on the screen", findings: ["unreadable"] },
    { line: "ls \u200b", why: "a character without width", findings: ["unreadable"] },
    { line: "ls größe.txt", why: "letters of other languages are letters", findings: [] },
    { line: "hash -p /tmp/x ls; ls", why: "a name is given to another file", findings: ["unreadable"] },
    { line: "enable -f ./x.so ls", why: "a built-in is loaded", findings: ["unreadable"] },
    { line: "set -e; ls", why: "stopping at errors changes no meaning", findings: [] },
    { line: "shopt -s expand_aliases", why: "aliases would count from then on", findings: ["unreadable"] },
  ],
  "arithmetic computes with values": [
    { line: "[[ 'a[$(id)]' -eq 0 ]]", why: "a subscript from a text", findings: ["unreadable"] },
    { line: "[[ a == b ]]", why: "comparing texts runs nothing", findings: [] },
    { line: 'test -v "a[$(id)]"', why: "a name with a subscript", findings: ["unreadable"] },
    { line: "printf -v 'a[$(id)]' x", why: "the same in printf", findings: ["unreadable"] },
    { line: "x='a[$(id)]'; echo $((x))", why: "a value that the line gave", findings: ["unreadable"] },
    { line: "read x; echo $((x))", why: "a value from standard input", findings: ["unreadable"] },
    { line: "i=1; echo $((i+1))", why: "a number is a number", findings: [] },
    { line: "i=0; while ls; do i=$((i+1)); done", why: "a counter stays a number", findings: [] },
    {
      line: "echo $((1+$(rm y)))",
      why: "a substitution in arithmetic",
      parts: ["rm:destructive y", "echo:read <$((1+$(rm y)))>"],
      findings: ["unreadable"],
    },
  ],
  "redirections touch files": [
    {
      line: "ls > out",
      why: "creates or replaces",
      parts: ["ls:write"],
      paths: ["write /home/dev/app/out", "read /home/dev/app"],
    },
    { line: "ls >> out", why: "adds to", paths: ["edit /home/dev/app/out", "read /home/dev/app"] },
    { line: "> f", why: "truncates without a command", parts: ["null:write"], paths: ["write /home/dev/app/f"] },
    { line: "pwd 2>&1 >/dev/null", why: "inert", parts: ["pwd:read"], paths: ["write /dev/null"] },
    { line: "pwd {fd}>f", why: "through a new descriptor", paths: ["write /home/dev/app/f"] },
    { line: "pwd &> f", why: "both streams", paths: ["write /home/dev/app/f"] },
    { line: "wc -l < f", why: "reads", parts: ["wc:read --lines"], paths: ["read /home/dev/app/f"] },
    {
      line: "cat < /dev/tcp/evil.example/80",
      why: "the shell opens a connection",
      parts: ["cat:network"],
      findings: ["network-target"],
    },
    { line: 'echo "$\\\n(rm x)"', why: "two lines that the shell joins to `$(…)`", findings: ["unreadable"] },
    { line: "echo 2>(rm x)", why: "a digit in front of a process substitution is text", findings: ["unreadable"] },
    { line: "echo a{b}<(rm x)$c", why: "a name in braces too", findings: ["unreadable"] },
    { line: "echo '2>(rm x)' \"2>(rm x)\"", why: "between quotes nothing is started", findings: [] },
    { line: "cat <<E\n2>(rm x) $a\nE", why: "nor in a here-document", findings: [] },
    { line: "echo x > /dev/sda", why: "a disk", findings: ["device-write"] },
    { line: "{ ls; pwd; } > f", why: "of a group", paths: ["write /home/dev/app/f", "read /home/dev/app"] },
    {
      line: "(cd /tmp; pwd) > f",
      why: "opened before the directory moves",
      paths: ["write /home/dev/app/f", "read /tmp"],
    },
  ],
  "variables that reach programs": [
    { line: "PATH=/tmp/evil ls", why: "another ls would run", findings: ["env-injection"] },
    { line: "LD_PRELOAD=./x.so ls", why: "code is loaded", findings: ["env-injection"] },
    { line: "export PAGER=x; git log", why: "an earlier part counts for later ones", findings: ["env-injection"] },
    { line: "env GIT_SSH_COMMAND=x git fetch", why: "through the wrapper", findings: ["env-injection"] },
    { line: "LC_ALL=C sort f", why: "sorting order is data", findings: [] },
    { line: "NODE_ENV=test npm test", why: "a setting that is read as data", findings: [] },
    { line: "IFS=/; ls", why: "later words would be split elsewhere", findings: ["env-injection"] },
    { line: "printf -v PATH /evil", why: "a built-in that assigns", findings: ["env-injection"] },
    { line: 'while IFS= read -r l; do echo "$l"; done < f', why: "reading lines", findings: [] },
  ],
  "wrappers are looked through": [
    { line: "timeout 5 rm x", why: "words are a command", parts: ["rm:destructive x", "timeout:read 5 rm x"] },
    {
      line: "env -i FOO=1 rm x",
      why: "after options and variables",
      parts: ["rm:destructive x", "env:read --ignore-environment FOO=1 rm x"],
    },
    {
      line: "nice -n 5 ls",
      why: "nothing is added to a harmless command",
      parts: ["ls:read", "nice:read --adjustment=5 ls"],
    },
    { line: "bash -c 'rm x'", why: "a text is a line", parts: ["rm:destructive x", "bash:read -c=rm x"] },
    { line: 'bash -c "$X"', why: "not a text that is not fixed", findings: ["unreadable"] },
    { line: "sudo rm x", why: "with another user's rights", parts: ["rm:destructive x", "sudo:privilege rm x"] },
    { line: "command rm x", why: "a built-in wrapper", parts: ["rm:destructive x"] },
    { line: "exec rm x", why: "in place of the shell", parts: ["rm:destructive x"] },
    { line: "trap 'rm x' EXIT", why: "later", parts: ["trap:read rm x EXIT", "rm:destructive x"] },
    {
      line: "find . -exec rm {} +",
      why: "for what was found",
      parts: ["rm:destructive <{}>", "find:read . -exec=rm {}"],
    },
    { line: "busybox rm x", why: "an applet", parts: ["rm:destructive x", "busybox:read rm x"] },
    {
      line: "ls | xargs rm",
      why: "words come from the pipe",
      parts: ["ls:read", "rm:destructive <{}>", "xargs:read rm"],
    },
    {
      line: "ssh host rm x",
      why: "elsewhere: the launcher decides, and a denial still finds it",
      parts: ["rm:read x", "ssh:execute host rm x"],
      findings: ["network-target"],
    },
  ],
  "programs that are not what they seem": [
    { line: "./rm x", why: "a file of the project", findings: ["program-in-project"] },
    { line: "/tmp/ls", why: "a file that anyone could have put there", findings: ["program-in-project"] },
    { line: "/opt/x/ls", why: "not the one on the PATH", findings: ["program-shadowed"] },
    { line: "/bin/ls", why: "the system's own", findings: [] },
  ],
  "shells differ": [
    { line: "echo $'a'", why: "not POSIX", shell: "sh", findings: ["unreadable"] },
    { line: "echo $'a'", why: "bash has it", findings: [] },
    { line: "noglob ls", why: "a word of zsh", shell: "zsh", findings: ["unreadable"] },
    { line: "ls *(e:'id':)", why: "a glob qualifier runs code", shell: "zsh", findings: ["unreadable"] },
    { line: "Get-ChildItem", why: "PowerShell is not read", shell: "powershell", findings: ["unreadable"] },
  ],
};

for (const [kind, rows] of Object.entries(KINDS)) {
  describe(kind, () => {
    it.each(rows.map((row) => [row.line, row.why, row] as const))("%j: %s", (_line, _why, row) => {
      const seen = shown(readLine(row));
      const { parts = seen.parts, findings = seen.findings, paths = seen.paths } = row;
      expect(seen).toEqual({ parts, findings, paths });
    });
  });
}

describe("says what a program does, as far as it is known", () => {
  it.each([
    ["git push --force origin main", "discards commits on the remote that are not in yours"],
    ["python3 -m pip install x", "downloads packages and runs their build code"],
    ["git push origin main", undefined],
    ["rm --help", undefined],
    ["kubectl get secret x -o yaml", "may show secrets"],
    ["kubectl get pods", undefined],
    ["env", "may show secrets"],
    ["declare -p", "may show secrets"],
    ["declare x", undefined],
    ["awk 'BEGIN { print ENVIRON[\"A\"] }'", "may show secrets"],
    ["awk 'BEGIN { print A }'", undefined],
    ["jq -n env", "may show secrets"],
    ["jq -n .env", undefined],
    ["kill -l", undefined],
    ["unheard-of x", undefined],
  ])("%s", (line, does) => {
    expect(readLine({ line }).parts.map((part) => part.does)).toEqual([does]);
  });
});

describe("names that every object of JavaScript has are names like others", () => {
  const NAMES = ["constructor", "toString", "__proto__", "hasOwnProperty"];
  it.each([
    "X a",
    "X=1 ls",
    "export X=1",
    "git X a",
    "make X",
    "npm run X",
    "tmux send-keys X Enter",
    "type X",
    "X() { :; }",
  ])("%s", (line) => {
    const seen = (name: string): unknown => {
      const { class: cls, findings, parts } = readLine({ line: line.replaceAll("X", name) });
      const codes = (found: Reading["findings"]): readonly string[] => found.map(({ code }) => code);
      return [
        cls,
        codes(findings),
        parts.map((part) => [part.class, part.known, part.exactOnly, codes(part.findings)]),
      ];
    };
    expect(NAMES.map(seen)).toEqual(NAMES.map(() => seen("someword")));
  });
});
