import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/core/policy.ts";
import type { Reading } from "../../src/core/reading.ts";
import { answer, builtin, fileCall, mcp, part, path, policyOf, reading, short, use } from "./support.ts";

const ls = part("ls", { class: "read" });
const make = part("make all");

interface Row {
  readonly name: string;
  readonly call: Reading;
  readonly policy?: Partial<Policy>;
  readonly rules?: readonly string[];
  readonly says: string;
}

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  "1 identity": [
    { name: "an unknown tool", call: use(mcp({ known: false })), says: "ask unknown-tool finding:unknown-tool" },
    {
      name: "an unknown tool with an entry",
      call: use(mcp({ known: false })),
      policy: { layers: { chat: { mcp: { tools: { mcp__git__commit: { mode: "allow" } } } } } },
      says: "allow mode-allow layer:chat.mcp.tools.mcp__git__commit",
    },
    {
      name: "an unknown tool under a shared allow",
      call: use(mcp({ known: false })),
      policy: { layers: { app: { mcp: { shared: { mode: "allow" } } } } },
      says: "ask unknown-tool finding:unknown-tool",
    },
    {
      name: "an unknown tool with a rule",
      call: use(mcp({ known: false })),
      rules: ["allow mcp__git__commit * project"],
      says: "allow rule-allow rule:allow mcp__git__commit * project",
    },
    {
      name: "an unknown tool with a rule that has expired",
      call: use(mcp({ known: false })),
      policy: {
        rules: [{ id: "x", tool: "mcp__git__commit", pattern: "*", decision: "deny", scope: "chat", expiresAt: 1000 }],
      },
      says: "ask unknown-tool finding:unknown-tool",
    },
  ],
  "2 descriptor": [
    {
      name: "server disabled",
      call: use(mcp({ state: "server-disabled" })),
      says: "deny server-disabled descriptor:server-disabled",
    },
    {
      name: "bad descriptor",
      call: use(mcp({ state: "bad-descriptor" })),
      says: "deny bad-descriptor descriptor:bad-descriptor",
    },
    {
      name: "not signed in",
      call: use(mcp({ state: "server-unauthorized" })),
      says: "deny server-unauthorized descriptor:server-unauthorized",
    },
    {
      name: "changed: an allow is set aside",
      call: use(mcp({ pinned: "a", hash: "b" })),
      rules: ["allow mcp__git__commit * project"],
      says: "ask tool-changed finding:tool-changed",
    },
    {
      name: "changed: a deny stays",
      call: use(mcp({ pinned: "a", hash: "b" })),
      rules: ["deny mcp__git__commit * project"],
      says: "deny rule-deny rule:deny mcp__git__commit * project",
    },
    {
      name: "changed: an off under the allow stays",
      call: use(mcp({ pinned: "a", hash: "b" })),
      policy: {
        layers: {
          chat: { mcp: { tools: { mcp__git__commit: { mode: "allow" } } } },
          project: { mcp: { shared: { mode: "off" } } },
        },
      },
      says: "deny mode-off layer:project.mcp.shared",
    },
    {
      name: "unchanged: the allow holds",
      call: use(mcp({ pinned: "a", hash: "a" })),
      rules: ["allow mcp__git__commit * project"],
      says: "allow rule-allow rule:allow mcp__git__commit * project",
    },
    {
      name: "new under a server-wide allow",
      call: use(mcp({ firstSeen: 900 })),
      policy: { layers: { chat: { mcp: { servers: { git: { mode: "allow", since: 800 } } } } } },
      says: "ask tool-new finding:tool-new",
    },
    {
      name: "older than the server-wide allow",
      call: use(mcp({ firstSeen: 700 })),
      policy: { layers: { chat: { mcp: { servers: { git: { mode: "allow", since: 800 } } } } } },
      says: "allow mode-allow layer:chat.mcp.servers.git",
    },
  ],
  "3 arguments": [
    {
      name: "bad arguments",
      call: reading([ls], { argFault: { path: "$.command", message: "not a text" } }),
      says: "deny bad-arguments arguments:$.command",
    },
    {
      name: "call limit",
      call: reading([ls], { callsThisRun: 2 }),
      policy: { limits: { callsPerRun: 2 } },
      says: "deny call-limit limit:callsPerRun",
    },
    {
      name: "one call left",
      call: reading([ls], { callsThisRun: 1 }),
      policy: { limits: { callsPerRun: 2 } },
      says: "allow level-allow level:L0",
    },
    {
      name: "a narrower limit goes first",
      call: reading([ls], { callsThisRun: 2 }),
      policy: { limits: { callsPerRun: 2 }, layers: { chat: { native: { shell: { callsPerRun: 9 } } } } },
      says: "allow level-allow level:L0",
    },
  ],
  "4 prohibition": [
    {
      name: "enforced off over a chat's allow",
      call: reading([ls]),
      policy: {
        layers: {
          chat: { native: { shell: { mode: "allow" } } },
          app: { native: { shell: { mode: "off", enforced: true } } },
        },
      },
      says: "deny enforced-off layer:app.native.shell",
    },
    {
      name: "every managed off is enforced",
      call: fileCall("read_file", path("read", "a")),
      policy: { layers: { managed: { native: { file: { mode: "off" } } } } },
      says: "deny enforced-off layer:managed.native.file",
    },
    {
      name: "the kill switch",
      call: reading([ls]),
      policy: { level: "L3" },
      rules: ["allow shell ls * run"],
      says: "deny level-stop level:L3",
    },
    {
      name: "a deny rule in a later part",
      call: reading([ls, part("git push --force")]),
      rules: ["deny shell git push --force * global"],
      says: "deny rule-deny rule:deny shell git push --force * global",
    },
    {
      name: "a deny of any scope beats a narrow allow",
      call: reading([make]),
      rules: ["allow shell make all run", "deny shell make * builtin"],
      says: "deny rule-deny preset:deny shell make * builtin",
    },
    {
      name: "a deny goes before off",
      call: reading([make]),
      policy: { layers: { chat: { native: { shell: { mode: "off" } } } } },
      rules: ["deny shell make * chat"],
      says: "deny rule-deny rule:deny shell make * chat",
    },
    {
      name: "an expired deny is none",
      call: reading([make]),
      policy: {
        rules: [{ id: "x", tool: "shell", pattern: "make *", decision: "deny", scope: "chat", expiresAt: 1000 }],
      },
      says: "ask level-ask level:L0",
    },
    {
      name: "a deny that still counts",
      call: reading([make]),
      policy: {
        rules: [{ id: "x", tool: "shell", pattern: "make *", decision: "deny", scope: "chat", expiresAt: 1001 }],
      },
      says: "deny rule-deny rule:x",
    },
    {
      name: "a deny that may match comes before a narrower allow",
      call: reading([part("curl --out=b.txt *.md")]),
      rules: ["deny shell curl --out *.txt * project", "allow shell curl --out=b.txt * run"],
      says: "ask rule-ask rule:deny shell curl --out *.txt * project",
    },
    {
      name: "one that cannot match does not",
      call: reading([part("curl --out=b.txt c.md")]),
      rules: ["deny shell curl --out *.txt * project", "allow shell curl --out=b.txt * run"],
      says: "allow rule-allow rule:allow shell curl --out=b.txt * run",
    },
    {
      name: "a preset's deny of a finding",
      call: reading([part("bomb", { findings: [{ code: "fork-bomb", message: "m", answer: "person", gates: true }] })]),
      policy: {
        rules: [{ id: "p", tool: "shell", pattern: "", finding: "fork-bomb", decision: "deny", scope: "builtin" }],
      },
      says: "deny rule-deny preset:p",
    },
    {
      name: "a path deny stops a command that reads it",
      call: reading([part("cat .env", { class: "read", paths: [path("read", ".env")] })]),
      rules: ["deny read_file .env project"],
      says: "deny rule-deny rule:deny read_file .env project",
    },
    {
      name: "a deny of a tool that writes stops a redirection",
      call: reading([part("echo x", { class: "read", paths: [path("write", "deploy/x")] })]),
      rules: ["deny write_file deploy/** project"],
      says: "deny rule-deny rule:deny write_file deploy/** project",
    },
  ],
  "5 mode": [
    {
      name: "off",
      call: reading([ls]),
      policy: { layers: { project: { native: { shell: { mode: "off" } } } } },
      says: "deny mode-off layer:project.native.shell",
    },
    {
      name: "a rule does not act inside off",
      call: reading([ls]),
      policy: { layers: { project: { native: { shell: { mode: "off" } } } } },
      rules: ["allow shell ls run"],
      says: "deny mode-off layer:project.native.shell",
    },
    {
      name: "a chat's allow over a project's off",
      call: reading([make]),
      policy: {
        layers: { chat: { native: { shell: { mode: "allow" } } }, project: { native: { shell: { mode: "off" } } } },
      },
      says: "allow mode-allow layer:chat.native.shell",
    },
  ],
  "6 parts": [
    { name: "read-only at L0", call: reading([ls]), says: "allow level-allow level:L0" },
    { name: "not read-only at L0", call: reading([make]), says: "ask level-ask level:L0" },
    { name: "read-only at L1", call: reading([ls]), policy: { level: "L1" }, says: "ask level-ask level:L1" },
    { name: "read-only at L2", call: reading([ls]), policy: { level: "L2" }, says: "ask level-ask level:L2" },
    {
      name: "an explicit ask asks of what only reads",
      call: reading([ls]),
      policy: { layers: { chat: { native: { shell: { mode: "ask" } } } } },
      says: "ask mode-ask layer:chat.native.shell",
    },
    {
      name: "an explicit allow at L2",
      call: reading([make]),
      policy: { level: "L2", layers: { chat: { native: { shell: { mode: "allow" } } } } },
      says: "allow mode-allow layer:chat.native.shell",
    },
    {
      name: "a rule inside ask",
      call: reading([make]),
      policy: { layers: { chat: { native: { shell: { mode: "ask" } } } } },
      rules: ["allow shell make * project"],
      says: "allow rule-allow rule:allow shell make * project",
    },
    {
      name: "a session allow at L2 is ignored",
      call: reading([make]),
      policy: { level: "L2" },
      rules: ["allow shell make * session"],
      says: "ask level-ask level:L2",
    },
    {
      name: "a stored allow at L2 holds",
      call: reading([make]),
      policy: { level: "L2" },
      rules: ["allow shell make * project"],
      says: "allow rule-allow rule:allow shell make * project",
    },
    {
      name: "only the part that needs it needs a rule",
      call: reading([ls, make]),
      rules: ["allow shell make * project"],
      says: "allow level-allow level:L0",
    },
    {
      name: "the strictest part is the call's",
      call: reading([make, part("git push")]),
      rules: ["allow shell make * project", "ask shell git push * project"],
      says: "ask rule-ask rule:ask shell git push * project",
    },
    {
      name: "a lone `*` takes what a glob names",
      call: reading([part("tar a *.c")]),
      rules: ["allow shell tar * project"],
      says: "allow rule-allow rule:allow shell tar * project",
    },
    {
      name: "and no word of unknown value",
      call: reading([part("tar a $X")]),
      rules: ["allow shell tar * project"],
      says: "ask level-ask level:L0",
    },
    {
      name: "but the unknown value of a known option",
      call: reading([part("tar --level=$X a")]),
      rules: ["allow shell tar * project"],
      says: "allow rule-allow rule:allow shell tar * project",
    },
    {
      name: "the same of a program that is not known",
      call: reading([part("strange a $X")]),
      rules: ["allow shell strange * project"],
      says: "ask level-ask level:L0",
    },
    {
      name: "the question to a person is its own card",
      call: use(builtin("ask_user")),
      policy: { level: "L2", layers: { chat: { native: { ask_user: { mode: "ask" } } } } },
      says: "allow level-allow level:L2",
    },
    {
      name: "a tool that always asks",
      call: use(builtin("subagent"), { class: "read" }),
      says: "ask level-ask level:L0",
    },
    {
      name: "no command rule allows a redirection",
      call: reading([part("echo x", { class: "read", paths: [path("write", "a.txt")] })]),
      rules: ["allow shell echo * project"],
      says: "ask level-ask level:L0",
    },
    {
      name: "a path rule allows it",
      call: reading([part("echo x", { class: "read", paths: [path("write", "a.txt")] })]),
      rules: ["allow change ** project"],
      says: "allow level-allow level:L0",
    },
    {
      name: "what only touches paths needs no command rule",
      call: reading([part("mkdir d", { class: "write", pathsOnly: true, paths: [path("write", "d")] })]),
      rules: ["allow change ** project"],
      says: "allow rule-allow rule:allow change ** project",
    },
    {
      name: "but a rule about the command can ask",
      call: reading([part("mkdir d", { class: "write", pathsOnly: true, paths: [path("write", "d")] })]),
      rules: ["allow change ** project", "ask shell mkdir * project"],
      says: "ask rule-ask rule:ask shell mkdir * project",
    },
    {
      name: "the structure of a line needs no rule",
      call: reading([part("cd src", { class: "read", pathsOnly: true }), make]),
      policy: { level: "L2" },
      rules: ["allow shell make * project"],
      says: "allow level-allow level:L2",
    },
    {
      name: "nothing but what reads is structure",
      call: reading([part("cd src", { class: "unknown", pathsOnly: true }), make]),
      rules: ["allow shell make * project"],
      says: "ask level-ask level:L0",
    },
    {
      name: "writing to the scratch folder",
      call: fileCall("write_file", path("write", "/tmp/s/a", { scratch: true })),
      says: "allow level-allow level:L0",
    },
    {
      name: "a change rule covers edit_file",
      call: fileCall("edit_file", path("edit", "src/a.ts")),
      rules: ["allow write_file src/** project"],
      says: "allow rule-allow rule:allow write_file src/** project",
    },
    {
      name: "a deletion by a folder's rule",
      call: fileCall("delete_file", path("delete", "src/a.ts")),
      rules: ["allow delete src/** project"],
      says: "ask exact-only finding:exact-only",
    },
    {
      name: "a deletion by its exact path",
      call: fileCall("delete_file", path("delete", "src/a.ts")),
      rules: ["allow delete src/a.ts project"],
      says: "allow rule-allow rule:allow delete src/a.ts project",
    },
    {
      name: "a deletion in mode allow",
      call: fileCall("delete_file", path("delete", "src/a.ts")),
      policy: { layers: { app: { native: { file: { mode: "allow" } } } } },
      says: "ask exact-only finding:exact-only",
    },
    {
      name: "ask once: this very call",
      call: reading([make]),
      policy: {
        level: "L1",
        rules: [
          {
            id: "once",
            tool: "shell",
            pattern: "*",
            decision: "allow",
            scope: "session",
            when: { argsHash: "h1", cwd: "/home/dev/app" },
          },
        ],
      },
      says: "allow rule-allow rule:once",
    },
    {
      name: "ask once: another call",
      call: reading([make], { argsHash: "h2" }),
      policy: {
        level: "L1",
        rules: [
          {
            id: "once",
            tool: "shell",
            pattern: "*",
            decision: "allow",
            scope: "session",
            when: { argsHash: "h1", cwd: "/home/dev/app" },
          },
        ],
      },
      says: "ask level-ask level:L1",
    },
    {
      name: "ask once: a file tool",
      call: fileCall("write_file", path("write", "a")),
      policy: {
        level: "L1",
        rules: [
          {
            id: "once",
            tool: "write_file",
            pattern: "*",
            decision: "allow",
            scope: "session",
            when: { argsHash: "h1" },
          },
        ],
      },
      says: "allow rule-allow rule:once",
    },
    {
      name: "ask once: only what reads",
      call: reading([part("git push")]),
      policy: {
        level: "L1",
        rules: [
          {
            id: "once",
            tool: "shell",
            pattern: "git *",
            decision: "allow",
            scope: "session",
            when: { readOnly: true },
          },
        ],
      },
      says: "ask level-ask level:L1",
    },
    {
      name: "ask once: a read",
      call: reading([part("git log", { class: "read" })]),
      policy: {
        level: "L1",
        rules: [
          {
            id: "once",
            tool: "shell",
            pattern: "git *",
            decision: "allow",
            scope: "session",
            when: { readOnly: true },
          },
        ],
      },
      says: "allow rule-allow rule:once",
    },
  ],
  "6 exact words": [
    {
      name: "a launcher under a broad rule",
      call: reading([part("python scan.py", { exactOnly: "launcher", spell: ["scan.py"] })]),
      rules: ["allow shell python * project"],
      says: "ask exact-only finding:exact-only",
    },
    {
      name: "a launcher spelled, the rest open",
      call: reading([part("python scan.py --json", { exactOnly: "launcher", spell: ["scan.py"] })]),
      rules: ["allow shell python scan.py * project"],
      says: "allow rule-allow rule:allow shell python scan.py * project",
    },
    {
      name: "a launcher in mode allow",
      call: reading([part("python scan.py", { exactOnly: "launcher", spell: ["scan.py"] })]),
      policy: { layers: { chat: { native: { shell: { mode: "allow" } } } } },
      says: "allow mode-allow layer:chat.native.shell",
    },
    {
      name: "a launcher under the consent",
      call: reading([part("python scan.py", { exactOnly: "launcher", spell: ["scan.py"], projectCode: true })]),
      rules: ["allow project-code * project"],
      says: "allow project-code rule:allow project-code * project",
    },
    {
      name: "an ask rule wins over the consent",
      call: reading([part("python scan.py", { exactOnly: "launcher", projectCode: true })]),
      rules: ["allow project-code * project", "ask shell python * builtin"],
      says: "ask rule-ask preset:ask shell python * builtin",
    },
    {
      name: "destructive under an open rule",
      call: reading([part("git reset --hard", { class: "destructive", exactOnly: "destructive" })]),
      rules: ["allow shell git reset --hard * project"],
      says: "ask exact-only finding:exact-only",
    },
    {
      name: "destructive by its exact words",
      call: reading([part("git reset --hard", { class: "destructive", exactOnly: "destructive" })]),
      rules: ["allow shell git reset --hard project"],
      says: "allow rule-allow rule:allow shell git reset --hard project",
    },
    {
      name: "destructive with a global option that the rule lacks",
      call: reading([
        part("git reset --hard", {
          class: "destructive",
          exactOnly: "destructive",
          globals: [{ text: "-C=/x", kind: "literal", option: "-C" }],
        }),
      ]),
      rules: ["allow shell git reset --hard project"],
      says: "ask exact-only finding:exact-only",
    },
    {
      name: "destructive in mode allow",
      call: reading([part("git reset --hard", { class: "destructive", exactOnly: "destructive" })]),
      policy: { layers: { chat: { native: { shell: { mode: "allow" } } } } },
      says: "ask exact-only finding:exact-only",
    },
    {
      name: "an option's effect under a broad rule",
      call: reading([part("sort -o=b a", { optionEffects: ["-o"] })]),
      rules: ["allow shell sort * project"],
      says: "ask option-effect finding:option-effect",
    },
    {
      name: "an option's effect by its name",
      call: reading([part("sort -o=b a", { optionEffects: ["-o"] })]),
      rules: ["allow shell sort -o * project"],
      says: "allow rule-allow rule:allow shell sort -o * project",
    },
    ...(
      [
        ["aws *", "ask option-effect finding:option-effect"],
        ["aws ec2 *", "allow rule-allow rule:allow shell aws ec2 * project"],
        ["aws ec2 x", "allow rule-allow rule:allow shell aws ec2 x project"],
      ] as const
    ).map(([pattern, says]) => ({
      name: `a subcommand that nothing is known of under ${pattern}`,
      call: reading([part("aws ec2 x", { optionEffects: ["x"], obscure: { name: "x", group: "ec2" } })]),
      rules: [`allow shell ${pattern} project`],
      says,
    })),
    {
      name: "a deletion by a command's exact words",
      call: reading([part("rm a", { class: "destructive", pathsOnly: true, paths: [path("delete", "a")] })]),
      rules: ["allow shell rm a project"],
      says: "allow rule-allow rule:allow shell rm a project",
    },
    {
      name: "a deletion by a command's broad rule",
      call: reading([part("rm a", { class: "destructive", pathsOnly: true, paths: [path("delete", "a")] })]),
      rules: ["allow shell rm * project"],
      says: "ask exact-only finding:exact-only",
    },
  ],
  "6 allowlist": [
    {
      name: "a pattern that matches",
      call: reading([part("npm test")]),
      policy: { layers: { chat: { native: { shell: { mode: "allowlist", allowlist: ["npm (test|run .*)"] } } } } },
      says: "allow allowlist allowlist:chat.native.shell",
    },
    {
      name: "every part must match one",
      call: reading([part("npm test"), make]),
      policy: { layers: { chat: { native: { shell: { mode: "allowlist", allowlist: ["npm .*"] } } } } },
      says: "ask mode-ask layer:chat.native.shell",
    },
    {
      name: "anchored at both ends",
      call: reading([part("npm testing")]),
      policy: { layers: { chat: { native: { shell: { mode: "allowlist", allowlist: ["npm test"] } } } } },
      says: "ask mode-ask layer:chat.native.shell",
    },
    {
      name: "never as exact words",
      call: reading([part("python x.py", { exactOnly: "launcher" })]),
      policy: { layers: { chat: { native: { shell: { mode: "allowlist", allowlist: ["python .*"] } } } } },
      says: "ask exact-only finding:exact-only",
    },
    {
      name: "below every rule",
      call: reading([part("npm test")]),
      policy: { layers: { chat: { native: { shell: { mode: "allowlist", allowlist: ["npm .*"] } } } } },
      rules: ["ask shell npm * builtin"],
      says: "ask rule-ask preset:ask shell npm * builtin",
    },
    {
      name: "only while its entry is the winning one",
      call: reading([part("npm test")]),
      policy: {
        layers: {
          chat: { native: { shell: { mode: "ask" } } },
          app: { native: { shell: { mode: "allowlist", allowlist: ["npm .*"] } } },
        },
      },
      says: "ask mode-ask layer:chat.native.shell",
    },
    {
      name: "a pattern of the bare name covers any arguments",
      call: use(mcp({ class: "write" }), { text: "mcp__git__commit hello" }),
      policy: { layers: { chat: { mcp: { shared: { mode: "allowlist", allowlist: ["mcp__git__.*t"] } } } } },
      says: "allow allowlist allowlist:chat.mcp.shared",
    },
    {
      name: "no pattern of a line allows a redirection",
      call: reading([part("echo x", { paths: [path("write", "a")] })]),
      policy: { layers: { chat: { native: { shell: { mode: "allowlist", allowlist: ["echo .*"] } } } } },
      says: "ask mode-ask layer:chat.native.shell",
    },
    {
      name: "a pattern of the shell's name says nothing about a line",
      call: reading([make]),
      policy: { layers: { chat: { native: { shell: { mode: "allowlist", allowlist: ["\\w+"] } } } } },
      says: "ask mode-ask layer:chat.native.shell",
    },
    {
      name: "a pattern of another tool covers its path",
      call: use(mcp({ class: "write" }), { text: "mcp__git__commit hello", paths: [path("write", "a")] }),
      policy: { layers: { chat: { mcp: { shared: { mode: "allowlist", allowlist: ["mcp__git__commit h.*"] } } } } },
      says: "allow allowlist allowlist:chat.mcp.shared",
    },
    {
      name: "but no deletion",
      call: use(mcp({ class: "write" }), { text: "mcp__git__commit hello", paths: [path("delete", "a")] }),
      policy: { layers: { chat: { mcp: { shared: { mode: "allowlist", allowlist: ["mcp__git__commit h.*"] } } } } },
      says: "ask mode-ask layer:chat.mcp.shared",
    },
  ],
  "7 grants": [
    { name: "outside", call: fileCall("read_file", path("read", "/etc/passwd")), says: "ask outside-grants grant" },
    {
      name: "outside with nobody there",
      call: { ...fileCall("read_file", path("read", "/etc/passwd")), attended: false },
      says: "deny outside-grants grant",
    },
    {
      name: "outside without any grant",
      call: fileCall("read_file", path("read", "a")),
      policy: { grants: [] },
      says: "deny outside-grants grant",
    },
    {
      name: "never by the text of the path",
      call: fileCall("read_file", path("read", "/home/dev/app2/a")),
      says: "ask outside-grants grant",
    },
    {
      name: "where it leads counts",
      call: fileCall("read_file", path("read", "link", { canonical: "/etc/passwd" })),
      says: "ask outside-grants grant",
    },
    {
      name: "where it leads is unknown",
      call: fileCall("read_file", path("read", "a", { canonical: null })),
      says: "ask outside-grants grant",
    },
    {
      name: "a capability that is missing",
      call: fileCall("write_file", path("write", "a")),
      policy: { grants: [{ root: "/home/dev/app", recursive: true, can: ["read"] }] },
      rules: ["allow change ** project"],
      says: "ask grant-missing finding:grant-missing",
    },
    {
      name: "a place without user data",
      call: fileCall("read_file", path("read", "/usr/include/a.h", { system: true })),
      says: "allow level-allow level:L0",
    },
    {
      name: "the working directory of a command",
      call: reading([ls], { cwd: "/srv" }),
      says: "ask outside-grants grant",
    },
  ],
  "8 guard": [
    {
      name: "a class D path",
      call: fileCall("read_file", path("read", "a", { protected: "D" })),
      rules: ["allow read ** run"],
      says: "deny protected finding:protected",
    },
    {
      name: "a class W path, read",
      call: fileCall("read_file", path("read", "a", { protected: "W" })),
      says: "allow level-allow level:L0",
    },
    {
      name: "a class W path, written",
      call: fileCall("write_file", path("write", "a", { protected: "W" })),
      rules: ["allow change ** project"],
      says: "ask protected finding:protected",
    },
    {
      name: "a class R path, read",
      call: fileCall("read_file", path("read", ".env", { protected: "R" })),
      rules: ["allow read .env project"],
      says: "ask protected finding:protected",
    },
    {
      name: "a device",
      call: fileCall("read_file", path("read", "a", { kind: "device" })),
      says: "deny protected finding:protected",
    },
    {
      name: "a socket that is protected as well",
      call: fileCall("read_file", path("read", ".ssh/agent", { kind: "socket", protected: "R" })),
      says: "deny protected finding:protected",
    },
    {
      name: "a pipe that is written",
      call: fileCall("write_file", path("write", ".git/pipe", { kind: "fifo", protected: "W" })),
      says: "deny protected finding:protected",
    },
    {
      name: "a device that holds nothing, read",
      call: fileCall("read_file", path("read", "/dev/null", { kind: "device", system: true })),
      says: "allow level-allow level:L0",
    },
    {
      name: "another name of a file",
      call: fileCall("read_file", path("read", "a", { kind: "hardlink" })),
      says: "ask protected finding:protected",
    },
    {
      name: "a finding turns an allow into an ask",
      call: reading([
        part("ls", {
          class: "read",
          findings: [{ code: "program-shadowed", message: "m", answer: "full", gates: true }],
        }),
      ]),
      rules: ["allow shell ls * project"],
      says: "ask program-shadowed finding:program-shadowed",
    },
    {
      name: "a finding that informs does not",
      call: reading([ls], {
        findings: [{ code: "project-policy-unreviewed", message: "m", answer: "person", gates: false }],
      }),
      says: "allow level-allow level:L0",
    },
    {
      name: "a browser act",
      call: use(builtin("browser_click")),
      policy: { layers: { chat: { native: { browser: { mode: "allow" } } } } },
      says: "ask person-act finding:person-act",
    },
    {
      name: "a browser read",
      call: use(builtin("browser_read")),
      policy: { layers: { chat: { native: { browser: { mode: "allow" } } } } },
      says: "allow mode-allow layer:chat.native.browser",
    },
  ],
  "9 floor": [
    {
      name: "an enforced ask",
      call: reading([ls]),
      policy: {
        layers: {
          app: { native: { shell: { mode: "ask", enforced: true } } },
          chat: { native: { shell: { mode: "allow" } } },
        },
      },
      says: "ask enforced-ask layer:app.native.shell",
    },
    {
      name: "a managed ask under a narrower allow",
      call: reading([make]),
      rules: ["allow shell make all run", "ask shell make * managed"],
      says: "ask rule-ask rule:ask shell make * managed",
    },
    {
      name: "a managed allowlist that cannot be read",
      call: reading([ls]),
      policy: {
        layers: {
          managed: { native: { shell: { mode: "allowlist", allowlist: ["(a)\\1"] } } },
          chat: { native: { shell: { mode: "allow" } } },
        },
      },
      says: "ask enforced-ask layer:managed.native.shell",
    },
    {
      name: "one that can be read tightens nothing",
      call: reading([ls]),
      policy: {
        layers: {
          managed: { native: { shell: { mode: "allowlist", allowlist: ["a"] } } },
          chat: { native: { shell: { mode: "allow" } } },
        },
      },
      says: "allow mode-allow layer:chat.native.shell",
    },
    {
      name: "a project's ask under a narrower allow",
      call: reading([make]),
      rules: ["allow shell make all run", "ask shell make * project"],
      says: "allow rule-allow rule:allow shell make all run",
    },
  ],
  "10 answer": [
    {
      name: "full access",
      call: reading([make]),
      policy: { approvalMode: "full" },
      says: "allow full-access approval:full",
    },
    {
      name: "full access never answers an ask rule",
      call: reading([make]),
      policy: { approvalMode: "full" },
      rules: ["ask shell make * project"],
      says: "ask rule-ask rule:ask shell make * project",
    },
    {
      name: "full access never answers an enforced ask",
      call: reading([make]),
      policy: { approvalMode: "full", layers: { managed: { native: { shell: { mode: "ask" } } } } },
      says: "ask level-ask level:L0",
    },
    {
      name: "full access at L2 acts as ask",
      call: reading([make]),
      policy: { approvalMode: "full", level: "L2" },
      says: "ask level-ask level:L2",
    },
    {
      name: "every reason must admit it",
      call: reading([
        make,
        part("x", { findings: [{ code: "unreadable", message: "m", answer: "person", gates: true }] }),
      ]),
      policy: { approvalMode: "full" },
      says: "ask level-ask level:L0",
    },
    {
      name: "full access never loosens policy",
      call: use(builtin("app_security")),
      policy: { approvalMode: "full" },
      says: "ask level-ask level:L0",
    },
    {
      name: "an explicit allow may",
      call: use(builtin("app_security")),
      policy: { layers: { app: { native: { app_security: { mode: "allow" } } } } },
      says: "allow mode-allow layer:app.native.app_security",
    },
  ],
  "11 attendance": [
    { name: "nobody there", call: reading([make], { attended: false }), says: "deny unattended attendance" },
    {
      name: "the review may answer",
      call: reading([make], { attended: false }),
      policy: { approvalMode: "review" },
      says: "ask level-ask level:L0",
    },
    {
      name: "the review may not answer",
      call: reading([make], { attended: false }),
      policy: { approvalMode: "review" },
      rules: ["ask shell make * project"],
      says: "deny unattended attendance",
    },
    {
      name: "the review never answers a deletion",
      call: { ...fileCall("delete_file", path("delete", "a")), attended: false },
      policy: { approvalMode: "review" },
      says: "deny unattended attendance",
    },
    { name: "nothing to answer", call: reading([ls], { attended: false }), says: "allow level-allow level:L0" },
  ],
};

describe.each(Object.entries(ROWS))("stage %s", (_stage, rows) => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", (_name, { call, policy, rules, says }) => {
    expect(short(answer(call, policyOf(policy, rules)))).toBe(says);
  });
});

test("deciding takes time in proportion to the parts of a call", () => {
  const few = msOf(1_000);
  expect(msOf(10_000)).toBeLessThan(40 * few); // in proportion ten times, part by part against all parts a hundred
});

/** CPU time of deciding a call of so many parts, the best of five. */
function msOf(count: number): number {
  const call = reading(Array.from({ length: count }, (_, at) => part(`git push r${at}`)));
  const policy = policyOf({});
  const spans = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    answer(call, policy);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...spans);
}
