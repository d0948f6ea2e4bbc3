import type { Page } from "playwright-core";
import { PERSON_ACTS } from "../../../core/tools.ts";
import type { Reading } from "../../../core/reading.ts";
import type { Call } from "../../../read/call.ts";
import { urlOf } from "../net/web-fetch.ts";
import { cutText, type ToolContext, type ToolResult } from "../tool-context.ts";
import { ToolFault } from "../tool-fault.ts";
import type { Blocked, BrowserSession } from "./session.ts";

/** ms; for one step, and for a call where policy says nothing. */
const STEP_TIMEOUT = 15_000;
const CALL_TIMEOUT = 60_000;
/** ms; what a click sets off may begin to load before it is told where the page is. */
const SETTLE = 300;
/** Bytes of a picture. */
const LARGEST_PICTURE = 8 * 1024 * 1024;

interface Step {
  readonly act: string;
  readonly selector?: string;
  readonly value?: string;
  readonly script?: string;
}

interface Told {
  readonly text: string;
  readonly image?: Buffer;
}

/** The tools of family `browser`, on the page of the call's run. Source: host.md, `browser`. */
export async function runBrowser(call: Call, reading: Reading, context: ToolContext): Promise<ToolResult> {
  const { id } = reading.tool;
  // INVARIANT: whatever decided, nothing acts on a page but what a person saw and allowed.
  if (PERSON_ACTS.has(id) && context.asked !== true)
    throw new ToolFault("EPOLICY", "only a person may let this happen");
  const { browsers, chat } = context;
  if (browsers === undefined || chat === undefined)
    throw new ToolFault("EINVALID", "there is no run that could have a browser");
  const { signal } = context;
  const stop = (): void => void browsers.close(chat.run);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await browsers.use(chat.run, signal, (session) => runOn(session, { call, reading, context }));
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

interface Doing {
  readonly call: Call;
  readonly reading: Reading;
  readonly context: ToolContext;
}

async function runOn(session: BrowserSession, { call, reading, context }: Doing): Promise<ToolResult> {
  const { id } = reading.tool;
  const { decide, signal } = context;
  if (signal.aborted) throw new ToolFault("ESTOPPED", "the call was stopped");
  const url = id === "browser_navigate" ? urlOf(call, reading) : undefined;
  const ended = session.begin({
    ...(url === undefined ? {} : { open: url }),
    ...(decide === undefined
      ? {}
      : { decide: (to) => decide({ ...call, tool: "browser_navigate", args: { url: to } }) }),
  });
  const until = Date.now() + (context.timeoutMs ?? CALL_TIMEOUT);
  const work =
    url === undefined ? takeSteps(session.page, stepsOf(id, call.args), until) : navigate(session.page, url, until);
  try {
    const told = await withLimit(context, work);
    return await toResult(told, { page: session.page, blocked: ended(), context });
  } catch (error) {
    throw faultOf(error, { stopped: signal.aborted, blocked: ended() });
  }
}

function stepsOf(id: string, args: unknown): readonly Step[] {
  if (id === "browser_act") return (args as { readonly steps: readonly Step[] }).steps;
  return [{ ...(args as Omit<Step, "act">), act: id.slice("browser_".length) }];
}

async function navigate(page: Page, url: URL, until: number): Promise<readonly Told[]> {
  const response = await page.goto(url.href, { timeout: leftUntil(until), waitUntil: "domcontentloaded" });
  const status = response?.status() ?? 200;
  return status === 200 ? [] : [{ text: `it answered ${status}` }];
}

async function takeSteps(page: Page, steps: readonly Step[], until: number): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const step of steps) told.push(await takeStep(page, step, Math.min(STEP_TIMEOUT, leftUntil(until))));
  return told;
}

/** INVARIANT: no step begins, or goes on waiting for its element, after its call was told to have ended. */
function leftUntil(until: number): number {
  const left = until - Date.now();
  if (left <= 0) throw new ToolFault("ETIMEOUT", "the page took too long");
  return left;
}

async function takeStep(
  page: Page,
  { act, selector = "", value = "", script = "" }: Step,
  timeout: number,
): Promise<Told> {
  const options = { timeout };
  switch (act) {
    case "read":
      return { text: await page.locator("body").ariaSnapshot(options) };
    case "screenshot":
      return { text: "a picture of the page", image: await page.screenshot({ ...options, type: "png" }) };
    case "click":
      await page.locator(selector).click(options);
      await page.waitForTimeout(SETTLE);
      return { text: `clicked \`${selector}\`` };
    case "fill":
      await page.locator(selector).fill(value, options);
      return { text: `filled \`${selector}\`` };
    case "submit":
      await page.locator(selector).evaluate(submitForm, undefined, options);
      await page.waitForTimeout(SETTLE);
      return { text: `submitted the form of \`${selector}\`` };
    case "evaluate":
      return { text: JSON.stringify(await page.evaluate(script)) ?? "undefined" };
    default:
      throw new ToolFault("EINVALID", `\`${act}\` is no step`);
  }
}

/** Runs in the page: as though its button had been pressed, with the checks and listeners of the form. */
function submitForm(element: unknown): void {
  const { form, closest } = element as { form?: { requestSubmit(): void }; closest(name: string): typeof form | null };
  const found = form ?? closest.call(element, "form");
  if (!found) throw new Error("it belongs to no form");
  found.requestSubmit();
}

async function withLimit<T>({ signal, timeoutMs = CALL_TIMEOUT }: ToolContext, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ToolFault("ETIMEOUT", "the page took too long")), timeoutMs);
    signal.addEventListener("abort", () => reject(new ToolFault("ESTOPPED", "the call was stopped")), { once: true });
  });
  // What loses may still fail, after nobody listens.
  work.catch(() => undefined); // verdict: told already
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
  }
}

interface Ended {
  readonly page: Page;
  readonly blocked: readonly Blocked[];
  readonly context: ToolContext;
}

async function toResult(told: readonly Told[], { page, blocked, context }: Ended): Promise<ToolResult> {
  const title = await page.title().catch(() => ""); // verdict: a page that just goes has none
  const place = `${page.url()}${title === "" ? "" : `\n${title}`}`;
  const text = [place, ...told.map((each) => each.text), ...blocked.map(sentenceOf)].join("\n\n");
  const image = told.findLast((each) => each.image !== undefined)?.image;
  if (image !== undefined && image.length > LARGEST_PICTURE)
    throw new ToolFault("ETOOLARGE", `the picture has more than ${LARGEST_PICTURE} bytes`);
  const shown = image === undefined ? {} : { image: { mime: "image/png", base64: image.toString("base64") } };
  return { ok: true, ...cutText(text, context.outputLimit), ...shown };
}

function sentenceOf({ url, why }: Blocked): string {
  const reasons = {
    denied: "which policy does not allow",
    asks: "which is opened by a call of `browser_navigate`",
    window: "in a window of its own; `browser_navigate` opens it here",
  } as const;
  return `(the page wanted to open ${url}, ${reasons[why]})`;
}

function faultOf(
  error: unknown,
  { stopped, blocked }: { readonly stopped: boolean; readonly blocked: readonly Blocked[] },
): ToolFault {
  if (error instanceof ToolFault) return error;
  if (stopped) return new ToolFault("ESTOPPED", "the call was stopped", error);
  const denied = blocked[0];
  if (denied !== undefined) return new ToolFault("EPOLICY", sentenceOf(denied), error);
  const { name, message } = error as Error;
  const first = message.split("\n", 1)[0] ?? "";
  if (name === "TimeoutError") return new ToolFault("ETIMEOUT", first, error);
  return new ToolFault(first.includes("net::") ? "ENETWORK" : "ENOMATCH", first, error);
}
