import { describe, expect, it } from "vitest";
import { compile } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import type { Policy, Rule } from "../../../src/core/policy.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read, readers } from "../../../src/read/read.ts";
import { randomFrom } from "./generate.ts";

/**
 * Text that does nothing changes no answer: comments, quotes, blanks, continued lines, `2>&1`, a sink, a `cd` to where
 * one is. `ASSENT_INERT_RUNS` and `ASSENT_INERT_SEED` for longer runs.
 */
const RUNS = Number(process.env["ASSENT_INERT_RUNS"] ?? 500);
const SEED = Number(process.env["ASSENT_INERT_SEED"] ?? 1);
const CWD = "/home/dev/app";
const world = plainWorld({ home: "/home/dev", cwd: CWD, project: CWD });

const RULES: readonly Rule[] = (
  [
    ["shell", "git add *", "allow"],
    ["shell", "git push *", "ask"],
    ["shell", "git push --force *", "deny"],
    ["shell", "rm -r *", "deny"],
    ["shell", "docker *", "allow"],
    ["change", "src/**", "allow"],
  ] as const
).map(([tool, pattern, decision], at) => ({ id: `r${at}`, tool, pattern, decision, scope: "project" }));

const POLICY: Policy = {
  layers: {},
  rules: RULES,
  level: "L0",
  approvalMode: "ask",
  grants: [{ root: CWD, recursive: true, can: ["read", "write", "edit"] }],
  projectRoots: [CWD],
  limits: {},
  revision: "inert",
};

type Random = () => number;

function anyOf<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Commands of every answer, their words apart by one blank, none of them quoted. */
const COMMANDS = [
  "git status --short",
  "git log --oneline -n 5",
  "git add src/a.ts",
  "git push origin main",
  "git push --force origin main",
  "git push origin +main",
  "git clean -fd",
  "git commit -m fix",
  "ls -la src",
  "cat README.md",
  "cat .env",
  "cat /etc/shadow",
  "grep -rn todo src",
  "find . -name a.ts",
  "find . -name a.ts -delete",
  "rm -rf build",
  "rm a.txt",
  "sort -o out in",
  "sort in",
  "touch src/b.ts",
  "touch b.ts",
  "mkdir -p src/new",
  "cp a.txt src/c.ts",
  "docker run alpine sh",
  "docker rm -f web",
  "npm test",
  "npm install left-pad",
  "node x.js",
  "node -e 1",
  "curl -s http://localhost:3000/x",
  "curl -s https://example.com/x",
  "sudo ls",
  "env FOO=1 ls",
  "xargs rm",
  "frobnicate --all x",
  "kubectl get pods -n web",
  "psql -c select",
  "sed -n 1,20p a.txt",
  "sed -i s/a/b/ src/a.ts",
  "timeout 5 rm -r x",
];

/** Each says the same as what it is given. */
const SAME: Readonly<Record<string, (line: string, random: Random) => string>> = {
  "a comment": (line) => `${line} # rm -rf / ; $(reboot)`,
  "a comment before": (line) => `# '"\`\n${line}`,
  "`:` with a text": (line) => `: 'rm -rf /'; ${line}`,
  "`true`": (line) => `true && ${line}`,
  "a `cd` to here": (line) => `cd . && ${line}`,
  "a `cd` to here, spelled out": (line) => `cd ${CWD} && ${line}`,
  "errors to the output": (line) => `${line} 2>&1`,
  "errors away": (line) => `${line} 2>/dev/null`,
  "errors away, before": (line) => `2>/dev/null ${line}`,
  braces: (line) => `{ ${line}; }`,
  "a subshell": (line) => `( ${line} )`,
  "a semicolon": (line) => `${line} ;`,
  "more blanks": (line) => `  ${line.replaceAll(" ", " \t ")}  `,
  "a continued line": (line) => line.replaceAll(" ", " \\\n"),
  "a break inside a word": (line, random) => inWord(line, random, (at) => `${at.slice(0, 1)}\\\n${at.slice(1)}`),
  "single quotes": (line, random) => inWord(line, random, (at) => `'${at}'`),
  "double quotes": (line, random) => inWord(line, random, (at) => `"${at}"`),
  "empty quotes": (line, random) => inWord(line, random, (at) => `${at.slice(0, 1)}''${at.slice(1)}`),
  backslashes: (line, random) => inWord(line, random, (at) => at.replaceAll(/[a-z]/g, "\\$&")),
  "ANSI-C quotes": (line, random) => inWord(line, random, (at) => `$'${at}'`),
};

function inWord(line: string, random: Random, change: (word: string) => string): string {
  const words = line.split(" ");
  const at = Math.floor(random() * words.length);
  return words.map((word, index) => (index === at ? change(word) : word)).join(" ");
}

const compiled = compile(POLICY, readers);
if (!compiled.ok) throw new Error("the policy does not compile");
const { policy } = compiled;

function answerOf(command: string): object {
  const call = { tool: "shell", args: { command }, cwd: CWD, project: CWD, source: "model", attended: true } as const;
  const reading = read(call, world);
  const { effect, code } = decide(reading, policy, 0);
  const parts = reading.parts.filter(({ program }) => ![null, ":", "true", "cd"].includes(program));
  return {
    effect,
    // Which of several allows is named first says nothing.
    code: effect === "allow" ? null : code,
    parts: parts.map((part) => [part.program, part.class, ...part.words.map(({ text }) => text)]),
  };
}

describe("text that does nothing changes no answer", () => {
  for (const [name, change] of Object.entries(SAME)) {
    it(name, () => {
      for (const command of COMMANDS)
        expect(answerOf(change(command, randomFrom(SEED))), command).toEqual(answerOf(command));
    });
  }

  it(`in ${RUNS} random lines`, { timeout: 600_000 }, () => {
    const random = randomFrom(SEED * 7_919);
    const names = Object.keys(SAME);
    for (let run = 0; run < RUNS; run++) {
      const plain = Array.from({ length: 1 + Math.floor(random() * 3) }, () => anyOf(COMMANDS, random));
      const between = anyOf([" && ", "\n"], random);
      const dressed = plain.map((command) => SAME[anyOf(names, random)]!(command, random));
      // A comment or a semicolon would swallow what joins two commands, so braces stand around.
      const joined = (between === "\n" ? dressed : dressed.map((command) => `{ ${command}\n}`)).join(between);
      expect(answerOf(joined), joined).toEqual(answerOf(plain.join(between)));
    }
  });

  it("and text that does something is told apart", () => {
    expect(answerOf("ls > /dev/sda")).not.toEqual(answerOf("ls"));
    expect(answerOf("cd / && cat a.txt")).not.toEqual(answerOf("cd . && cat a.txt"));
    expect(answerOf('ls "$(rm a.txt)"')).not.toEqual(answerOf("ls"));
  });
});
