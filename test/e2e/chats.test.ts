import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Format, startProvider, type Provider } from "../host/engine/provider.ts";
import { launchChromium } from "../support/chromium.ts";
import { askHost } from "./ask-host.ts";
import { startHostProcess, type HostProcess } from "./host-process.ts";

/** Chats in a real browser against the built host: the demo model, and a provider that answers from a script. */
let host: HostProcess;
let browser: Browser;
let person: BrowserContext;
let provider: Provider;
let project: string;

/** Longer than a card waits before it takes an answer. */
const ARMED_MS = 650;
const DESKTOP = { viewport: { width: 1280, height: 860 } } as const;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

beforeAll(async () => {
  [host, browser, provider] = await Promise.all([
    startHostProcess(),
    launchChromium(),
    startProvider("openai-compatible"),
  ]);
  person = await browser.newContext({ ...DESKTOP, reducedMotion: "reduce" });
  const page = await person.newPage();
  await page.goto(host.loginLink as string);
  await page.waitForURL(/\/(welcome|inbox)/u);
  await page.close();
  const made = await send<{ project: { id: string } }>("POST", "/api/projects", { path: host.project });
  project = made.project.id;
  await send("POST", `/api/projects/${project}/open`, { answer: "read" });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await host?.close();
  await provider?.close();
});

/** The page has its time: other work may go on beside. */
const SOON = { timeout: 10_000 };

afterEach(async () => {
  for (const context of browser.contexts()) await Promise.all(context.pages().map((page) => page.close()));
});

const send = <T>(method: string, path: string, data?: unknown): Promise<T> =>
  askHost<T>(person.request, host.url, path, method, data);

const get = <T>(path: string): Promise<T> => askHost<T>(person.request, host.url, path);

interface Asked {
  readonly level?: string;
  readonly approvalMode?: string;
  readonly model?: { readonly connection: string; readonly model: string };
}

/** Named, since a connection that is added becomes the default. */
const DEMO = { connection: "demo", model: "demo" };

async function makeChat(more: Asked = {}): Promise<string> {
  const { chat } = await send<{ chat: { id: string } }>("POST", "/api/chats", { project, ...more });
  return chat.id;
}

async function openChat(id: string, context: BrowserContext = person): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(12_000);
  await page.goto(`${host.url}/chats/${id}`);
  await page.getByLabel("Message to the model").waitFor();
  return page;
}

const composer = (page: Page) => page.getByLabel("Message to the model");
const card = (page: Page) => page.locator("[data-card][data-keys]");
const transcript = (page: Page) => page.getByRole("log", { name: "Transcript" });
const lineOf = (page: Page, text: string) => page.locator("[data-call][data-state]").filter({ hasText: text });

/** Says something and leaves the composer, so that keys are the card's. */
async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
}

/** A chat in which a command waits. */
async function asking(command: string, more: Asked = {}): Promise<Page> {
  const page = await openChat(await makeChat(more));
  await say(page, `run \`${command}\``);
  await card(page).waitFor();
  await page.waitForTimeout(ARMED_MS);
  return page;
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly chat: { readonly id: string };
}

const idOf = (page: Page): string => new URL(page.url()).pathname.split("/").at(-1) ?? "";
async function waiting(page: Page): Promise<readonly Row[]> {
  const { approvals } = await get<{ approvals: Row[] }>("/api/tools/authorization/pending");
  return approvals.filter(({ chat }) => chat.id === idOf(page));
}

describe("each decision", () => {
  it("allow once: the call runs once, the card folds to a line, and the model goes on", async () => {
    const page = await asking("echo once >> once.txt");
    await page.keyboard.press("1");
    await lineOf(page, "echo once").and(page.locator('[data-state="executed"]')).waitFor();
    await page.getByText("That is all.", { exact: false }).waitFor();
    await expect.poll(() => card(page).count()).toBe(0);
    expect(readFileSync(join(host.project, "once.txt"), "utf8")).toBe("once\n");
    await page.getByRole("button", { name: "Answer again" }).waitFor();
  });

  it("deny: nothing runs, and the model hears of it", async () => {
    const page = await asking("echo never > denied.txt");
    await page.keyboard.press("Escape");
    await lineOf(page, "echo never").and(page.locator('[data-state="denied"]')).waitFor();
    await page.getByText("That was not done", { exact: false }).waitFor();
    expect(existsSync(join(host.project, "denied.txt"))).toBe(false);
  });

  it("deny with a note", async () => {
    const page = await asking("echo noted > noted.txt");
    await page.keyboard.press("n");
    await page.getByLabel("Note for the model").fill("use the other file");
    await page.getByRole("button", { name: "Deny and tell the model" }).click();
    const line = lineOf(page, "echo noted").and(page.locator('[data-state="denied"]'));
    await line.waitFor();
    await line.getByRole("button").first().click();
    await page.getByText("use the other file").first().waitFor();
  });

  it("for this session: the same call then runs without a card", async () => {
    const page = await asking("touch session.txt");
    await page.keyboard.press("2");
    await page.getByText("That is all.", { exact: false }).waitFor();
    await say(page, "run `touch session.txt`");
    await expect
      .poll(() => lineOf(page, "touch session").and(page.locator('[data-state="executed"]')).count(), SOON)
      .toBe(2);
    await expect.poll(() => card(page).count()).toBe(0);
  });

  it("always: stores the rule that the card shows", async () => {
    const page = await asking("touch always.txt");
    await page.keyboard.press("3");
    await page
      .getByRole("button", { name: /^Allow and remember|^Always allow/ })
      .first()
      .click();
    await lineOf(page, "touch always").and(page.locator('[data-state="executed"]')).waitFor();
    const { rules } = await get<{ rules: { pattern: string; decision: string }[] }>("/api/settings/command-rules");
    expect(rules.some(({ pattern, decision }) => decision === "allow" && pattern.includes("always.txt"))).toBe(true);
  });
});

describe("each mode", () => {
  it("full access runs what would ask", async () => {
    const page = await openChat(await makeChat({ approvalMode: "full" }));
    await say(page, "run `touch full.txt`");
    await lineOf(page, "touch full").and(page.locator('[data-state="executed"]')).waitFor();
    await expect.poll(() => card(page).count()).toBe(0);
  });

  it("review lets through what it finds harmless, and shows the card of the rest", async () => {
    const page = await openChat(await makeChat({ approvalMode: "review" }));
    await say(page, "run `touch reviewed.txt`");
    await lineOf(page, "touch reviewed").and(page.locator('[data-state="executed"]')).waitFor();
    await say(page, "run `git push origin main`");
    await card(page).waitFor();
  });

  it("full access, chosen while a card waits, answers it", async () => {
    const page = await asking("touch switched.txt");
    await page.getByRole("button", { name: /^Autonomy:/ }).click();
    await page.getByRole("dialog").getByText("Without asking, inside this project").click();
    await page.getByRole("button", { name: "Run without asking" }).click();
    await lineOf(page, "touch switched").and(page.locator('[data-state="executed"]')).waitFor();
  });

  it("a chat that is not there yet keeps what its composer was set to", async () => {
    const page = await person.newPage();
    await page.goto(`${host.url}/chats/new`);
    await page.getByRole("button", { name: /^Autonomy:/ }).click();
    await page.getByRole("dialog").getByText("Every time").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Autonomy: Every time" }).waitFor();
    await composer(page).fill("read, please");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/chats\/cht_/u);
    await card(page).first().waitFor();
    const { chat } = await get<{ chat: { level: string } }>(`/api/chats/${idOf(page)}`);
    expect(chat.level).toBe("L2");
  });
});

describe("a card that waits", () => {
  it("survives reload, back and another page, and is never shown as done", async () => {
    const page = await asking("touch stays.txt");
    await composer(page).fill("half a thought");
    await page.reload();
    await card(page).waitFor();
    await page.getByText("Waiting for you…").waitFor();
    expect(await composer(page).inputValue()).toBe("half a thought");
    await expect.poll(() => page.getByRole("button", { name: "Answer again" }).count()).toBe(0);
    await page.goto(`${host.url}/rules`);
    await page.goBack();
    await card(page).waitFor();
    await page.getByRole("link", { name: /^Inbox/ }).click();
    // The card of the chat stands until the inbox does.
    await page.waitForURL(/\/inbox/);
    await page.locator("[data-card]").waitFor();
    await page.goBack();
    await card(page).waitFor();
    expect(await waiting(page)).toHaveLength(1);
  });

  it("in two tabs: what one answers, the other shows as answered", async () => {
    const one = await asking("touch tabs.txt");
    const two = await openChat(idOf(one));
    await card(two).waitFor();
    await one.keyboard.press("4");
    await lineOf(two, "touch tabs").and(two.locator('[data-state="denied"]')).waitFor();
    await expect.poll(() => card(two).count()).toBe(0);
  });

  it("typing into a text field never answers it", async () => {
    const page = await asking("touch typed.txt");
    await composer(page).focus();
    await page.keyboard.type("1 2 3 4 0 d n e", { delay: 5 });
    await page.keyboard.press("Escape");
    await page.waitForTimeout(300);
    expect(await waiting(page)).toHaveLength(1);
    expect(await composer(page).inputValue()).toBe("1 2 3 4 0 d n e");
    // The same key outside of a field does.
    await page.keyboard.press("4");
    await expect.poll(() => waiting(page), SOON).toEqual([]);
  });

  it("belongs to its chat: no other chat shows it", async () => {
    const page = await asking("touch elsewhere.txt");
    const other = await openChat(await makeChat());
    await other.waitForTimeout(500);
    await expect.poll(() => card(other).count()).toBe(0);
    await say(other, "plan");
    await other.getByText("That is all.", { exact: false }).waitFor();
    await expect.poll(() => card(other).count()).toBe(0);
    expect(await waiting(page)).toHaveLength(1);
  });

  it("is cancelled by stop, and the run says so", async () => {
    const page = await asking("touch stopped.txt");
    await page.keyboard.press("Control+.");
    await lineOf(page, "touch stopped").and(page.locator('[data-state="cancelled"]')).waitFor();
    await page.getByText("Stopped", { exact: true }).waitFor();
    expect(await waiting(page)).toEqual([]);
  });

  it("is answered with a thumb, on a phone", async () => {
    const phone = await browser.newContext({
      ...PHONE,
      storageState: await person.storageState(),
      reducedMotion: "reduce",
    });
    const page = await openChat(await makeChat(), phone);
    await composer(page).fill("run `touch phone.txt`");
    await page.getByRole("button", { name: "Send" }).tap();
    await card(page).waitFor();
    const [width, scrolls] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    expect(scrolls).toBeLessThanOrEqual(width);
    const heading = await card(page).getByRole("heading", { level: 2 }).boundingBox();
    expect(heading?.y).toBeGreaterThan(0);
    await page.waitForTimeout(ARMED_MS);
    await page.getByRole("button", { name: "Allow once" }).tap();
    await lineOf(page, "touch phone").and(page.locator('[data-state="executed"]')).waitFor();
    await phone.close();
  });
});

describe("a conversation", () => {
  it("branches by editing and answering again, with a switch between them", async () => {
    const page = await openChat(await makeChat());
    await say(page, "plan");
    await page.getByText("That is all.", { exact: false }).waitFor();
    await transcript(page).getByText("plan", { exact: true }).hover();
    await page.getByRole("button", { name: "Edit the message" }).click();
    await page.getByLabel("The message, edited").fill("plan it");
    await page.keyboard.press("Enter");
    await page.getByLabel("Branch 2 of 2").waitFor();
    await page.getByRole("button", { name: "Answer again" }).click();
    await expect.poll(() => page.getByLabel("Branch 2 of 2").count(), SOON).toBe(2);
    await page.getByRole("button", { name: "The one before" }).first().click();
    await transcript(page).getByText("plan", { exact: true }).waitFor();
    await page.getByLabel("Branch 1 of 2").waitFor();
    await page.reload();
    await page.getByLabel("Branch 1 of 2").waitFor();
  });

  it("queues what is said while it runs, and sends it when the run has ended", async () => {
    const page = await asking("touch queue.txt");
    await composer(page).fill("plan");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Queued messages" }).waitFor();
    await page.reload();
    await page.getByRole("list", { name: "Queued messages" }).waitFor();
    await card(page).waitFor();
    await page.waitForTimeout(ARMED_MS);
    await page.keyboard.press("1");
    await page
      .getByRole("button", { name: /Plan/ })
      .or(page.locator("summary").filter({ hasText: "Plan" }))
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole("list", { name: "Queued messages" }).count()).toBe(0);
  });

  it("@shell runs as the person, through the same gate, and is completed the next time", async () => {
    const page = await openChat(await makeChat());
    await composer(page).fill("@shell touch mine.txt");
    await page.keyboard.press("Enter");
    await card(page).getByText("typed by you").waitFor();
    await page.keyboard.press("Escape");
    await page.waitForTimeout(ARMED_MS);
    await page.keyboard.press("1");
    await lineOf(page, "touch mine").and(page.locator('[data-state="executed"]')).waitFor();
    await composer(page).fill("@shell to");
    await page.getByRole("option", { name: "touch mine.txt" }).waitFor();
    await page.keyboard.press("Tab");
    expect(await composer(page).inputValue()).toBe("@shell touch mine.txt");
  });

  it("is led from its beginning to its end with the keyboard alone", async () => {
    const page = await person.newPage();
    page.setDefaultTimeout(12_000);
    const press = (key: string): Promise<void> => page.keyboard.press(key);
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
      });
    const tabTo = async (name: RegExp, key = "Tab"): Promise<void> => {
      for (let i = 0; i < 40 && !name.test(await focused()); i++) await press(key);
      expect(await focused()).toMatch(name);
    };
    await page.goto(`${host.url}/inbox`);
    await page.getByRole("heading", { name: "Inbox" }).first().waitFor();
    await press("g");
    await press("c");
    await composer(page).waitFor();
    await press("i");
    await expect.poll(focused).toBe("Message to the model");
    await press("Escape");
    await press("m");
    await expect.poll(focused).toBe("Model");
    await page.keyboard.type("demo");
    await tabTo(/^Message to the model$/, "Shift+Tab");
    await page.keyboard.type("run `echo keys > keys.txt`");
    await press("Enter");
    await card(page).waitFor();
    // It took no focus: the letter is text.
    expect(await focused()).toBe("Message to the model");
    await press("Escape");
    await press("j");
    await page.waitForTimeout(ARMED_MS);
    await press("1");
    await lineOf(page, "echo keys").and(page.locator('[data-state="executed"]')).waitFor();
    await tabTo(/^Ran echo keys/);
    await press("Enter");
    await page.getByText("Allowed by", { exact: false }).first().waitFor();
    await press("Enter");
    await tabTo(/Edit and send again|Edit/, "Shift+Tab");
    await press("i");
    await page.keyboard.type("write");
    await press("Enter");
    await press("Escape");
    await card(page).waitFor();
    await press("j");
    await page.waitForTimeout(ARMED_MS);
    await press("4");
    await page.getByText("That was not done", { exact: false }).waitFor();
    await press("t");
    await page.getByRole("dialog", { name: "Tools of this chat" }).waitFor();
    await press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(readFileSync(join(host.project, "keys.txt"), "utf8")).toBe("keys\n");
  });

  it("@file completes a path of the project", async () => {
    const page = await openChat(await makeChat());
    await composer(page).fill("");
    await composer(page).pressSequentially("look at @a.t");
    await page.getByRole("option", { name: "src/a.ts" }).waitFor();
    await page.keyboard.press("Enter");
    expect(await composer(page).inputValue()).toBe("look at @src/a.ts ");
  });

  it("a question is answered with a key, a subagent has its own transcript", async () => {
    const page = await openChat(await makeChat());
    await say(page, "a question, please");
    await page.getByText("Which colour shall the shed have?").first().waitFor();
    await page.waitForTimeout(ARMED_MS);
    await page.keyboard.press("2");
    await lineOf(page, "Which colour").getByText("Blue").waitFor();
    await page.getByText("That is all.", { exact: false }).waitFor();
    await say(page, "use a subagent");
    await card(page).getByLabel("Model of this run").waitFor();
    await page.waitForTimeout(ARMED_MS);
    await page.keyboard.press("1");
    await page.getByRole("button", { name: "Show what the subagent did" }).click();
    await page.getByText("The folder has the files listed above.", { exact: false }).waitFor();
    await page.reload();
    await page.getByText("The folder has the files listed above.", { exact: false }).waitFor();
    await page.getByRole("link", { name: "Back to the chat" }).click();
    await composer(page).waitFor();
  });

  it("is renamed, searched and removed", async () => {
    const page = await openChat(await makeChat());
    await page.getByRole("button", { name: "Rename the chat" }).click();
    await page.getByLabel("Name", { exact: true }).fill("About the shed");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "About the shed" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("the shed");
    await expect.poll(() => page.locator("[data-chat]").count()).toBe(1);
    await page.getByRole("button", { name: "Remove the chat" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.waitForURL(`${host.url}/chats`);
    await page.getByText("No chat matches.").waitFor();
  });
});

describe("a connection", () => {
  it("is added, tested and used; its key is never shown again", async () => {
    const page = await person.newPage();
    await page.goto(`${host.url}/settings`);
    await page.getByRole("button", { name: "Add a connection" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name", { exact: true }).fill("Local");
    await form.getByLabel("Address").fill(provider.url);
    await form.getByLabel("Key").fill("sk-sesame-1234567890");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("2 models").waitFor();
    await page.getByRole("button", { name: "Test Local" }).click();
    await page.getByText("It answers, with 2 models.").waitFor();
    expect(await page.content()).not.toContain("sk-sesame");
    await page.getByRole("button", { name: "Change Local" }).click();
    expect(await page.getByRole("dialog").getByLabel("Key").inputValue()).toBe("");
    await page.keyboard.press("Escape");
    const { connections } = await get<{ connections: { id: string; name: string }[] }>("/api/connections");
    const id = connections.find(({ name }) => name === "Local")?.id ?? "";

    provider.script({ status: 401, error: "no such key" }, { reasoning: "Let me see.", text: "It is **done**." });
    const chat = await openChat(await makeChat({ model: { connection: id, model: "small" } }));
    await say(chat, "hello");
    await chat.getByRole("alert").waitFor();
    await chat.getByRole("button", { name: "Try again" }).click();
    await chat.getByText("It is done.").waitFor();
    await chat.getByRole("button", { name: "Thought about it" }).click();
    await chat.getByText("Let me see.").waitFor();
    await chat.getByText(/^\d+ in · \d+ out$/).waitFor();
    const sent = provider.requests.at(-1)?.headers.authorization;
    expect(sent).toBe("Bearer sk-sesame-1234567890");
  });

  it.each<Format>(["openai-compatible", "openai", "anthropic", "google"])(
    "of kind %s: a call asks, is allowed, and the model goes on from its result",
    async (kind) => {
      const scripted = await startProvider(kind);
      try {
        const body = { kind, name: kind, baseUrl: scripted.url, credential: "key", models: ["small"] };
        const made = await send<{ connection: { id: string } }>("POST", "/api/connections", body);
        const args = { command: `echo ran > ${kind}.txt; cat ${kind}.txt` };
        const calls = [{ id: "call_1", name: "shell", args }];
        scripted.script(
          { text: "one two three", errorAfter: 3, status: 503, error: "overloaded" },
          { reasoning: "A command.", text: "I run it.", calls },
          { text: "It is written." },
        );
        const page = await openChat(await makeChat({ model: { connection: made.connection.id, model: "small" } }));
        await say(page, "write it");
        await card(page).waitFor();
        expect([existsSync(join(host.project, `${kind}.txt`)), scripted.requests.length]).toEqual([false, 2]);
        await page.waitForTimeout(ARMED_MS);
        await card(page).getByRole("button", { name: "Allow once" }).click();
        await page.getByText("It is written.").waitFor();
        expect(readFileSync(join(host.project, `${kind}.txt`), "utf8")).toBe("ran\n");
        expect(JSON.stringify(scripted.requests[2]?.body)).toContain("ran\\n");
        await expect.poll(async () => transcript(page).innerText(), SOON).not.toContain("one two");
      } finally {
        await scripted.close();
      }
    },
  );
});

describe("what axe finds", () => {
  it.each(["light", "dark"] as const)(
    "nothing, %s: a chat with a card, a new chat, the connections",
    async (colorScheme) => {
      const context = await browser.newContext({
        ...DESKTOP,
        colorScheme,
        storageState: await person.storageState(),
        reducedMotion: "reduce",
      });
      const chat = await makeChat({ model: DEMO });
      const page = await openChat(chat, context);
      await say(page, "run `git push origin main`");
      await card(page).waitFor();
      for (const path of [`/chats/${chat}`, "/chats/new", "/settings"]) {
        if (!page.url().endsWith(path)) await page.goto(host.url + path);
        await page.getByRole("heading").first().waitFor();
        await page.waitForTimeout(500);
        const { violations } = await new AxeBuilder({ page })
          .setLegacyMode()
          .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"])
          .analyze();
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          path,
        ).toEqual([]);
      }
      await context.close();
    },
    90_000,
  );
});
