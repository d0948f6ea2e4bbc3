import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { freshPolicy, proposedFile } from "./fixture-policy.ts";
import { approval, project } from "./fixtures.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

const { bodies } = stage;
const mode = (page: Page, of: string, name: string) =>
  page.getByRole("group", { name: `Mode of ${of}`, exact: true }).getByText(name, { exact: true });
const checked = (page: Page, of: string): Promise<string> =>
  page
    .getByRole("group", { name: `Mode of ${of}`, exact: true })
    .evaluate((group) => group.querySelector("input:checked")?.parentElement?.textContent ?? "none");

describe("a notification on the desktop", () => {
  it("is asked for by a click, and tells of a call that comes while nobody looks, without its text", async () => {
    stage.server.reset({ approvals: [] });
    const page = await stage.open("/settings");
    await page.evaluate(() => {
      const told: unknown[] = [];
      class Told extends EventTarget {
        static permission = "default";
        static async requestPermission() {
          return (Told.permission = "granted");
        }
        constructor(title: string, { body }: { body: string }) {
          super();
          told.push([title, body]);
        }
      }
      Object.assign(globalThis, { Notification: Told, told });
      document.hasFocus = () => false;
    });
    await page
      .getByRole("link", { name: /^Tools/ })
      .first()
      .click();
    await page
      .getByRole("link", { name: /^Settings/ })
      .first()
      .click();
    stage.server.add(approval("apr_before"));
    await page.waitForFunction(() => document.title.startsWith("(1)"));
    await page.getByText("Tell me on the desktop").click();
    await page.getByText("Tell me no more").waitFor();
    stage.server.add(approval("apr_after"));
    await page.waitForFunction(() => document.title.startsWith("(2)"));
    const told = await page.evaluate(() => (globalThis as unknown as { told: unknown }).told);
    expect(told).toEqual([["A call waits for you", "Claude Code in app"]]);
  });
});

describe("a project file that nobody has accepted", () => {
  it("is told of on every page, shows what it would change, and is accepted as it was seen", async () => {
    stage.server.reset({ policy: { ...freshPolicy(), files: [proposedFile] } });
    const page = await stage.open("/inbox");
    await page.getByRole("link", { name: "Look at the file" }).click();
    await page.getByRole("row", { name: /tools\.shell not set allowlist git \.\* ask/ }).waitFor();
    await page.getByText("Line 3, column 14").waitFor();
    await page.getByText("Line 7, column 3: tool nothing is read under this name; is `tools` meant?").waitFor();
    await page.getByRole("button", { name: "Accept what .assent.json says" }).click();
    await page.getByText("as it was accepted").waitFor();
    expect(bodies()).toEqual([{ name: ".assent.json", hash: "h1" }]);
    await expect.poll(() => page.getByRole("link", { name: "Look at the file" }).count()).toBe(0);
  });
});

describe("the modes of tools", () => {
  it("are set by a tap, told apart from what is inherited, and reset", async () => {
    const page = await stage.open("/tools");
    await page.getByText("Nothing is set for every project").waitFor();
    expect(await checked(page, "Commands")).toBe("none");
    await mode(page, "Commands", "Ask").click();
    await page.getByText("Set for every project: Commands.").waitFor();
    await page.getByText("1 rule still allows").waitFor();
    await page.goto(`${stage.server.url}/tools?scope=project`);
    await page.getByText("As in every project").waitFor();
    expect(await checked(page, "Commands")).toBe("Ask");
    await mode(page, "Commands", "Off").click();
    await page.getByText("Set in this project: Commands.").waitFor();
    await mode(page, "Commands", "Ask").click(); // what every project says already: nothing is kept here
    await page.getByText("Nothing is set in this project").waitFor();
    await mode(page, "Files", "Allow").click();
    await page.getByRole("button", { name: "Reset all of it" }).click();
    await page.getByText("Nothing is set in this project").waitFor();
    expect(bodies()).toEqual([
      { native: { shell: { mode: "ask" } } },
      { native: { shell: { mode: "off" } } },
      { native: { shell: null } },
      { native: { file: { mode: "allow" } } },
      { native: { file: null }, mcp: { servers: {}, tools: {} } },
    ]);
  });

  it("that are enforced elsewhere cannot be changed, and say by whom", async () => {
    const policy = freshPolicy();
    policy.layers = { managed: { native: { web_fetch: { mode: "off" } } } };
    stage.server.reset({ policy });
    const page = await stage.open("/tools");
    await page.getByText("Off for all, set by your administrator").waitFor();
    const web = page.getByRole("group", { name: "Mode of Web pages" });
    expect([await checked(page, "Web pages"), await web.getByRole("radio").first().isDisabled()]).toEqual([
      "Off",
      true,
    ]);
    await expect
      .poll(() => page.getByRole("group", { name: "Mode of Commands" }).getByRole("radio").first().isDisabled())
      .toBe(false);
  });

  it("let questions to the person be off or asked, and no more", async () => {
    const page = await stage.open("/tools");
    const questions = page.getByRole("group", { name: "Mode of Questions to you" });
    await questions.waitFor();
    await expect.poll(() => questions.getByRole("radio").count()).toBe(2);
  });

  it("leave the limits of their tool", async () => {
    const policy = freshPolicy();
    policy.layers = { app: { native: { shell: { mode: "allow", callsPerRun: 3 } } } };
    stage.server.reset({ policy });
    const page = await stage.open("/tools");
    await mode(page, "Commands", "Ask").click();
    await expect.poll(() => checked(page, "Commands")).toBe("Ask");
    await page.goto(`${stage.server.url}/tools?scope=project`);
    await page.getByRole("button", { name: "Limits of Commands" }).click();
    await page.getByRole("form", { name: "Limits of Commands" }).getByLabel("Calls in a run").fill("2");
    await page.keyboard.press("Enter");
    await page.getByText("2 calls a run").waitFor();
    await mode(page, "Commands", "Off").click();
    await expect.poll(() => checked(page, "Commands")).toBe("Off");
    await mode(page, "Commands", "Ask").click(); // what every project says already: the limits alone are kept here
    await expect
      .poll(() => bodies())
      .toEqual([
        { native: { shell: { callsPerRun: 3, mode: "ask" } } },
        { native: { shell: { callsPerRun: 2 } } },
        { native: { shell: { callsPerRun: 2, mode: "off" } } },
        { native: { shell: { callsPerRun: 2 } } },
      ]);
  });

  it("have limits of their own, which leave the mode as it is", async () => {
    const policy = freshPolicy();
    policy.layers = { app: { native: { shell: { mode: "ask", maxTimeoutMs: 1_500 } } } };
    stage.server.reset({ policy });
    const page = await stage.open("/tools");
    await page.getByText("at most 2 s").waitFor();
    await page.getByRole("button", { name: "Limits of Commands" }).click();
    const form = page.getByRole("form", { name: "Limits of Commands" });
    await form.getByLabel("Calls in a run").fill("3");
    await form.getByLabel("Time for a call, seconds").fill("30");
    await form.getByRole("button", { name: "Save the limits" }).click();
    await page.getByText("3 calls a run, 30 s, at most 2 s").waitFor();
    await page.getByRole("button", { name: "Limits of Web pages" }).click();
    await page.getByRole("form", { name: "Limits of Web pages" }).getByLabel("Calls in a run").fill("0");
    await page.keyboard.press("Enter");
    await page.getByText("0 calls a run").waitFor();
    await page.getByRole("button", { name: "Limits of Web pages" }).click();
    await page.getByRole("form", { name: "Limits of Web pages" }).getByLabel("Calls in a run").fill("");
    await page.keyboard.press("Enter");
    await page.getByText("0 calls a run").waitFor({ state: "detached" });
    expect(bodies()).toEqual([
      { native: { shell: { mode: "ask", callsPerRun: 3, defaultTimeoutMs: 30_000, maxTimeoutMs: 1_500 } } },
      { native: { web_fetch: { callsPerRun: 0 } } },
      { native: { web_fetch: null } },
    ]);
  });

  it("open an allowlist under ask, tried as one types, which refuses what has no linear match", async () => {
    const policy = freshPolicy();
    policy.layers = { app: { native: { shell: { mode: "ask" } } } };
    stage.server.reset({ policy });
    const page = await stage.open("/tools");
    await page.getByRole("button", { name: "Allow some of Commands" }).click();
    const save = page.getByRole("button", { name: "Save the list" });
    await page.getByLabel("Runs without a question, one pattern a line").fill("(a)\\1");
    await page.getByText("Line 1 is not taken").waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByLabel("Runs without a question, one pattern a line").fill("git (status|diff)");
    await page.getByLabel("Try it on").fill("git status");
    const says = page.getByRole("list", { name: "What the patterns say" });
    await says.getByRole("img", { name: "Allow" }).waitFor();
    await page.getByLabel("Try it on").fill("git status -s");
    await says.getByRole("img", { name: "Ask" }).waitFor();
    await save.click();
    await page.getByText("1 pattern runs").waitFor();
    await page.getByRole("button", { name: "Edit the list of Commands" }).click();
    await page.getByRole("button", { name: "Ask about all" }).click();
    await page.getByRole("button", { name: "Allow some of Commands" }).waitFor();
    expect(bodies()).toEqual([
      { native: { shell: { mode: "allowlist", allowlist: ["git (status|diff)"] } } },
      { native: { shell: { mode: "ask" } } },
    ]);
  });
});

describe("autonomy", () => {
  it("is picked for a chat, and full access only after a second yes", async () => {
    const page = await stage.open("/tools?scope=chat");
    await page.getByText("Read freely, as the default").waitFor();
    await page.getByText("Change how much it asks").click();
    await page.getByText("Every time", { exact: true }).click();
    await page.getByText("Autonomy: Every time").waitFor();
    await page.getByText("Without asking, inside this project", { exact: true }).click();
    await page.getByRole("button", { name: "Back" }).click();
    expect(bodies()).toEqual([{ level: "L2", approvalMode: "ask" }]);
    await page.getByText("Without asking, inside this project", { exact: true }).click();
    await page.getByRole("button", { name: "Run without asking" }).click();
    await page.getByText("Autonomy: Without asking").waitFor();
    await page.getByText("As the default", { exact: true }).click();
    await page.getByText("Read freely, as the default").waitFor();
    expect(bodies().slice(1)).toEqual([
      { level: "L0", approvalMode: "full" },
      { level: null, approvalMode: null },
    ]);
    await page.getByText("Approve for me", { exact: true }).click();
    await expect.poll(() => bodies().at(-1)).toEqual({ level: "L0", approvalMode: "review" });
  });

  it("has a default without the stop, beside the built-in rules", async () => {
    const page = await stage.open("/settings");
    await page.getByText("Once each", { exact: true }).click();
    await page.getByText("Careful", { exact: true }).click();
    await page.getByText("Only what is never meant is denied.").waitFor();
    await expect.poll(() => page.getByRole("radio", { name: /^Stop/ }).count()).toBe(0);
    expect(bodies()).toEqual([{ level: "L1", approvalMode: "ask" }, { preset: "careful" }]);
  });
});

describe("a project's folders", () => {
  it("are edited as a draft and saved as a whole; a broad one after a second yes", async () => {
    const page = await stage.open(`/projects/${project.id}`);
    await page.getByRole("button", { name: "Grant this one" }).click();
    await page.getByRole("group", { name: "What may be done in /home/ana/app" }).getByLabel("Delete").check();
    await page.getByRole("textbox", { name: "Folder to add" }).fill("/etc");
    await page.getByRole("button", { name: "Add the folder" }).click();
    expect(bodies()).toEqual([]);
    await page.getByRole("button", { name: "Save the folders" }).click();
    await page.getByRole("dialog", { name: "Grant so much?" }).waitFor();
    await page.getByRole("button", { name: "Grant it all the same" }).click();
    await page.getByText("This holds far more than a project.").waitFor();
    const grants = [
      { root: "/home/ana/app", recursive: true, include: [], exclude: [], can: ["read", "write", "edit", "delete"] },
      { root: "/home/ana/notes", recursive: true, include: [], exclude: ["private/**"], can: ["read"], renew: true },
      { root: "/etc", recursive: true, include: [], exclude: [], can: ["read"] },
    ];
    expect(bodies()).toEqual([
      { revision: "r1", grants, tools: {}, confirmBroad: false },
      { revision: "r1", grants, tools: {}, confirmBroad: true },
    ]);
    await expect.poll(() => page.getByRole("button", { name: "Save the folders" }).count()).toBe(0);
  });

  it("that were changed elsewhere meanwhile are not overwritten", async () => {
    const page = await stage.open(`/projects/${project.id}`);
    await page.getByRole("button", { name: "Remove /home/ana/notes" }).click();
    const policy = stage.server.state.policy;
    policy.security = { ...policy.security, revision: "r2" };
    await page.getByRole("button", { name: "Save the folders" }).click();
    await page.getByText("It was changed meanwhile").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Save the folders" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Show what holds now" }).click();
    await page.getByRole("button", { name: "Remove /home/ana/notes" }).waitFor();
  });
});
