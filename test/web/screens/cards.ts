import type { ApprovalView } from "../../../src/wire/approval.ts";
import { addsRule, approval, build, edit, finding, mcp, part, push, warned } from "../fixtures.ts";
import type { Screen } from "./screen.ts";

/** A card at its own address. */
function card(
  name: string,
  [says, waits]: readonly [string, string | RegExp],
  view: ApprovalView,
  more: Partial<Screen> = {},
): Screen {
  return {
    name: `card-${name}`,
    says,
    waits,
    path: `/inbox/${view.id}`,
    state: () => ({ approvals: [{ ...view }] }),
    ...more,
  };
}

const tool = (id: string, title: string) => ({ id, name: id, title, origin: "builtin", trusted: true });
const by = (decision: "allow" | "deny", more: object = {}) =>
  ({ decision, by: "Ana", at: 0, remembered: null, note: null, ...more }) as const;

const newFile = approval("apr_new", {
  tool: tool("write_file", "Write a file"),
  summary: "Writes the new file docs/setup.md",
  reason: "no rule covers it",
  class: "write",
  args: { path: "/home/ana/app/docs/setup.md", content: "# Setup\n\n1. npm ci\n2. npm start\n" },
  parts: [part("write_file docs/setup.md", { program: null, class: "write" })],
  change: { path: "/home/ana/app/docs/setup.md", before: null, after: "# Setup\n\n1. npm ci\n2. npm start\n", cut: 0 },
  offers: [{ kind: "path", rules: [{ tool: "change", pattern: "docs/setup.md" }] }],
});
const huge = "export const line = 'a line of a generated file that nobody reads';\n".repeat(76_000);
const fetch = approval("apr_fetch", {
  tool: tool("web_fetch", "Fetch a web page"),
  source: "model",
  summary: "Reads docs.example.org/guide",
  reason: "no rule covers this host",
  class: "network",
  cwd: null,
  args: { url: "https://docs.example.org/guide?topic=build" },
  parts: [part("GET https://docs.example.org/guide?topic=build", { program: null, class: "network" })],
  offers: [
    { kind: "host", rules: [{ tool: "web_fetch", pattern: "docs.example.org/**" }] },
    { kind: "url", rules: [{ tool: "web_fetch", pattern: "docs.example.org/guide" }] },
  ],
});
const removal = approval("apr_removal", {
  tool: tool("delete_directory", "Delete a folder"),
  source: "model",
  summary: "Deletes build/ with 214 files",
  reason: "a deletion is asked about each time",
  code: "exact-only",
  class: "destructive",
  args: { path: "/home/ana/app/build" },
  parts: [part("delete_directory build", { program: null, class: "destructive" })],
  offers: [],
});
const subagent = approval("apr_sub", {
  tool: tool("subagent", "Give a task away"),
  source: "model",
  summary: "Starts a subagent: Count the tests",
  reason: "no rule covers it",
  class: "delegate",
  args: { title: "Count the tests", task: "Count the tests in each folder of test/ and say which have none." },
  parts: [],
  offers: [{ kind: "tool", rules: [{ tool: "subagent", pattern: "*" }] }],
});
const parts = Array.from({ length: 200 }, (_, i) => part(`cat file${i}`, i % 50 === 0 ? {} : { effect: "allow" }));
const rightToLeft = "echo 'שלום עולם' > הערות.txt && cat readme.txt";

export const CARDS: readonly Screen[] = [
  card("command", ["A command in its parts, each with its own answer", "Discards commits"], push, {
    also: ["dark", "phone"],
  }),
  card("remember", ["What may be remembered, and where", "npm run build"], build, {
    act: async (page) => {
      await page.waitForTimeout(700);
      await page.keyboard.press("3");
      await page.getByRole("form", { name: "Always allow" }).waitFor();
    },
  }),
  card("deny-note", ["A denial with a note for the model", "npm test"], approval("apr_a"), {
    act: async (page) => {
      await page.getByRole("button", { name: "Deny with a note" }).click();
      await page.keyboard.type("Use the staging branch.");
    },
  }),
  card("editing", ["The command edited before it runs, with its new verdict", "Discards commits"], push, {
    act: async (page) => {
      await page.getByRole("button", { name: "Edit before it runs" }).click();
      await page.getByLabel("command string").fill("git status");
      await page.getByText("It only reads.").first().waitFor();
    },
  }),
  card("edit", ["An edit of a file, side by side", "export const line9"], edit, { also: ["phone"] }),
  card("new-file", ["A new file", "npm start"], newFile),
  card("huge-change", ["A change of 5 MB: head and tail, and Allow waits", "not shown"], {
    ...edit,
    id: "apr_huge",
    summary: "Replaces generated.ts",
    args: { path: "/home/ana/app/generated.ts" },
    change: { path: "/home/ana/app/generated.ts", before: "", after: huge, cut: 0 },
  }),
  card("mcp", ["A call of an MCP tool, its arguments with their types", "milestone"], mcp),
  card("address", ["A web page", "docs.example.org"], fetch),
  card("deletion", ["A deletion that no rule can allow", "Deletes build/"], removal),
  card("warnings", ["Warnings under the parts that they are about", "Deletes files"], warned),
  card("unreadable", ["Text that would look like something else, made visible", "cannot be read"], {
    ...approval("apr_risky"),
    args: { command: "x\u202e\u200b".repeat(900) },
    findings: [finding("unreadable", "the command cannot be read for certain")],
    offers: [],
  }),
  card("right-to-left", ["Right-to-left text in a command", "readme.txt"], {
    ...approval("apr_rtl"),
    args: { command: rightToLeft },
    summary: "Writes הערות.txt",
    parts: [part("echo 'שלום עולם'"), part("cat readme.txt", { effect: "allow", reason: "only reads" })],
  }),
  card("long-command", ["A command of two hundred parts", "196 parts that may run"], {
    ...approval("apr_long"),
    summary: "Runs 200 commands",
    args: { command: parts.map(({ text }) => text).join(" && ") },
    parts,
  }),
  card("secret", ["A secret that is masked until it is asked for", "Show masked secrets"], {
    ...approval("apr_secret"),
    summary: "Sends a request to localhost",
    args: { command: "curl -H 'Authorization: Bearer ••••' localhost" },
    masked: ["$.command"],
  }),
  card("ask-once", ["At “once each” the first button remembers this very call", "Allow, ask once"], {
    ...approval("apr_once"),
    askOnce: true,
    level: "L1",
  }),
  card("assessed", ["What a model says of it, which answers nothing here", "public port"], {
    ...approval("apr_assessed"),
    assessment: { verdict: "ask", risk: "medium", reason: "The tests start a server on a public port.", at: 0 },
  }),
  card("subagent", ["A subagent, with the model that it would run on", "Count the tests"], subagent),
  card("terminal", ["A rule that a terminal asks for", "Adds a rule"], addsRule),
  card("in-agent", ["A call that the agent asks about in its own prompt", "asks this in its own prompt"], {
    ...approval("apr_agent"),
    askedIn: "agent",
  }),
  card("allowed", ["Answered: what came of it", "Allowed by Ana"], {
    ...approval("apr_done"),
    state: "executed",
    answer: by("allow", { remembered: "npm test *" }),
    outcome: { ok: true, text: "42 tests passed\n", at: 0 },
  }),
  card("denied", ["Answered: denied, with a note", "Denied by Ana"], {
    ...approval("apr_denied"),
    state: "denied",
    answer: by("deny", { note: "Use the staging branch." }),
  }),
  card("unknown", ["Allowed, and nobody knows whether it ran", "Allowed by Ana"], {
    ...approval("apr_unknown"),
    state: "unknown",
    answer: by("allow"),
    outcome: { ok: false, code: "EUNKNOWN", text: "the host ended while it ran", at: 0 },
  }),
  card("void", ["Not run, since something changed before", "Not run"], { ...approval("apr_void"), state: "void" }),
];
