import { describe, expect, test } from "vitest";
import { finding } from "../../src/core/finding-table.ts";
import type { Offer } from "../../src/core/decision.ts";
import type { Policy } from "../../src/core/policy.ts";
import type { PartOffer, Reading } from "../../src/core/reading.ts";
import { addRule } from "../../src/core/compile.ts";
import { answer, fileCall, mcp, part, path, policyOf, reading, rule, use } from "./support.ts";

const offer = (text: string): PartOffer => {
  const [kind, tool, ...rest] = text.split(" ");
  return { kind, tool, pattern: rest.join(" ") } as PartOffer;
};
const text = ({ kind, rules, grant }: Offer): string =>
  [
    kind,
    ...rules.map(({ tool, pattern }) => `${tool} ${pattern}`),
    ...(grant === undefined ? [] : [`${grant.root} ${grant.can.join("+")}`]),
  ].join(" | ");

const push = part("git push origin", {
  offers: ["subcommand shell git push *", "exact shell git push origin", "program shell git *"].map(offer),
});
const redirection = reading([
  part("cat", { class: "write", pathsOnly: true, paths: [path("write", "src/a")], offers: [offer("exact shell cat")] }),
]);
const READ_ONLY: Policy["grants"] = [{ root: "/home/dev/app", recursive: true, can: ["read"] }];

test.each<[string, Reading, Partial<Policy>, readonly string[], readonly string[]]>([
  [
    "a command",
    reading([push]),
    {},
    [],
    ["subcommand | shell git push *", "exact | shell git push origin", "program | shell git *"],
  ],
  [
    "what works only",
    reading([
      part("python a.py", {
        exactOnly: "launcher",
        spell: ["a.py"],
        offers: ["subcommand shell python *", "exact shell python a.py"].map(offer),
      }),
    ]),
    {},
    [],
    ["exact | shell python a.py"],
  ],
  [
    "a compound command: the parts that are not allowed",
    reading([part("ls", { class: "read" }), push, part("make all", { offers: [offer("exact shell make all")] })]),
    {},
    [],
    [
      "subcommand | shell git push * | shell make all",
      "exact | shell git push origin | shell make all",
      "program | shell git * | shell make all",
    ],
  ],
  [
    "a command beside a file: both as wide",
    reading([
      part("tee src/a", { class: "write", pathsOnly: true, paths: [path("write", "src/a")], offers: [] }),
      push,
    ]),
    {},
    [],
    [
      "folder | change src/** | shell git push *",
      "path | change src/a | shell git push origin",
      "project | change ** | shell git push origin",
      "program | change src/a | shell git *",
    ],
  ],
  [
    "a part that a rule allows needs none",
    reading([push, part("make all", { offers: [offer("exact shell make all")] })]),
    {},
    ["allow shell git * project"],
    ["exact | shell make all"],
  ],
  ["nothing where an ask rule asks", reading([push]), {}, ["ask shell git push origin project"], []],
  [
    "an exact rule over a broad ask",
    reading([push]),
    {},
    ["ask shell git push * project"],
    ["exact | shell git push origin"],
  ],
  [
    "nothing under an enforced ask",
    reading([push]),
    { layers: { managed: { native: { shell: { mode: "ask" } } } } },
    [],
    [],
  ],
  ["nothing where a finding stays", reading([{ ...push, findings: [finding("unreadable")] }]), {}, [], []],
  [
    "the consent",
    reading([
      part("npm test", { exactOnly: "launcher", projectCode: true, offers: [offer("consent project-code *")] }),
    ]),
    {},
    [],
    ["consent | project-code *"],
  ],
  [
    "no consent beside what is narrower",
    reading([
      push,
      part("npm test", {
        exactOnly: "launcher",
        spell: ["test"],
        projectCode: true,
        offers: ["consent project-code *", "exact shell npm test"].map(offer),
      }),
    ]),
    {},
    [],
    [
      "subcommand | shell git push * | shell npm test",
      "exact | shell git push origin | shell npm test",
      "program | shell git * | shell npm test",
      "consent | shell git push origin | project-code *",
    ],
  ],
  [
    "a pattern that names the option",
    reading([
      part("sort -o=b a", {
        optionEffects: ["-o"],
        offers: ["program shell sort *", "exact shell sort -o=b a"].map(offer),
      }),
    ]),
    {},
    [],
    ["exact | shell sort -o=b a"],
  ],
  [
    "a command and what it writes",
    reading([
      part("sort -o=b a", {
        optionEffects: ["-o"],
        paths: [path("write", "b")],
        offers: ["exact shell sort -o=b a", "folder change **", "path change b"].map(offer),
      }),
    ]),
    {},
    [],
    ["exact | shell sort -o=b a | change b", "folder | change ** | shell sort -o=b a"],
  ],
  [
    "a redirection: rules about its path",
    redirection,
    {},
    [],
    ["folder | change src/**", "path | change src/a", "project | change **"],
  ],
  [
    "a redirection into what may only be read",
    redirection,
    { grants: READ_ONLY },
    [],
    ["grant | change src/** | /home/dev/app/src read+write"],
  ],
  [
    "a file",
    fileCallWith("write_file", path("write", "src/a"), [
      "folder change src/**",
      "path change src/a",
      "project change **",
    ]),
    {},
    [],
    ["folder | change src/**", "path | change src/a", "project | change **"],
  ],
  [
    "a deletion",
    fileCallWith("delete_file", path("delete", "src/a"), ["folder delete src/**", "path delete src/a"]),
    {},
    [],
    ["path | delete src/a"],
  ],
  [
    "a protected file",
    fileCallWith("write_file", path("write", ".env", { protected: "R" }), ["path change .env"]),
    {},
    [],
    [],
  ],
  ["outside: the folder", fileCallWith("read_file", path("read", "/srv/x/a"), []), {}, [], ["grant | /srv/x read"]],
  [
    "outside and written",
    fileCallWith("write_file", path("write", "/srv/x/a"), ["path change /srv/x/a"]),
    {},
    [],
    ["grant | change /srv/x/a | /srv/x read+write"],
  ],
  ["a root too broad", fileCallWith("read_file", path("read", "/home/dev/a"), []), {}, [], []],
  [
    "a capability",
    fileCallWith("write_file", path("write", "d/a"), ["path change d/a"]),
    { grants: READ_ONLY },
    [],
    ["grant | change d/a | /home/dev/app/d read+write"],
  ],
  [
    "an MCP tool",
    use(mcp({ class: "write" }), { offers: [offer("tool mcp__git__commit *")] }),
    {},
    [],
    ["tool | mcp__git__commit *"],
  ],
  [
    "an unknown tool",
    use(mcp({ known: false }), { offers: [offer("tool mcp__git__commit *")] }),
    {},
    [],
    ["tool | mcp__git__commit *"],
  ],
  [
    "a tool that changed",
    use(mcp({ pinned: "a", hash: "b" }), { offers: [offer("tool mcp__git__commit *")] }),
    {},
    [],
    [],
  ],
  ["never the whole of the shell", reading([part("x", { offers: [offer("program shell *")] })]), {}, [], []],
  ["no text of several lines", reading([part("x", { offers: [offer("exact shell x\ny")] })]), {}, [], []],
  ["a pattern that cannot be read", reading([part("x", { offers: [offer("exact shell *x y")] })]), {}, [], []],
  ["nothing for an allow", reading([{ ...push, class: "read" }]), {}, [], []],
])("%s", (_name, call, policy, rules, says) => {
  expect(answer(call, policyOf(policy, rules)).offers.map(text)).toEqual(says);
});

function fileCallWith(tool: string, at: ReturnType<typeof path>, offers: readonly string[]): Reading {
  const call = fileCall(tool, at);
  return { ...call, parts: call.parts.map((only) => ({ ...only, offers: offers.map(offer) })) };
}

describe("what is offered is what is stored and read back", () => {
  test.each(["L0", "L1", "L2"] as const)("at %s", (level) => {
    const policy = policyOf({ level });
    const call = reading([push, part("make all", { offers: [offer("exact shell make all")] })]);
    for (const { rules } of answer(call, policy).offers) {
      const stored = rules.reduce((before, { tool, pattern }) => {
        const added = addRule(before, rule(`allow ${tool} ${pattern} project`));
        return added.ok ? added.policy : before;
      }, policy);
      expect(answer(call, stored).effect).toBe("allow");
    }
  });
});

test("a call of very many parts offers nothing to remember; one of a few does", () => {
  const many = (count: number) => answer(reading(Array.from({ length: count }, () => push)));
  expect(many(257).offers).toEqual([]);
  expect(many(256).offers.map(text)[0]).toBe("subcommand | shell git push *");
});
