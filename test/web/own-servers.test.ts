import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OwnServerView } from "../../src/wire/own-servers.ts";
import { PHONE, startStage, type Stage } from "./browser.ts";
import { freshPolicy } from "./fixture-policy.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
afterEach(async () => {
  expect(stage.troubles()).toEqual([]);
  await stage.clear();
  stage.server.reset();
});

const RUNNING: OwnServerView = {
  slug: "notes",
  entry: {
    kind: "stdio",
    command: "npx",
    file: "/usr/bin/npx",
    canonical: "/usr/lib/node_modules/npm/bin/npx-cli.js",
    args: ["-y", "notes-server", "/home/ana/notes"],
    env: { MODE: "plain" },
    secrets: ["NOTES_KEY"],
    cwd: "/home/ana",
    sandboxed: false,
  },
  enabled: true,
  projects: null,
  state: "running",
  reason: null,
  said: "",
};
const FAILED: OwnServerView = {
  ...RUNNING,
  slug: "calendar",
  entry: { kind: "http", url: "https://mcp.example.com/mcp", secrets: ["Authorization"] },
  projects: [],
  state: "failed",
  reason: "it ended by itself",
  said: "no such option\n",
};
const OFF: OwnServerView = { ...FAILED, slug: "old", enabled: false, state: "stopped", reason: null, said: "" };

const bodies = (): readonly unknown[] => stage.server.sent.map(({ body }) => body);
const section = (page: Awaited<ReturnType<Stage["open"]>>) =>
  page.locator("section", { hasText: "MCP servers for chats" });

describe("MCP servers for chats", () => {
  it.each([
    ["desktop", undefined],
    ["phone", PHONE],
  ])("says of each what starts, whether it runs and why not (%s)", async (_width, options) => {
    stage.server.reset({ policy: { ...freshPolicy(), ownServers: [RUNNING, FAILED, OFF] } });
    const page = await stage.open("/settings", options);
    await page.getByText("calendar").first().waitFor();
    const text = await section(page).innerText();
    expect(text).toContain("MODE=plain NOTES_KEY=••• /usr/bin/npx -y notes-server /home/ana/notes in /home/ana");
    for (const said of ["runs", "failed", "off", "It ended by itself", "In every chat.", "In no chat."])
      expect(text).toContain(said);
    const { violations } = await new AxeBuilder({ page }).include("#own-mcp").analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it("gives the code of a program that is to be confirmed in a terminal, and says when it is", async () => {
    const page = await stage.open("/settings");
    await page.getByRole("button", { name: "Add an MCP server" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Name/u).first().fill("Notes");
    await dialog.getByLabel(/^Program/u).fill("npx");
    await dialog.getByLabel(/^Arguments/u).fill("-y\nnotes-server\n/home/ana/my notes");
    await dialog.getByLabel(/^Variables/u).fill("MODE=plain");
    await dialog.getByRole("button", { name: "Add a secret" }).click();
    await dialog.getByLabel("Name of secret 1").fill("NOTES_KEY");
    await dialog.getByLabel("Value of secret 1").fill("s3cret");
    expect(await dialog.getByLabel("Value of secret 1").getAttribute("type")).toBe("password");
    await dialog.getByRole("button", { name: "Go on" }).click();
    await dialog.getByText(/servers confirm ABCD-EFGH/u).waitFor();
    expect(bodies()).toEqual([
      {
        name: "Notes",
        projects: null,
        replaces: null,
        entry: {
          kind: "stdio",
          command: "npx",
          args: ["-y", "notes-server", "/home/ana/my notes"],
          cwd: null,
          sandboxed: false,
          env: { MODE: "plain" },
          secrets: { NOTES_KEY: "s3cret" },
        },
      },
    ]);
    expect(await page.content()).not.toContain("s3cret");
    stage.server.state.policy.ownServers = [RUNNING];
    stage.server.tell("agents.changed");
    await dialog.getByText("starts when a chat needs it").waitFor();
  });

  it("adds an address at once, and refuses what the host refuses in its words", async () => {
    const page = await stage.open("/settings");
    await page.getByRole("button", { name: "Add an MCP server" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("An address").click();
    await dialog.getByLabel(/^Name/u).first().fill("calendar");
    await dialog.getByRole("textbox", { name: "Address" }).fill("https://mcp.example.com/mcp");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await section(page).getByText("calendar").first().waitFor();
  });

  it("is reviewed where a project proposes it, with what it says and for that project's chats", async () => {
    const entry = {
      kind: "stdio",
      command: "npx",
      args: ["-y", "db"],
      env: {},
      secrets: ["DB_KEY"],
      cwd: "/w",
    } as const;
    const broken = { project: "p1", name: "odd", entry: null, fault: "it is no entry of a server" };
    const project = stage.server.state.projects[0]?.id ?? "";
    stage.server.reset({
      policy: { ...freshPolicy(), projectServers: [{ project, name: "db", entry, fault: null }, broken] },
    });
    const page = await stage.open("/settings");
    await page.getByText("it is no entry of a server").waitFor();
    await page.getByRole("button", { name: "Review db" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Value of secret 1").fill("x");
    await dialog.getByRole("button", { name: "Go on" }).click();
    await dialog.getByText(/servers confirm/u).waitFor();
    const { secrets: _secrets, ...rest } = entry;
    expect(bodies()).toEqual([
      {
        name: "db",
        projects: [project],
        replaces: null,
        entry: { ...rest, sandboxed: false, secrets: { DB_KEY: "x" } },
      },
    ]);
  });

  it("is started, turned off and removed", async () => {
    stage.server.reset({ policy: { ...freshPolicy(), ownServers: [FAILED] } });
    const page = await stage.open("/settings");
    await page.getByRole("button", { name: "Start calendar" }).click();
    await section(page).getByText("runs", { exact: true }).waitFor();
    await page.getByRole("group", { name: "Chats have calendar" }).getByText("Off").click();
    await section(page).getByText("off", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove calendar" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await section(page).getByText("None yet.").waitFor();
  });
});
