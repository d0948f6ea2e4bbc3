/**
 * The inbox of a real host in Chromium. First how soon a call that an agent asks about is on screen, with the inbox open
 * and with a chat open; then an inbox in which 1,000 calls wait: how soon its first card stands, whether a task of the
 * page's main thread ever takes more than 50 ms, and how soon a key shows the next card. Needs `npm run build` first.
 */
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { ensureAgentToken } from "../src/host/auth/agent-token.ts";
import { openSqlite } from "../src/store/sqlite.ts";
import type { ApprovalView } from "../src/wire/approval.ts";
import { callEvent, type HostProcess, startHostProcess } from "../test/e2e/host-process.ts";
import { launchChromium } from "../test/support/chromium.ts";
import { hookClient } from "./hook-client.ts";
import { percentile } from "./measure.ts";
import { traceTasks } from "./trace-tasks.ts";

const ASKS = 200;
const WAITING = 1_000;
const AGENTS = 5;
const KEYS = 60;
const ANSWERS = 10;
/** Longer than a card is on screen before it takes a key. */
const ARMED_MS = 650;

export async function run(): Promise<void> {
  const host = await startHostProcess();
  const browser = await launchChromium();
  try {
    host.cli("hook", "install", "claude-code");
    const desk = await sit(host, browser);
    await desk.send("PUT", "/api/agents/claude-code", { hold: "inbox", waitMs: 0 });
    say("asked by a hook → card on screen, inbox open", await asked(desk));
    say("asked by a model → card on screen, its chat open", await askedInChat(desk));
    await many(desk);
  } finally {
    await browser.close();
    await host.close();
  }
}

/** A person at the host. */
interface Desk {
  open(path: string): Promise<Page>;
  send<T>(method: string, path: string, data?: unknown): Promise<T>;
  pending(): Promise<readonly ApprovalView[]>;
  deny(view: ApprovalView): Promise<unknown>;
  /** Claude Code asks for leave to run a command; resolves once the host has answered it. */
  ask(command: string): Promise<unknown>;
  /** The same of another agent: of one, no more than 200 calls wait. */
  askAs(agent: string, command: string): Promise<unknown>;
  readonly project: string;
}

async function sit(host: HostProcess, browser: Browser): Promise<Desk> {
  const person = await browser.newContext({ viewport: { width: 1366, height: 860 }, reducedMotion: "reduce" });
  await person.addInitScript(noteCards);
  const page = await person.newPage();
  await page.goto(host.loginLink as string);
  await page.waitForURL(/\/(welcome|inbox)/u);
  await page.close();
  const send = await sender(host, person);
  const post = hookClient(host);
  const { project } = await send<{ project: { id: string } }>("POST", "/api/projects", { path: host.project });
  await send("POST", `/api/projects/${project.id}/open`, { answer: "read" });
  return {
    project: project.id,
    send,
    async open(path) {
      const opened = await person.newPage();
      await opened.goto(host.url + path);
      return opened;
    },
    pending: async () =>
      (await send<{ approvals: ApprovalView[] }>("GET", "/api/tools/authorization/pending")).approvals,
    deny: ({ id, digest }) => send("POST", "/api/tools/authorization/decide", { id, digest, decision: "deny" }),
    ask: (command) => post(JSON.stringify(callEvent(host.project, "Bash", { command }))),
    askAs: proposer(host),
  };
}

/** As the page itself asks. */
async function sender(host: HostProcess, person: BrowserContext) {
  const { csrf } = (await (await person.request.get(`${host.url}/api/me`)).json()) as { csrf: string };
  const headers = { "x-csrf-token": csrf, origin: host.url, "sec-fetch-site": "same-origin" };
  return async <T>(method: string, path: string, data?: unknown): Promise<T> => {
    const response = await person.request.fetch(host.url + path, {
      method,
      headers,
      ...(data === undefined ? {} : { data }),
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  };
}

function proposer(host: HostProcess): (agent: string, command: string) => Promise<unknown> {
  const tokens = new Map<string, Promise<string>>();
  let calls = 0;
  return async (agent, command) => {
    const token = tokens.get(agent) ?? tokenFor(host.dataDir, agent);
    tokens.set(agent, token);
    const call = { tool: "shell", args: { command }, cwd: host.project, session: agent, callId: `c${(calls += 1)}` };
    const response = await fetch(`${host.url}/api/calls`, {
      method: "POST",
      headers: { authorization: `Bearer ${await token}`, "content-type": "application/json" },
      body: JSON.stringify(call),
    });
    return response.json();
  };
}

async function tokenFor(dataDir: string, agent: string): Promise<string> {
  const store = await openSqlite(join(dataDir, "assent.db"));
  return (await ensureAgentToken(store, dataDir, agent, Date.now()).finally(() => store.close())).token;
}

/** In the page: when each card was first laid out and painted, in ms since 1970. */
function noteCards(): void {
  const seen = new Map<string, number>();
  Object.assign(window, { cardAt: (id: string) => seen.get(id) ?? null, cardCount: () => seen.size });
  new MutationObserver(() => {
    for (const card of document.querySelectorAll<HTMLElement>("[data-card]")) {
      const id = card.dataset["card"] as string;
      if (seen.has(id)) continue;
      seen.set(id, Number.NaN);
      requestAnimationFrame(() => setTimeout(() => seen.set(id, performance.timeOrigin + performance.now())));
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-card"] });
}

/** When a card was on screen, ms since 1970. */
async function cardAt(page: Page, id: string): Promise<number> {
  const handle = await page.waitForFunction(
    (of) => (window as unknown as { cardAt(id: string): number | null }).cardAt(of) || null,
    id,
    { timeout: 30_000 },
  );
  return (await handle.jsonValue()) as number;
}

/** From the agent's request to the card, ms. */
async function asked(desk: Desk): Promise<readonly number[]> {
  const page = await desk.open("/inbox");
  const spans: number[] = [];
  for (let at = 0; at < ASKS; at += 1) {
    // A card that was answered elsewhere stays until the person moves.
    await page.getByText("nothing waits", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Inbox" }).first().click();
    await page.getByText("Nothing waits for you").waitFor();
    const begun = performance.timeOrigin + performance.now();
    await desk.ask(`npm run task-${at}`);
    // The host is asked nothing else until the card is there.
    const view = await shownNext(desk, page, at);
    spans.push((await cardAt(page, view.id)) - begun);
    await desk.deny(view);
  }
  await page.close();
  return spans;
}

/** From the approval's own time, since the model asks in the middle of its run, ms. */
async function askedInChat(desk: Desk): Promise<readonly number[]> {
  const model = { connection: "demo", model: "demo" };
  const { chat } = await desk.send<{ chat: { id: string } }>("POST", "/api/chats", { project: desk.project, model });
  const page = await desk.open(`/chats/${chat.id}`);
  const composer = page.getByLabel("Message to the model");
  const spans: number[] = [];
  for (let at = 0; at < ASKS; at += 1) {
    await composer.fill(`run \`npm run task-${at}\``);
    await page.keyboard.press("Enter");
    const view = await shownNext(desk, page, at);
    spans.push((await cardAt(page, view.id)) - view.createdAt);
    await desk.deny(view);
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
  }
  await page.close();
  return spans;
}

/** What waits once the page has shown more cards than `before`. */
async function shownNext(desk: Desk, page: Page, before: number): Promise<ApprovalView> {
  await page.waitForFunction((count) => (window as unknown as { cardCount(): number }).cardCount() > count, before, {
    timeout: 30_000,
  });
  const [view] = await desk.pending();
  if (view === undefined) throw new Error("nothing waits");
  return view;
}

async function many(desk: Desk): Promise<void> {
  for (let at = 0; at < WAITING; at += 1) await desk.askAs(`agent-${at % AGENTS}`, commandOf(at));
  const begun = performance.timeOrigin + performance.now();
  const page = await desk.open("/inbox");
  const views = (await desk.pending()).toSorted((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id));
  const [first] = views as [ApprovalView];
  console.log(`${WAITING} wait: navigation to the first card on screen ${ms((await cardAt(page, first.id)) - begun)}`);
  await page.waitForTimeout(2_000);
  await traced(page, "scrolled to the end and back", () => scroll(page));
  await traced(page, `${KEYS} times the arrow down`, async () => {
    await page.locator("a[data-current=true]").focus();
    say("arrow key → card on screen", await keys(page, views));
  });
  await traced(page, `${ANSWERS} answers`, async () => say("answer → next card on screen", await answers(page)));
  await traced(page, "20 more are asked", async () => {
    for (let at = 0; at < 20; at += 1) await desk.ask(`npm run late-${at}`);
    await page
      .locator("[data-inbox-list]")
      .getByText(`${WAITING - ANSWERS + 20} waiting`)
      .waitFor({ timeout: 30_000 });
  });
  await page.close();
}

const COMMANDS = ["npm run task-", "rm -rf build/part-", "git push origin feature-", "curl -d x=1 https://api.test/v"];

function commandOf(at: number): string {
  const command = `${COMMANDS[at % COMMANDS.length]}${at}`;
  return at % 10 === 0 ? `${command} && ${"node tools/step.js && ".repeat(8)}npm publish` : command;
}

async function scroll(page: Page): Promise<void> {
  await page.getByRole("list", { name: "Waiting" }).hover({ position: { x: 40, y: 40 } });
  for (const way of [1, -1]) {
    for (let step = 0; step < 120; step += 1) await page.mouse.wheel(0, way * 600);
    await page.waitForTimeout(300);
  }
}

async function keys(page: Page, views: readonly ApprovalView[]): Promise<readonly number[]> {
  const spans: number[] = [];
  for (const view of views.slice(1, KEYS + 1)) {
    const begun = performance.timeOrigin + performance.now();
    await page.keyboard.press("ArrowDown");
    spans.push((await cardAt(page, view.id)) - begun);
  }
  return spans;
}

/** Denies what is on screen, and waits for what comes next. */
async function answers(page: Page): Promise<readonly number[]> {
  const spans: number[] = [];
  const shown = () => page.evaluate(() => document.querySelector<HTMLElement>("[data-card]")?.dataset["card"] ?? "");
  for (let at = 0; at < ANSWERS; at += 1) {
    const before = await shown();
    await page.waitForTimeout(ARMED_MS);
    const begun = performance.timeOrigin + performance.now();
    await page.keyboard.press("Escape");
    await page.waitForFunction(
      (id) => ![null, "", id].includes(document.querySelector<HTMLElement>("[data-card]")?.dataset["card"] ?? null),
      before,
      { timeout: 30_000 },
    );
    spans.push((await cardAt(page, await shown())) - begun);
  }
  return spans;
}

async function traced(page: Page, what: string, work: () => Promise<void>): Promise<void> {
  const end = await traceTasks(page);
  await work();
  const tasks = await end();
  const long = tasks.filter((task) => task > 50).length;
  console.log(
    `${WAITING} wait, ${what}: ${tasks.length} tasks, ${long} of more than 50 ms of processor time, longest ${ms(Math.max(...tasks))}`,
  );
}

function say(what: string, spans: readonly number[]): void {
  const at = (p: number): string => ms(percentile(spans, p));
  console.log(`${what} (${spans.length}): p50 ${at(50)}, p95 ${at(95)}, worst ${ms(Math.max(...spans))}`);
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
