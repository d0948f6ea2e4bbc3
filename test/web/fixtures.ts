import type { Finding } from "../../src/core/reading.ts";
import type { ApprovalView, PartView } from "../../src/wire/approval.ts";
import type { AuditLine } from "../../src/wire/audit.ts";
import type { RuleView } from "../../src/wire/rule.ts";
import type { AgentView, ProjectView } from "../../src/wire/session.ts";

export const NOW = Date.now();

export const project: ProjectView = {
  id: "prj_app",
  path: "/home/ana/app",
  name: "app",
  opened: "edit",
  gitWorkTree: true,
};
export const unopened: ProjectView = {
  id: "prj_site",
  path: "/home/ana/site",
  name: "site",
  opened: "unanswered",
  gitWorkTree: true,
};
export const claude: AgentView = { name: "claude-code", title: "Claude Code", lastSeen: NOW - 20_000, sessions: 2 };

export function part(text: string, more: Partial<PartView> = {}): PartView {
  const program = text.split(" ")[0] ?? null;
  return {
    text,
    program,
    file: `/usr/bin/${program}`,
    class: "execute",
    effect: "ask",
    code: "level-ask",
    reason: "no rule speaks of it",
    decidedBy: { kind: "level", id: "L0" },
    findings: [],
    paths: [],
    ...more,
  };
}

export function finding(code: string, message: string, more: Partial<Finding> = {}): Finding {
  return { code, message, answer: "person", gates: true, ...more };
}

/** A call that waits: `npm test`, unless told otherwise. */
export function approval(id: string, more: Partial<ApprovalView> = {}): ApprovalView {
  return {
    id,
    state: "pending",
    digest: id.padEnd(64, "0"),
    createdAt: NOW - 60_000,
    project: { id: project.id, path: project.path, name: project.name },
    chat: { id: "chat_1", title: "Mend the build", agent: "Claude Code" },
    run: "run_1",
    callId: `call_${id}`,
    tool: { id: "shell", name: "Bash", title: "Run a command", origin: "agent", trusted: true },
    source: "external",
    summary: "Runs npm test",
    args: { command: "npm test" },
    masked: [],
    edited: false,
    cwd: "/home/ana/app",
    timeoutMs: 30_000,
    outputLimit: 65_536,
    callsLeft: null,
    class: "execute",
    reason: "No rule speaks of it, and it runs code of the project.",
    code: "level-ask",
    decidedBy: { kind: "level", id: "L0" },
    answerBy: "person",
    level: "L0",
    parts: [part("npm test")],
    findings: [],
    offers: [
      { kind: "subcommand", rules: [{ tool: "shell", pattern: "npm test *" }] },
      { kind: "exact", rules: [{ tool: "shell", pattern: "npm test" }] },
    ],
    askOnce: false,
    change: null,
    missingScopes: [],
    askedIn: "inbox",
    explanation:
      "1 identity     shell, known\n5 mode         ask (built-in default)\n6 parts        `npm test`: no rule, level L0 asks for execute\n               a rule `npm test *` allow in project scope would allow this\n10 answer      a person answers",
    answer: null,
    outcome: null,
    ...more,
  };
}

export const push = approval("apr_push", {
  createdAt: NOW - 240_000,
  summary: "Discards commits on origin/main that are not in yours",
  reason: "A push with --force rewrites the remote branch, which only its exact words allow.",
  class: "destructive",
  args: { command: "cd web && npm run build && git push --force origin main", description: "Publish the build" },
  parts: [
    part("cd web", { effect: "allow", class: "read", reason: "stays in the project", code: "level-allow" }),
    part("npm run build", {
      effect: "allow",
      reason: "rule npm run * (this project)",
      decidedBy: { kind: "rule", id: "rule_1" },
      code: "rule-allow",
    }),
    part("git push --force origin main", {
      class: "destructive",
      reason: "discards commits on origin/main that are not in yours",
      code: "exact-only",
      findings: [finding("exact-only", "only a rule with exactly these words allows it", { gates: false })],
    }),
  ],
  offers: [{ kind: "exact", rules: [{ tool: "shell", pattern: "git push --force origin main" }] }],
});

const before = Array.from({ length: 40 }, (_, i) => `export const line${i + 1} = ${i + 1};`).join("\n");
export const edit = approval("apr_edit", {
  createdAt: NOW - 180_000,
  tool: { id: "edit_file", name: "Edit", title: "Edit a file", origin: "agent", trusted: true },
  summary: "Changes 3 lines in src/build/config.ts",
  reason: "The file is outside of what this project may edit.",
  class: "write",
  args: {
    file_path: "/home/ana/app/src/build/config.ts",
    old_string: "export const line12 = 12;",
    new_string: "export const line12 = readEnv('LINE') ?? 12;",
  },
  parts: [
    part("edit_file src/build/config.ts", {
      program: null,
      class: "write",
      paths: [
        { act: "edit", spelling: "/home/ana/app/src/build/config.ts", canonical: "/home/ana/app/src/build/config.ts" },
      ],
    }),
  ],
  offers: [
    { kind: "folder", rules: [{ tool: "change", pattern: "src/build/**" }] },
    { kind: "path", rules: [{ tool: "change", pattern: "src/build/config.ts" }] },
    { kind: "project", rules: [{ tool: "change", pattern: "**" }] },
  ],
  change: {
    path: "/home/ana/app/src/build/config.ts",
    before,
    after: before
      .replace(
        "export const line12 = 12;",
        "export const line12 = readEnv('LINE') ?? 12;\nexport const line12b = line12 * 2;",
      )
      .replace("line31 = 31", "line31 = 310"),
    cut: 0,
  },
});

export const mcp = approval("apr_mcp", {
  createdAt: NOW - 120_000,
  tool: {
    id: "mcp__github__create_issue",
    name: "create_issue",
    title: "Create an issue",
    origin: "mcp",
    server: "github",
    trusted: false,
    hints: { readOnlyHint: true },
  },
  source: "model",
  summary: "Calls create_issue on the server github",
  reason: "Nobody has said what kind of tool this is.",
  class: "unknown",
  cwd: null,
  args: {
    owner: "assent",
    repo: "app",
    title: "Build fails on Node 24",
    labels: ["bug", "build"],
    draft: false,
    milestone: 3,
    body: "Steps:\n1. npm ci\n2. npm run build",
  },
  beside: { _meta: { "example/trace": "4bf92f\u202e" } },
  parts: [part("create_issue", { program: null, class: "unknown" })],
  findings: [finding("unknown-tool", "The tool calls itself read-only, which nobody has checked.", { gates: true })],
  offers: [{ kind: "tool", rules: [{ tool: "mcp__github__create_issue", pattern: "*" }] }],
});

/** `assent rules add` in a terminal. */
export const addsRule = approval("apr_rule", {
  chat: { id: "chat_t", title: "terminal", agent: "terminal" },
  tool: {
    id: "app_security",
    name: "app_security",
    title: "Change what agents may do",
    origin: "builtin",
    trusted: true,
  },
  summary: "Adds a rule: allow `git push *` in app.",
  reason: "what fits it then runs without a question, whatever words follow",
  class: "admin",
  code: "person-act",
  args: { do: "add-rule", tool: "shell", pattern: "git push *", decision: "allow", scope: "project" },
  parts: [part("app_security add-rule", { program: null, class: "admin", code: "person-act" })],
  findings: [finding("person-act", "only a person may let this happen")],
  offers: [],
});

/** A command in two parts, each with warnings of its own. */
export const warned = approval("apr_warned", {
  summary: "Deletes files that are not tracked: `git clean -f` and one more command.",
  reason: "this deletes files that are not tracked",
  code: "exact-only",
  args: { command: "cat .env && git clean -f" },
  parts: [
    part("cat .env", {
      reason: "`.env` is protected: it may hold passwords",
      code: "protected",
      findings: [
        finding("protected", "`.env` is protected: it may hold passwords"),
        finding("network-target", "made up, about cat"),
      ],
    }),
    part("git clean -f", {
      reason: "this deletes files that are not tracked",
      code: "exact-only",
      findings: [finding("exact-only", "this deletes files that are not tracked")],
    }),
  ],
  findings: [
    finding("protected", "`.env` is protected: it may hold passwords"),
    finding("network-target", "made up, about cat"),
    finding("exact-only", "this deletes files that are not tracked"),
    finding("no-cwd", "there is no working directory"),
  ],
  offers: [],
});

/** What may be remembered is broad, or narrow. */
export const build = approval("apr_build", {
  summary: "Runs a script of the project's package.json: `npm run build`.",
  reason: "this runs a script of the project's package.json",
  args: { command: "npm run build" },
  parts: [part("npm run build", { reason: "this runs a script of the project's package.json" })],
  offers: [
    { kind: "consent", rules: [{ tool: "project-code", pattern: "*" }] },
    { kind: "subcommand", rules: [{ tool: "shell", pattern: "npm run build *" }] },
    { kind: "exact", rules: [{ tool: "shell", pattern: "npm run build" }] },
  ],
});

export const rules: readonly RuleView[] = [
  rule("rule_1", "shell", "npm run *", "allow", "project"),
  rule("rule_2", "shell", "git push *", "ask", "global"),
  rule("rule_3", "change", "src/**", "allow", "project"),
  rule("rule_4", "read", ".env", "deny", "global"),
  rule("rule_5", "web_fetch", "docs.python.org/**", "allow", "chat"),
  rule("builtin_1", "shell", "git commit *", "allow", "builtin"),
  rule("builtin_2", "shell", "git fetch *", "allow", "builtin"),
  rule("builtin_3", "shell", "mkfs *", "deny", "builtin"),
];

function rule(id: string, tool: string, pattern: string, decision: RuleView["decision"], scope: string): RuleView {
  const target =
    scope === "project"
      ? { id: project.id, name: project.name }
      : scope === "chat"
        ? { id: "chat_1", name: "Mend the build" }
        : null;
  const readOnly = scope === "builtin";
  return {
    id,
    tool,
    pattern,
    decision,
    scope,
    target,
    expiresAt: null,
    note: null,
    createdBy: readOnly ? null : "Ana",
    createdAt: readOnly ? null : NOW - 86_400_000,
    readOnly,
    fault: null,
  };
}

const TYPES = [
  "approval.approved",
  "approval.pending",
  "approval.approved",
  "approval.executing",
  "approval.executed",
  "rule.added",
];
const EFFECTS: Readonly<Record<string, "allow" | "ask">> = { "approval.pending": "ask", "approval.approved": "allow" };

/** A trail, newest first. */
export function auditLines(count: number): readonly AuditLine[] {
  return Array.from({ length: count }, (_, i) => {
    const seq = count - i;
    const type = TYPES[seq % TYPES.length] ?? "approval.approved";
    const command = ["git status", "npm test", "git push --force origin main", "ls -la src"][seq % 4];
    return {
      seq,
      at: NOW - i * 7_000,
      type,
      actor: type === "approval.approved" || type === "rule.added" ? "person:ana" : "agent:claude-code",
      chat: "chat_1",
      approval: type === "rule.added" ? null : `apr_${seq}`,
      data: {
        tool: "shell",
        command,
        effect: EFFECTS[type],
        code: "level-allow",
        reason: "stays in the project and only reads",
      },
      hash: seq.toString(16).padStart(64, "a"),
    };
  });
}
