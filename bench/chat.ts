/**
 * A chat of 10,000 messages in the built UI, in Chromium: how soon it is on screen, and whether a main-thread task ever
 * takes more than 50 ms while it is scrolled from end to beginning; then what script each first page loads. The host's
 * part is played by the tests' stand-in, so that the browser alone is measured. Needs `npm run build` first.
 */
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import type { PartView } from "../src/wire/chats.ts";
import { startStage, type Stage } from "../test/web/browser.ts";
import { call, chatView, freshChats, longThread, run as runOf, text } from "../test/web/fixture-chats.ts";
import { traceTasks } from "./trace-tasks.ts";

const COUNT = 10_000;
const ROUNDS = 5;
const CHAT = "chat_long";

export async function run(): Promise<void> {
  const stage = await startStage();
  try {
    const messages = longThread(COUNT, say);
    const views = [chatView(CHAT, { head: `m${COUNT - 1}` })];
    const runs = new Map([[CHAT, [runOf("run_1", { state: "done", head: `m${COUNT - 1}` })]]]);
    stage.server.reset({ chats: { ...freshChats(), views, messages: new Map([[CHAT, messages]]), runs } });
    const opened: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) opened.push(await open(stage));
    const sorted = opened.toSorted((a, b) => a - b);
    console.log(
      `open, navigation to the newest message on screen: median ${ms(sorted[Math.floor(ROUNDS / 2)])}, worst ${ms(sorted.at(-1))}`,
    );
    const { tasks, seconds, messages: seen } = await scroll(stage);
    const long = tasks.filter((task) => task > 50).length;
    console.log(
      `scroll up through ${seen.toLocaleString("en")} messages in ${seconds.toFixed(0)} s: ${tasks.length} tasks, ` +
        `${long} of more than 50 ms of processor time, longest ${ms(tasks.reduce((a, b) => Math.max(a, b), 0))}`,
    );
    for (const path of ["/inbox", "/chats/new", `/chats/${CHAT}`, "/rules", "/tools", "/audit", "/settings"])
      console.log(`script of ${path}: ${(await script(stage, path)).toFixed(1)} kB gzip`);
  } finally {
    await stage.close();
  }
}

/** In a browser that has nothing of it cached. */
async function open(stage: Stage): Promise<number> {
  const page = await stage.open("/icon.svg");
  await page.addInitScript(
    (text) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('[role="log"]')?.textContent.includes(text) !== true) return;
        observer.disconnect();
        // Laid out and painted.
        requestAnimationFrame(() => setTimeout(() => Object.assign(window, { shownAt: performance.now() })));
      }).observe(document, { subtree: true, childList: true });
    },
    `Answer ${COUNT - 1}.`,
  );
  await page.goto(`${stage.server.url}/chats/${CHAT}`);
  await page.waitForFunction(() => "shownAt" in window);
  const at = await page.evaluate(() => (window as unknown as { shownAt: number }).shownAt);
  await page.context().close();
  return at;
}

interface Scrolled {
  /** Each task of the page's main thread, ms. */
  readonly tasks: readonly number[];
  readonly seconds: number;
  readonly messages: number;
}

/** One turn of a wheel, px, and how long the whole may take, s. */
const STEP = 1_000;
const AT_MOST = 300;

async function scroll(stage: Stage): Promise<Scrolled> {
  const page = await stage.open(`/chats/${CHAT}`);
  await newest(page).waitFor();
  await page.waitForTimeout(2_000);
  const end = await traceTasks(page);
  await page.getByRole("log", { name: "Transcript" }).hover();
  const begun = performance.now();
  const gone = (): number => (performance.now() - begun) / 1_000;
  let messages = 0;
  for (let step = 1; messages < COUNT && gone() < AT_MOST; step += 1) {
    await page.mouse.wheel(0, -STEP);
    if (step % 50 === 0) messages = COUNT - (await topMessage(page));
  }
  const seconds = gone();
  const tasks = await end();
  await page.context().close();
  return { tasks, seconds, messages };
}

const newest = (page: Page) => page.getByText(`Answer ${COUNT - 1}.`, { exact: false }).first();

/** Number of the message at the top of the view. */
function topMessage(page: Page): Promise<number> {
  return page.evaluate(() => {
    const found = /(?:Question|Answer) (\d+)\./.exec(document.querySelector('[role="log"]')?.textContent ?? "");
    return found === null ? Number.MAX_SAFE_INTEGER : Number(found[1]);
  });
}

/** All script that a page loads until it stands, kB, gzip -9; what is fetched ahead two seconds later is not among it. */
async function script(stage: Stage, path: string): Promise<number> {
  const page = await stage.open("/icon.svg");
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) bodies.push(response.body());
  });
  await page.goto(stage.server.url + path, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
  await page.waitForTimeout(400);
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
  await page.context().close();
  return bytes / 1_000;
}

function say(index: number): readonly PartView[] {
  if (index % 2 === 0) return [text(`Question ${index}. How does part ${index % 7} of the build work, and why?`)];
  const parts: PartView[] = [text(`Answer ${index}. ${ANSWERS[index % ANSWERS.length]}`)];
  if (index % 5 === 0)
    parts.unshift(
      call(`c${index}`, { state: "executed", result: { ok: true, text: "ok", cut: 0, edited: false, at: 0 } }),
    );
  return parts;
}

const PROSE =
  "It reads the table first, *then* writes each file in `src/`, and **nothing** is kept between two runs. ".repeat(6);
const ANSWERS = [
  PROSE,
  `${PROSE}\n\n- one thing\n- another thing with \`code\`\n  - below it\n\n${PROSE}`,
  `${PROSE}\n\n\`\`\`ts\n${"export function part(a: number, b: string): string {\n  return `${a} ${b}`; // joined\n}\n".repeat(12)}\`\`\`\n\n${PROSE}`,
  `| file | lines |\n|---|---|\n${"| src/a.ts | 120 |\n".repeat(12)}\n${PROSE}`,
] as const;

function ms(value: number | undefined): string {
  return `${(value ?? 0).toFixed(0)} ms`;
}
