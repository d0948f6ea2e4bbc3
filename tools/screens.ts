/**
 * `node tools/screens.ts [FOLDER]`: pictures of the pages from a real host and a real browser, in light, dark and phone
 * width; `docs/screens/card.png` is the README's. Needs `npm run build` first.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";

import { callEvent, startHostProcess, type HostProcess } from "../test/e2e/host-process.ts";
import { launchChromium } from "../test/support/chromium.ts";

const FOLDER = process.argv[2] ?? "docs/screens";
const LOOKS = [
  ["light", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }],
  ["dark", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" }],
  [
    "phone",
    {
      viewport: { width: 390, height: 844 },
      colorScheme: "light",
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
    },
  ],
] as const;
const COMMAND = "cd src && npm run build && git push --force origin main";

const host = await startHostProcess();
const browser = await launchChromium();
mkdirSync(FOLDER, { recursive: true });
try {
  host.cli("hook", "install", "claude-code");
  const owner = await browser.newContext(LOOKS[0][1]);
  const page = await owner.newPage();
  await page.goto(host.loginLink as string);
  await page.waitForURL(/\/(welcome|inbox)/u);
  await page.screenshot({ path: join(FOLDER, "welcome.png") });
  await page.close();
  const waiting = hold(host);
  const id = await pendingId(owner, host, "git push");
  const chat = await talk(owner, host);
  const state = await owner.storageState();
  for (const [look, options] of LOOKS) {
    const context = await browser.newContext({ ...options, storageState: state, reducedMotion: "reduce" });
    await shoot(context, look, { card: id, chat });
    await context.close();
  }
  // A hook whose host goes away starts another: nothing may wait when this one ends.
  await denyAll(owner, host);
  await waiting;
  await owner.close();
} finally {
  await browser.close();
  await host.close();
}

/** Two calls that wait: a command in three parts, and an edit. */
function hold({ hook, project }: HostProcess): Promise<unknown> {
  const held = { permission_mode: "bypassPermissions" };
  const edit = {
    file_path: `${project}/src/a.ts`,
    old_string: "export const a = 1;",
    new_string: "export const a = 2;\nexport const b = a;",
  };
  return Promise.all([
    hook(callEvent(project, "Bash", { command: COMMAND, description: "Build and publish" }, held)),
    hook(callEvent(project, "Edit", edit, held)),
  ]);
}

/** A chat with the demo model, up to a card of its own. */
async function talk(context: BrowserContext, { url }: HostProcess): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${url}/chats/new`);
  const say = async (text: string): Promise<void> => {
    await page.getByLabel("Message to the model").fill(text);
    await page.keyboard.press("Enter");
  };
  await say("Look at this project and make a plan");
  await page.getByText("That is all.", { exact: false }).waitFor();
  await say(`Now run \`${COMMAND}\``);
  await page.locator("[data-card]").waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.close();
  return id;
}

async function denyAll(context: BrowserContext, { url }: HostProcess): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/inbox`);
  await page.evaluate(async () => {
    const get = async (path: string) => (await fetch(path)).json();
    const { csrf } = await get("/api/me");
    const headers = { "content-type": "application/json", "x-csrf-token": csrf };
    for (const { id, digest } of (await get("/api/tools/authorization/pending")).approvals) {
      const body = JSON.stringify({ id, digest, decision: "deny" });
      await fetch("/api/tools/authorization/decide", { method: "POST", headers, body });
    }
  });
  await page.close();
}

async function pendingId(context: BrowserContext, { url }: HostProcess, text: string): Promise<string> {
  for (;;) {
    const answer = await context.request.get(`${url}/api/tools/authorization/pending`);
    const { approvals } = (await answer.json()) as { approvals: { id: string; parts: unknown }[] };
    const found = approvals.find((approval) => JSON.stringify(approval.parts).includes(text));
    if (found !== undefined && approvals.length > 1) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function shoot(
  context: BrowserContext,
  look: string,
  { card, chat }: { readonly card: string; readonly chat: string },
): Promise<void> {
  const page: Page = await context.newPage();
  const places = [
    ["card", `/inbox/${card}`],
    ["chat", `/chats/${chat}`],
    ["chats", "/chats"],
    ["rules", "/rules"],
    ["audit", "/audit"],
    ["settings", "/settings"],
  ] as const;
  for (const [name, path] of places) {
    await page.goto(host.url + path);
    await page.waitForTimeout(900);
    await page.screenshot({ path: join(FOLDER, look === "light" ? `${name}.png` : `${name}-${look}.png`) });
  }
}
