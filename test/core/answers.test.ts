import { describe, expect, test } from "vitest";
import { FINDING_TABLE, finding, type FindingRow } from "../../src/core/finding-table.ts";
import type { Policy } from "../../src/core/policy.ts";
import type { Part, Reading } from "../../src/core/reading.ts";
import { answer, builtin, fileCall, mcp, part, path, policyOf, reading, short, use } from "./support.ts";

/** A call that asks for this one reason, and a policy under which it is the only one. */
interface Case {
  readonly call: Reading;
  readonly policy?: Partial<Policy>;
  readonly rules?: readonly string[];
  /** What takes the reason away, each with the answer that is left. */
  readonly lifted?: readonly {
    readonly policy?: Partial<Policy>;
    readonly rules?: readonly string[];
    readonly to: string;
  }[];
}

const ALLOWED: Partial<Policy> = { layers: { chat: { native: { shell: { mode: "allow" } } } } };
const withFinding = (code: string, more: Partial<Part> = {}): Reading =>
  reading([part("tool a", { class: "read", findings: [finding(code)], ...more })]);
const TABLE_CODES = [
  "program-missing",
  "program-shadowed",
  "runs-other",
  "env-injection",
  "unreadable",
  "no-cwd",
  "person-act",
  "speaks-to-assessor",
  "fork-bomb",
  "network-to-shell",
  "device-write",
  "root-delete",
];

const launcher = reading([part("python a.py", { exactOnly: "launcher", spell: ["a.py"], projectCode: true })]);
const destructive = reading([part("git clean -f", { class: "destructive", exactOnly: "destructive" })]);
const inProject = withFinding("program-in-project", { projectCode: true });
const remote = withFinding("network-target", {
  targets: [{ text: "https://x.org/a" }],
  words: [{ text: "https://x.org/a", kind: "literal" }],
});

const CASES: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    TABLE_CODES.map((code) => [
      code,
      {
        call: withFinding(code),
        lifted: [
          { policy: ALLOWED, to: `ask ${code} finding:${code}` },
          { rules: ["allow shell tool a project"], to: `ask ${code} finding:${code}` },
        ],
      },
    ]),
  ),
  "level-ask": {
    call: reading([part("make")]),
    lifted: [
      { rules: ["allow shell make project"], to: "allow rule-allow rule:allow shell make project" },
      { policy: ALLOWED, to: "allow mode-allow layer:chat.native.shell" },
    ],
  },
  "level-ask/L2": { call: reading([part("make")]), policy: { level: "L2" } },
  "admin-ask": { call: use(builtin("app_security")) },
  "mode-ask": { call: reading([part("make")]), policy: { layers: { chat: { native: { shell: { mode: "ask" } } } } } },
  "rule-ask": { call: reading([part("make")]), rules: ["ask shell make project"] },
  "rule-unreadable": {
    call: reading([part("ls", { class: "read" })]),
    rules: ["deny shell g* x project"],
    lifted: [
      { rules: ["allow shell g* x project"], to: "allow level-allow level:L0" },
      { rules: ["deny shell go x project"], to: "allow level-allow level:L0" },
    ],
  },
  "enforced-ask": {
    call: reading([part("ls", { class: "read" })]),
    policy: { layers: { managed: { native: { shell: { mode: "ask" } } } } },
  },
  "exact-only/launcher": {
    call: launcher,
    rules: ["allow shell python * project"],
    lifted: [
      { rules: ["allow shell python a.py project"], to: "allow rule-allow rule:allow shell python a.py project" },
      { policy: ALLOWED, to: "allow mode-allow layer:chat.native.shell" },
      { rules: ["allow project-code * project"], to: "allow project-code rule:allow project-code * project" },
    ],
  },
  "exact-only/destructive": {
    call: destructive,
    policy: ALLOWED,
    lifted: [
      { rules: ["allow shell git clean -f project"], to: "allow rule-allow rule:allow shell git clean -f project" },
      { rules: ["allow shell git clean * project"], to: "ask exact-only finding:exact-only" },
    ],
  },
  "exact-only/deletion": {
    call: fileCall("delete_file", path("delete", "a")),
    policy: { layers: { chat: { native: { file: { mode: "allow" } } } } },
    lifted: [
      { rules: ["allow delete a project"], to: "allow rule-allow rule:allow delete a project" },
      { rules: ["allow delete ** project"], to: "ask exact-only finding:exact-only" },
    ],
  },
  "option-effect": {
    call: reading([part("sort -o=b", { optionEffects: ["-o"] })]),
    policy: ALLOWED,
    lifted: [{ rules: ["allow shell sort -o * project"], to: "allow rule-allow rule:allow shell sort -o * project" }],
  },
  "program-in-project": {
    call: inProject,
    lifted: [
      { rules: ["allow project-code * project"], to: "allow project-code rule:allow project-code * project" },
      { rules: ["allow shell tool a project"], to: "allow rule-allow rule:allow shell tool a project" },
      { rules: ["allow shell tool * project"], to: "ask program-in-project finding:program-in-project" },
    ],
  },
  "network-target": {
    call: remote,
    lifted: [
      {
        rules: ["allow shell tool https://x.org/* project"],
        to: "allow rule-allow rule:allow shell tool https://x.org/* project",
      },
      { rules: ["allow shell tool https://x.o* project"], to: "ask network-target finding:network-target" },
      { rules: ["allow shell tool * project"], to: "ask network-target finding:network-target" },
    ],
  },
  "allowlist-budget": {
    call: reading([part(`x ${"a".repeat(4000)}`)]),
    policy: { layers: { chat: { native: { shell: { mode: "allowlist", allowlist: ["x (a*){200}b"] } } } } },
  },
  "outside-grants": {
    call: fileCall("read_file", path("read", "/srv/a")),
    lifted: [
      { policy: { grants: [{ root: "/srv", recursive: true, can: ["read"] }] }, to: "allow level-allow level:L0" },
    ],
  },
  "grant-missing": {
    call: fileCall("read_file", path("read", "a")),
    policy: { grants: [{ root: "/home/dev/app", recursive: true, can: ["write"] }] },
    lifted: [{ policy: {}, to: "allow level-allow level:L0" }],
  },
  protected: {
    call: fileCall("read_file", path("read", ".env", { protected: "R" })),
    lifted: [{ rules: ["allow read .env run"], to: "ask protected finding:protected" }],
  },
  "unknown-tool": { call: use(mcp({ known: false, class: "read" })) },
  "tool-new": {
    call: use(mcp({ firstSeen: 9 })),
    policy: { layers: { app: { mcp: { shared: { mode: "allow", since: 1 } } } } },
  },
  "tool-changed": {
    call: use(mcp({ class: "read", pinned: "a", hash: "b" })),
    lifted: [{ rules: ["allow mcp__git__commit * run"], to: "ask tool-changed finding:tool-changed" }],
  },
};

/** As the host reads what people stored, so that a rule may be one that cannot be read. */
const STORED = { stored: true } as const;
const keyOf = ({ code, variant }: FindingRow): string => (variant === undefined ? code : `${code}/${variant}`);
const gating = FINDING_TABLE.filter((row) => row.gates);

test("every row that gates has a case", () => {
  expect(Object.keys(CASES).sort()).toEqual(gating.map(keyOf).sort());
});

describe.each(gating.map((row) => [keyOf(row), row] as const))("%s", (key, row) => {
  const { call, policy = {}, rules = [], lifted = [] } = CASES[key] as Case;

  test("asks", () => {
    expect(answer(call, policyOf(policy, rules, STORED))).toMatchObject({ effect: "ask", answerBy: "person" });
  });

  test(`full access ${row.full ? "answers" : "leaves it"}`, () => {
    expect(answer(call, policyOf({ ...policy, approvalMode: "full" }, rules, STORED)).effect).toBe(
      row.full ? "allow" : "ask",
    );
  });

  test(`review: ${row.review}`, () => {
    const by = row.review === "yes" || row.review === "not-deletion" ? "review" : "person";
    expect(answer(call, policyOf({ ...policy, approvalMode: "review" }, rules, STORED)).answerBy).toBe(by);
  });

  test.each(lifted.map((lift) => [JSON.stringify(lift.rules ?? lift.policy), lift] as const))(
    "under %s",
    (_name, lift) => {
      expect(short(answer(call, policyOf(lift.policy ?? policy, lift.rules ?? rules, STORED)))).toBe(lift.to);
    },
  );
});

test("the review leaves an option's deletion to a person", () => {
  const call = reading([part("find -delete", { class: "destructive", optionEffects: ["-delete"] })]);
  expect(answer(call, policyOf({ approvalMode: "review" })).answerBy).toBe("person");
  expect(answer(call, policyOf({ approvalMode: "full" })).effect).toBe("allow");
});
