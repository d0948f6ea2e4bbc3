import { describe, expect, it } from "vitest";
import type { Effect } from "../../src/core/effect.ts";
import type { Policy, Rule } from "../../src/core/policy.ts";
import type { Part, PathUse, Reading, Word } from "../../src/core/reading.ts";
import { decideOne } from "./differ.ts";
import { NOW, ROOT } from "./generate-reading.ts";
import { modelDecide } from "./model.ts";
import { optionName } from "./pattern-text.ts";

/** Sentences of the pages, worked out by hand: what both the model and `decide` must say. */
interface Scene {
  readonly says: string;
  readonly parts: readonly Part[];
  readonly rules?: readonly string[];
  readonly policy?: Partial<Policy>;
  readonly reading?: Partial<Reading>;
  readonly is: readonly [Effect, string];
}

const FETCH = command("git fetch", { class: "network" });
const STATUS = command("git status", { class: "read" });
const RESET = command("git reset --hard", {
  class: "destructive",
  exactOnly: "destructive",
  spell: ["reset", "--hard"],
});
const PUSH = command("git push origin --force", { class: "network" });
const SCRIPT = command("node a.js --json", { exactOnly: "launcher", spell: ["a.js"], projectCode: true });
const SORT = command("sort --out=a.txt", { optionEffects: ["--out"], class: "write" });
const REDIRECT = command("echo", { class: "write", pathsOnly: true, paths: [path("src/a.txt")] });
const FULL = { approvalMode: "full" } as const;
const SHELL_ALLOW = { layers: { app: { native: { shell: { mode: "allow" } } } } } as const;

const scenes: readonly Scene[] = [
  { says: "L0 runs what only reads", parts: [STATUS], is: ["allow", "level-allow"] },
  { says: "L0 asks for the rest", parts: [FETCH], is: ["ask", "level-ask"] },
  { says: "L1 asks for reads too", parts: [STATUS], policy: { level: "L1" }, is: ["ask", "level-ask"] },
  {
    says: "a list needs a rule only for the part that is not free",
    parts: [STATUS, FETCH],
    rules: ["allow shell git fetch *"],
    is: ["allow", "level-allow"],
  },
  { says: "every part is decided", parts: [FETCH, PUSH], rules: ["allow shell git fetch *"], is: ["ask", "level-ask"] },
  {
    says: "a denied file is denied to whatever program is given it",
    parts: [command("foo secrets/k", { class: "unknown", mentions: [path("secrets/k", "read")] })],
    rules: ["allow shell foo *", "deny read_file secrets/**"],
    is: ["deny", "rule-deny"],
  },
  {
    says: "of a file that is only named it is not known whether it changes",
    parts: [command("foo deploy/x", { class: "unknown", mentions: [path("deploy/x", "read")] })],
    rules: ["allow shell foo *", "deny write_file deploy/**"],
    is: ["ask", "rule-ask"],
  },
  {
    says: "of a folder out of which files are printed it is not known which",
    parts: [command("git diff", { class: "read", mentions: [{ ...path("", "read"), recursive: true }] })],
    rules: ["deny read_file secrets/**"],
    is: ["ask", "rule-ask"],
  },
  {
    says: "nothing is changed there",
    parts: [command("git diff", { class: "read", mentions: [{ ...path("", "read"), recursive: true }] })],
    rules: ["deny write_file deploy/**", "deny delete_file **"],
    is: ["allow", "level-allow"],
  },
  {
    says: "a program that nothing is known of may start what its words name",
    parts: [command("zap add rm x", { class: "unknown", known: false })],
    rules: ["allow shell zap *", "deny shell rm *"],
    is: ["ask", "rule-ask"],
  },
  {
    says: "a rule that spells the word says that it is none",
    parts: [command("zap add rm x", { class: "unknown", known: false })],
    rules: ["allow shell zap add rm *", "deny shell rm *"],
    is: ["allow", "rule-allow"],
  },
  {
    says: "a word of a program that is known is what its entry says",
    parts: [command("git rm x", { class: "write" })],
    rules: ["allow shell git *", "deny shell rm *"],
    is: ["allow", "rule-allow"],
  },
  {
    says: "a file of secrets asks whatever program is given it",
    parts: [command("foo .env", { class: "unknown", mentions: [{ ...path(".env", "read"), protected: "R" }] })],
    rules: ["allow shell foo *"],
    is: ["ask", "protected"],
  },
  {
    says: "an option is found anywhere",
    parts: [PUSH],
    rules: ["allow shell git push *", "deny shell git push --force *"],
    is: ["deny", "rule-deny"],
  },
  {
    says: "the more specific rule wins",
    parts: [PUSH],
    rules: ["ask shell git push *", "allow shell git push origin *"],
    is: ["allow", "rule-allow"],
  },
  {
    says: "a narrow ask holds inside a broad allow",
    parts: [PUSH],
    rules: ["allow shell git *", "ask shell git push *"],
    is: ["ask", "rule-ask"],
  },
  {
    says: "no broad rule reaches what destroys work",
    parts: [RESET],
    rules: ["allow shell git *"],
    is: ["ask", "exact-only"],
  },
  { says: "its exact words do", parts: [RESET], rules: ["allow shell git reset --hard"], is: ["allow", "rule-allow"] },
  { says: "mode allow does not", parts: [RESET], policy: SHELL_ALLOW, is: ["ask", "exact-only"] },
  { says: "full access does", parts: [RESET], policy: FULL, is: ["allow", "full-access"] },
  {
    says: "a launcher's program must be spelled",
    parts: [SCRIPT],
    rules: ["allow shell node *"],
    is: ["ask", "exact-only"],
  },
  {
    says: "what follows it may be open",
    parts: [SCRIPT],
    rules: ["allow shell node a.js *"],
    is: ["allow", "rule-allow"],
  },
  { says: "mode allow reaches launchers", parts: [SCRIPT], policy: SHELL_ALLOW, is: ["allow", "mode-allow"] },
  {
    says: "so does the project-code consent",
    parts: [SCRIPT],
    rules: ["allow project-code *"],
    is: ["allow", "project-code"],
  },
  {
    says: "an effect on an option needs its name",
    parts: [SORT],
    rules: ["allow shell sort *"],
    is: ["ask", "option-effect"],
  },
  {
    says: "a rule that names it lifts it",
    parts: [SORT],
    rules: ["allow shell sort --out *"],
    is: ["allow", "rule-allow"],
  },
  {
    says: "no command rule allows a redirection",
    parts: [REDIRECT],
    rules: ["allow shell echo *"],
    is: ["ask", "level-ask"],
  },
  { says: "a path rule does", parts: [REDIRECT], rules: ["allow write_file src/**"], is: ["allow", "rule-allow"] },
  {
    says: "an ask rule is not for full access",
    parts: [PUSH],
    rules: ["ask shell git push *"],
    policy: FULL,
    is: ["ask", "rule-ask"],
  },
  {
    says: "a chat's allow outranks a plain off",
    parts: [FETCH],
    policy: {
      layers: { chat: { native: { shell: { mode: "allow" } } }, project: { native: { shell: { mode: "off" } } } },
    },
    is: ["allow", "mode-allow"],
  },
  {
    says: "an enforced off it does not",
    parts: [FETCH],
    policy: {
      layers: {
        chat: { native: { shell: { mode: "allow" } } },
        project: { native: { shell: { mode: "off", enforced: true } } },
      },
    },
    is: ["deny", "enforced-off"],
  },
  {
    says: "a managed ask is a floor",
    parts: [FETCH],
    policy: {
      layers: { chat: { native: { shell: { mode: "allow" } } }, managed: { native: { shell: { mode: "ask" } } } },
    },
    is: ["ask", "enforced-ask"],
  },
  { says: "L3 stops", parts: [STATUS], policy: { level: "L3" }, is: ["deny", "level-stop"] },
  { says: "with nobody there", parts: [FETCH], reading: { attended: false }, is: ["deny", "unattended"] },
  {
    says: "at L2 full access acts as ask",
    parts: [FETCH],
    policy: { level: "L2", approvalMode: "full" },
    is: ["ask", "level-ask"],
  },
  {
    says: "an expired rule does not count",
    parts: [FETCH],
    rules: [`allow shell git fetch until ${NOW}`],
    is: ["ask", "level-ask"],
  },
  {
    says: "it counts until then",
    parts: [FETCH],
    rules: [`allow shell git fetch until ${NOW + 1}`],
    is: ["allow", "rule-allow"],
  },
];

describe.each([
  ["the model", modelDecide],
  ["decide", (reading: Reading, policy: Policy) => decideOne(reading, policy)],
])("%s", (_, answer) => {
  it.each(scenes)("$says", ({ parts, rules = [], policy = {}, reading = {}, is }) => {
    const { effect, code } = answer(readingOf(parts, reading), policyOf(rules, policy), NOW);
    expect([effect, code]).toEqual(is);
  });
});

function command(line: string, facts: Partial<Part>): Part {
  const [program = "", ...words] = line.split(" ");
  return {
    text: line,
    program,
    known: true,
    words: words.map(word),
    globals: [],
    class: "execute",
    optionEffects: [],
    pathsOnly: false,
    projectCode: false,
    paths: [],
    targets: [],
    findings: [],
    offers: [],
    ...facts,
  };
}

function word(text: string): Word {
  const option = optionName(text);
  return { text, kind: "literal", ...(option === undefined ? {} : { option }) };
}

function path(below: string, act: PathUse["act"] = "write"): PathUse {
  const name = `${ROOT}/${below}`;
  return {
    spelling: name,
    canonical: name,
    act,
    foldCase: false,
    recursive: false,
    kind: "none",
    system: false,
    scratch: false,
  };
}

function readingOf(parts: readonly Part[], change: Partial<Reading>): Reading {
  return {
    tool: {
      id: "shell",
      origin: "builtin",
      family: "shell",
      class: "execute",
      profile: "command",
      known: true,
      state: "ok",
    },
    source: "model",
    attended: true,
    callsThisRun: 0,
    argsHash: "h",
    cwd: ROOT,
    class: parts[0]?.class ?? "unknown",
    parts,
    findings: [],
    ...change,
  };
}

/** `allow shell git push *`, with `until <ms>` at its end where it expires. */
function policyOf(rules: readonly string[], change: Partial<Policy>): Policy {
  return {
    layers: {},
    rules: rules.map(ruleOf),
    level: "L0",
    approvalMode: "ask",
    grants: [{ root: ROOT, recursive: true, can: ["read", "write", "edit", "delete"] }],
    projectRoots: [ROOT],
    limits: {},
    revision: "pages",
    ...change,
  };
}

function ruleOf(text: string, index: number): Rule {
  const [, decision, tool = "", pattern = "", until] = /^(\w+) (\S+) (.*?)(?: until (\d+))?$/.exec(text) ?? [];
  return {
    id: `r${index}`,
    tool,
    pattern,
    decision: decision as Effect,
    scope: "project",
    ...(until === undefined ? {} : { expiresAt: Number(until) }),
  };
}
