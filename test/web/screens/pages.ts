import { changedTool, freshPolicy, mcpServer, proposedFile, sameTool } from "../fixture-policy.ts";
import { approval, edit, mcp, project, push, unopened } from "../fixtures.ts";
import type { Fixture } from "../fixture-server.ts";
import type { Screen } from "./screen.ts";

const done = approval("apr_done", {
  state: "executed",
  answer: { decision: "allow", by: "Ana", at: 0, remembered: "npm test *", note: null },
});
const waiting = () => ({ approvals: [push, edit, mcp, done], projects: [project, unopened] });
const set = (): Partial<Fixture> => ({
  policy: {
    ...freshPolicy(),
    files: [proposedFile],
    layers: {
      managed: { native: { browser: { mode: "off" } } },
      app: { native: { shell: { mode: "allowlist", allowlist: ["git .*"] }, read_file: { mode: "allow" } } },
    },
  },
});
const openAll: Screen["act"] = (page) =>
  page.evaluate(() => document.querySelectorAll("main details").forEach((each) => each.setAttribute("open", "")));

export const PAGES: readonly Screen[] = [
  {
    name: "inbox",
    says: "The inbox",
    path: "/inbox",
    waits: "Discards commits",
    state: waiting,
    also: ["dark", "phone"],
  },
  { name: "inbox-settled", says: "The inbox when nothing waits", path: "/inbox", waits: "Nothing waits for you" },
  {
    name: "inbox-many",
    says: "Many calls that wait, and the way to allow those on screen",
    path: "/inbox",
    waits: "Runs job 0",
    state: () => ({
      approvals: Array.from({ length: 40 }, (_, i) => approval(`apr_${i}`, { summary: `Runs job ${i}` })),
    }),
    act: async (page) => {
      await page.keyboard.press("a");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "project-question",
    says: "What agents may do in a new project",
    path: `/inbox/project:${unopened.id}`,
    waits: "What may agents do",
    state: waiting,
  },
  {
    name: "stopped",
    says: "Everything is stopped",
    path: "/inbox",
    waits: "Everything is stopped",
    state: () => ({ stopped: true }),
  },
  {
    name: "stop",
    says: "The question before everything is stopped",
    path: "/rules",
    waits: "npm run *",
    act: async (page) => {
      await page.getByRole("button", { name: "Stop all" }).click();
      await page.getByRole("button", { name: "Stop everything" }).waitFor();
    },
  },
  {
    name: "offline",
    says: "The host does not answer",
    path: "/inbox",
    waits: "Discards commits",
    state: waiting,
    act: async (page, server) => {
      server.state.down = true;
      server.drop();
      await page.getByText("The host does not answer.", { exact: false }).first().waitFor();
    },
  },
  {
    name: "fault",
    says: "A page whose data did not come",
    path: "/rules",
    waits: "could not be loaded",
    state: () => ({ fails: ["/api/settings/command-rules"] }),
  },
  {
    name: "loading",
    says: "A page whose data is on its way",
    path: "/rules",
    waits: "Rules",
    state: () => ({ hangs: ["/api/settings/command-rules"] }),
    act: (page) => page.locator("[aria-label^='Loading'] > *").first().waitFor(),
  },
  {
    name: "keys",
    says: "The sheet of keys",
    path: "/inbox",
    waits: "Nothing waits for you",
    act: async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
    },
  },
  { name: "rules", says: "Rules", path: "/rules", waits: "npm run *", also: ["phone"] },
  { name: "rules-add", says: "A new rule", path: "/rules?add=true", waits: "Save the rule" },
  { name: "rules-none", says: "No rules yet", path: "/rules", waits: "No rules yet", state: () => ({ rules: [] }) },
  {
    name: "rules-try",
    says: "A command that is tried",
    path: "/rules",
    waits: "npm run *",
    act: async (page) => {
      await page.getByRole("textbox", { name: "Try a command" }).fill("npm publish");
      await page.getByText("No rule speaks of it", { exact: false }).first().waitFor();
    },
  },
  { name: "audit", says: "The audit", path: "/audit", waits: "git status", also: ["phone"] },
  { name: "audit-line", says: "One line of the audit", path: "/audit?line=238", waits: "What the card showed" },
  {
    name: "audit-none",
    says: "A search without a find",
    path: "/audit?q=nothing",
    waits: "No line",
    state: () => ({ audit: [] }),
  },
  {
    name: "tools",
    says: "Tools for every project",
    path: "/tools",
    waits: "Run a command line",
    also: ["dark", "phone"],
  },
  {
    name: "tools-set",
    says: "Tools that are set, with an allowlist that is open",
    path: "/tools",
    waits: "Set for every project",
    state: set,
    act: async (page) => {
      await page.getByRole("button", { name: "Edit the list of Commands" }).click();
      await page.getByLabel("Try it on").fill("git status");
    },
  },
  {
    name: "tools-project",
    says: "Tools of one project",
    path: "/tools?scope=project",
    waits: "Off for all",
    state: set,
  },
  {
    name: "tools-chat",
    says: "Tools and autonomy of one chat",
    path: "/tools?scope=chat",
    waits: "Read freely",
    act: openAll,
  },
  {
    name: "project",
    says: "A project: its folders, and its own file that nobody has accepted",
    path: `/projects/${project.id}`,
    waits: "/home/ana/notes",
    state: set,
    act: openAll,
    also: ["phone"],
  },
  {
    name: "settings",
    says: "Settings",
    path: "/settings",
    waits: "Data directory",
    state: waiting,
    also: ["dark", "phone"],
  },
  {
    name: "settings-mcp",
    says: "An MCP tool whose text has changed since it was accepted",
    path: "/settings",
    waits: "Also read",
    state: () => ({ policy: { ...freshPolicy(), mcpServers: [mcpServer], mcpTools: [changedTool, sameTool] } }),
    act: async (page) => {
      await openAll(page, undefined as never);
      await page.getByText("Also read").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "welcome",
    says: "The first run",
    path: "/welcome",
    waits: "Decide what your agents may do",
    also: ["phone"],
  },
  { name: "login", says: "Signing in", path: "/login", waits: "assent --recover", frameless: true },
  {
    name: "login-used",
    says: "A login link that was used",
    path: "/login#used",
    waits: "This link does not sign in",
    state: () => ({ signedIn: false }),
    frameless: true,
  },
  {
    name: "not-found",
    says: "An address that is none",
    path: "/nowhere",
    waits: "There is no such page",
    frameless: true,
  },
];
