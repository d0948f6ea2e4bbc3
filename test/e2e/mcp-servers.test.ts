import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Provider, startProvider } from "../host/engine/provider.ts";
import { launchChromium } from "../support/chromium.ts";
import { askHost } from "./ask-host.ts";
import { type HostProcess, startHostProcess } from "./host-process.ts";

/** An MCP server from its proposal on the page to the result of its tool in a chat, in a real browser and terminal. */
let host: HostProcess;
let browser: Browser;
let person: BrowserContext;
let provider: Provider;

const SERVER = join(import.meta.dirname, "../../node_modules/@modelcontextprotocol/server-everything/dist/index.js");
/** Longer than a card waits before it takes an answer. */
const ARMED_MS = 650;

beforeAll(async () => {
  [host, browser, provider] = await Promise.all([
    startHostProcess(),
    launchChromium(),
    startProvider("openai-compatible"),
  ]);
  person = await browser.newContext({ reducedMotion: "reduce" });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await host?.close();
  await provider?.close();
});

it("is proposed on the page, confirmed in a terminal, and called in a chat after a card", async () => {
  const page = await person.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(host.loginLink as string);
  await page.waitForURL(/\/(welcome|inbox)/u);
  await proposeOn(page);
  const command = await page
    .getByRole("dialog")
    .getByText(/servers confirm/u)
    .innerText();
  const code = command.split(" ").at(-1) ?? "";
  expect(() => host.cli("servers", "confirm", code)).toThrow(/nothing was changed/u);
  const said = host.cliSays("yes\n", "servers", "confirm", code);
  expect(said.split("\n").slice(0, 4)).toEqual([
    "server    everything",
    `program   ${process.execPath}`,
    `argument  ${SERVER}`,
    "argument  stdio",
  ]);
  expect(said).toContain("added the MCP server everything");
  await page.getByRole("dialog").getByText("starts when a chat needs it").waitFor();
  expect(host.cli("servers")).toContain("everything  on");
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Start everything" }).click();
  await page.getByText(/^\d+ tools$/u).waitFor();

  await page.goto(`${host.url}/chats/${await makeChat(page)}`);
  const calls = [{ id: "c1", name: "mcp__everything__echo", args: { message: "hello there" } }];
  provider.script({ calls }, { text: "It said so." });
  await page.getByLabel("Message to the model").fill("echo it");
  await page.keyboard.press("Enter");
  const card = page.locator("[data-card][data-keys]");
  await card.getByText("hello there").first().waitFor();
  await page.waitForTimeout(ARMED_MS);
  await card
    .getByRole("button", { name: /^Allow/u })
    .first()
    .click();
  await page.getByText("It said so.").waitFor();
  expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("Echo: hello there");
  await page.getByRole("log", { name: "Transcript" }).getByText("mcp__everything__echo").first().click();
  await page.getByRole("group", { name: "What is asked" }).getByText("Echo: hello there").waitFor();
}, 120_000);

async function proposeOn(page: Page): Promise<void> {
  await page.goto(`${host.url}/settings`);
  await page.getByRole("button", { name: "Add an MCP server" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Name/u).first().fill("everything");
  await dialog.getByLabel(/^Program/u).fill(process.execPath);
  await dialog.getByLabel(/^Arguments/u).fill(`${SERVER}\nstdio`);
  await dialog.getByRole("button", { name: "Go on" }).click();
}

async function makeChat(page: Page): Promise<string> {
  const send = <T>(path: string, data: unknown) => askHost<T>(page.request, host.url, path, "POST", data);
  const body = { kind: "openai-compatible", name: "scripted", baseUrl: provider.url, models: ["small"] };
  const { connection } = await send<{ connection: { id: string } }>("/api/connections", body);
  const model = { connection: connection.id, model: "small" };
  const { chat } = await send<{ chat: { id: string } }>("/api/chats", { project: null, model });
  return chat.id;
}
