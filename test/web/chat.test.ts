import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { MessageView, PartView } from "../../src/wire/chats.ts";
import { call, chatView, type FixtureChats, freshChats, longThread, message, run, text } from "./fixture-chats.ts";
import { approval } from "./fixtures.ts";
import { useStage } from "./stage.ts";

/** What a chat shows, moves and takes, with a stand-in host that says one thing at a time. */
const stage = useStage();

const CHAT = "chat_a";
const ASKED = message("m0", "user", [text("hello")]);

interface Begin {
  readonly messages?: readonly MessageView[];
  readonly state?: "idle" | "running" | "waiting";
  readonly approvals?: readonly ReturnType<typeof approval>[];
  readonly more?: Partial<FixtureChats>;
}

async function open({ messages = [ASKED], state = "idle", approvals = [], more = {} }: Begin = {}): Promise<Page> {
  const head = messages.at(-1)?.id ?? null;
  stage.server.reset({
    approvals: [...approvals],
    chats: {
      ...freshChats(),
      views: [chatView(CHAT, { head, state }), chatView("chat_b", { title: "Another" })],
      messages: new Map([[CHAT, [...messages]]]),
      runs: new Map([[CHAT, [run("run_1", { state: state === "idle" ? "done" : state, head })]]]),
      ...more,
    },
  });
  const page = await stage.open(`/chats/${CHAT}`);
  await page.getByLabel("Message to the model").waitFor();
  return page;
}

const answer = (parts: readonly PartView[], more: Partial<MessageView> = {}): MessageView =>
  message("m1", "assistant", parts, { parent: "m0", ...more });
const card = (page: Page, id: string) => page.locator(`[data-card="${id}"]`);
const mine = (id: string, callId: string) =>
  approval(id, { chat: { id: CHAT, title: "Mend the build", agent: null }, callId, source: "model" });
const transcript = (page: Page) => page.getByRole("log", { name: "Transcript" });
const decisions = () => stage.server.sent.filter(({ path }) => path.endsWith("/decide"));
const activeTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

describe("what a model writes", () => {
  const WILD = [
    "<script>document.title='owned'</script> <img src=x onerror=\"document.title='owned'\">",
    "[script](javascript:alert(1)) [page](/settings) [good.com](https://evil.example/)",
    "![a chart](https://tracker.example/p.png) ![svg](data:image/svg+xml;base64,PHN2Zy8+)",
    "![dot](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==)",
    "```ts\nconst a = 1; // one\n```",
    "A&nbsp;&amp;&nbsp;B &copy;",
  ].join("\n\n");

  it("is text and links, with nothing run and nothing fetched", async () => {
    const page = await open();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    stage.server.chats.add(CHAT, answer([text(WILD)]));
    await page.getByText("not loaded from tracker.example").waitFor();
    expect(
      await transcript(page)
        .locator("a")
        .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href)),
    ).toEqual(["https://evil.example/", "https://tracker.example/p.png"]);
    await page.getByText("(evil.example)").waitFor();
    await page.getByText("<script>document.title='owned'</script>", { exact: false }).waitFor();
    await expect.poll(() => transcript(page).locator("img").count()).toBe(1);
    await page.getByText("A & B ©").waitFor();
    await page.locator(".code-comment").getByText("// one").waitFor();
    expect(await page.title()).not.toContain("owned");
    expect(asked.filter((url) => !url.startsWith(stage.server.url))).toEqual([]);
  });

  it("stands as it arrives, and its reasoning stays folded", async () => {
    const page = await open({ state: "running" });
    stage.server.chats.add(CHAT, answer([], { state: "streaming" }));
    for (const word of ["Let ", "me ", "see."])
      stage.server.chats.tell(CHAT, { type: "delta", message: "m1", part: 0, kind: "reasoning", text: word });
    for (const word of ["It ", "is **al", "most** done"])
      stage.server.chats.tell(CHAT, { type: "delta", message: "m1", part: 1, kind: "text", text: word });
    await transcript(page).locator("strong").getByText("almost").waitFor();
    await expect.poll(() => page.getByText("Let me see.").count()).toBe(0);
    await page
      .getByRole("button", { name: "Thinking…" })
      .or(page.getByRole("button", { name: "Thought about it" }))
      .click();
    await page.getByText("Let me see.").waitFor();
  });

  it("a command's output is seen while it runs, a picture when it has come", async () => {
    const page = await open({ state: "running", messages: [ASKED, answer([call("c1", { state: "executing" })])] });
    stage.server.chats.tell(CHAT, { type: "output", message: "m1", call: "c1", text: "building\n" });
    stage.server.chats.tell(CHAT, { type: "output", message: "m1", call: "c1", text: "half way\n" });
    await page.getByRole("log", { name: "Output so far" }).getByText("half way").waitFor();
    const image =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const result = { ok: true, text: "done", cut: 0, edited: false, at: 0, image };
    stage.server.chats.tell(CHAT, { type: "message", message: answer([call("c1", { state: "executed", result })]) });
    await page.getByRole("img", { name: /^Picture: Ran/ }).waitFor();
    await expect.poll(() => page.getByRole("log", { name: "Output so far" }).count()).toBe(0);
  });
});

/** Rows are measured as they come into view, and what is seen moves until they are. */
async function settled(page: Page, seen: () => Promise<number>): Promise<number> {
  for (let last = await seen(); ;) {
    await page.waitForTimeout(400);
    const now = await seen();
    if (now === last) return now;
    last = now;
  }
}

describe("a card in a chat", () => {
  const waiting = answer([call("c1", { approval: "apr_1" })]);
  const many = [...longThread(40, (i) => [text(`Line ${i}. ${"words ".repeat(40)}`)])];

  it("that comes takes no focus, and moves nothing where somebody reads further up", async () => {
    const page = await open({ state: "running", messages: many });
    const seen = () => transcript(page).evaluate((element) => element.scrollTop);
    const end = await settled(page, seen);
    await transcript(page).hover();
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -500);
        return seen();
      })
      .toBeLessThan(end - 1_000);
    await page.getByLabel("Message to the model").focus();
    const before = await settled(page, seen);
    stage.server.add(mine("apr_1", "c1"));
    stage.server.chats.add(CHAT, { ...waiting, id: "m40", parent: "m39" });
    stage.server.chats.change(CHAT, { state: "waiting" });
    await page.getByText("Waiting for you…").waitFor();
    await page.waitForTimeout(300);
    expect(await seen()).toBe(before);
    expect(await activeTag(page)).toBe("TEXTAREA");
    // Out of view it takes no key either.
    await page.keyboard.press("Escape");
    await page.waitForTimeout(700);
    await page.keyboard.press("1");
    expect(decisions()).toEqual([]);
    await page.keyboard.press("j");
    await page.waitForTimeout(800);
    await page.keyboard.press("1");
    await expect.poll(() => decisions().length).toBe(1);
  });

  it("that comes where somebody follows is brought into view whole, and stays there", async () => {
    const page = await open({ state: "running", messages: many });
    stage.server.add(mine("apr_1", "c1"));
    stage.server.chats.add(CHAT, { ...waiting, id: "m40", parent: "m39" });
    await card(page, "apr_1").waitFor();
    await page.waitForTimeout(400);
    const [list, box] = [await transcript(page).boundingBox(), await card(page, "apr_1").boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual(list?.y ?? 0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) + 1);
    for (let i = 0; i < 5; i += 1)
      stage.server.chats.add(CHAT, message(`n${i}`, "notice", [text("Something is told below.")]));
    await page.waitForTimeout(300);
    expect(await card(page, "apr_1").boundingBox()).toEqual(box);
  });

  it("of several is answered where the focus is; without focus the first one is", async () => {
    const two = answer([
      call("c1", { approval: "apr_1" }),
      call("c2", { approval: "apr_2", args: { command: "npm run b" } }),
    ]);
    const page = await open({
      state: "waiting",
      messages: [ASKED, two],
      approvals: [mine("apr_1", "c1"), mine("apr_2", "c2")],
    });
    await card(page, "apr_2").waitFor();
    expect(await card(page, "apr_1").getAttribute("data-keys")).toBe("true");
    expect(await card(page, "apr_2").getAttribute("data-keys")).toBe("false");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.waitForTimeout(900);
    await page.keyboard.press("4");
    await expect.poll(() => decisions().map(({ body }) => (body as { id: string }).id)).toEqual(["apr_2"]);
  });

  it("takes no key or click that was meant for the card before it", async () => {
    const two = answer([call("c1", { approval: "apr_1" }), call("c2", { approval: "apr_2" })]);
    const page = await open({
      state: "waiting",
      messages: [ASKED, two],
      approvals: [mine("apr_1", "c1"), mine("apr_2", "c2")],
    });
    await page.setViewportSize({ width: 1366, height: 1600 });
    await card(page, "apr_2").waitFor();
    await page.waitForTimeout(900);
    // In the very frame in which the second card gets the keys.
    const struck = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = (): void => {
            const next = document.querySelector('[data-card="apr_2"][data-keys="true"]');
            if (next === null) return void requestAnimationFrame(look);
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", bubbles: true }));
            [...next.querySelectorAll("button")].find((button) => button.textContent.startsWith("Allow once"))?.click();
            resolve();
          };
          look();
        }),
    );
    await page.keyboard.press("1");
    await expect.poll(() => decisions().length).toBe(1);
    const done = call("c1", { approval: "apr_1", state: "executed" });
    const after = { ...two, parts: [done, ...two.parts.slice(1)] };
    stage.server.chats.tell(CHAT, { type: "message", message: after });
    await struck;
    await page.waitForTimeout(100);
    expect(decisions().map(({ body }) => (body as { id: string }).id)).toEqual(["apr_1"]);
    await page.waitForTimeout(700);
    await page.keyboard.press("1");
    await expect.poll(() => decisions().map(({ body }) => (body as { id: string }).id)).toEqual(["apr_1", "apr_2"]);
  });

  it.each([true, false])("says so where its answer could not be remembered (%s)", async (full) => {
    const page = await open({
      messages: [ASKED, answer([call("c1", { state: "pending", approval: "apr_1" })])],
      state: "waiting",
      approvals: [mine("apr_1", "c1")],
    });
    stage.server.state.full = full;
    await card(page, "apr_1").waitFor();
    await page.waitForTimeout(600);
    await card(page, "apr_1").getByRole("button", { name: "For this session" }).click();
    await expect.poll(() => decisions().length).toBe(1);
    await card(page, "apr_1").waitFor({ state: "detached" });
    await expect.poll(() => page.getByText("could not be remembered").count()).toBe(full ? 1 : 0);
  });

  it("gives the focus to the line in its place", async () => {
    const page = await open({
      state: "waiting",
      messages: [ASKED, waiting],
      approvals: [mine("apr_1", "c1")],
    });
    await card(page, "apr_1").waitFor();
    await page.waitForTimeout(700);
    await page.getByRole("button", { name: "Allow once" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest("[data-call]")?.getAttribute("data-state")))
      .toBe("executed");
  });

  it("is there before the list of all that waits", async () => {
    const page = await open({ messages: [ASKED, waiting], state: "waiting", approvals: [mine("apr_1", "c1")] });
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(
      (url) => url.pathname === "/api/tools/authorization/pending" && !url.searchParams.has("chat"),
      (route) => held.then(() => route.continue()),
    );
    await page.reload();
    await card(page, "apr_1").waitFor();
    letGo();
  });

  it("of another chat never mounts here, whatever it calls itself", async () => {
    const page = await open({ state: "waiting", messages: [ASKED, waiting] });
    // The same call id, in another chat.
    stage.server.add(approval("apr_x", { chat: { id: "chat_b", title: "Another", agent: null }, callId: "c1" }));
    await expect.poll(() => page.title()).toContain("(1)");
    await page.waitForTimeout(400);
    await expect.poll(() => page.locator("[data-card]").count()).toBe(0);
  });

  it("keeps what is typed in it while it is scrolled out of view", async () => {
    const page = await open({
      state: "waiting",
      messages: [...many, { ...waiting, id: "m40", parent: "m39" }],
      approvals: [mine("apr_1", "c1")],
    });
    await card(page, "apr_1").waitFor();
    await page.waitForTimeout(700);
    await page.getByRole("button", { name: "Deny with a note…" }).click();
    await page.getByLabel("Note for the model").fill("not now");
    // Over the edge: the card scrolls by itself.
    await transcript(page).hover({ position: { x: 5, y: 5 } });
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, -3_000);
        return page.getByText("Line 0.", { exact: false }).isVisible();
      })
      .toBe(true);
    await page.getByRole("button", { name: "Show it" }).click();
    expect(await page.getByLabel("Note for the model").inputValue()).toBe("not now");
  });
});

describe("a subagent that asks", () => {
  it("has its card in its own transcript, which the chat leads to", async () => {
    const messages = [
      ASKED,
      answer([call("c1", { tool: "subagent", args: { title: "Count" }, state: "executing", subrun: "sub" })]),
    ];
    const asks = message("s1", "assistant", [call("cs", { approval: "apr_s" })], { run: "sub" });
    const runs = [
      run("run_1", { state: "waiting", head: "m1" }),
      run("sub", { parent: "run_1", state: "waiting", head: "s1", title: "Count" }),
    ];
    const page = await open({
      state: "waiting",
      messages,
      approvals: [mine("apr_s", "cs")],
      more: { messages: new Map([[CHAT, [asks, ...messages]]]), runs: new Map([[CHAT, runs]]) },
    });
    await page.getByText("in a subagent").waitFor();
    await expect.poll(() => page.locator("[data-card]").count()).toBe(0);
    await page.keyboard.press("j");
    await page.waitForURL(/run=sub/u);
    await card(page, "apr_s").waitFor();
    await page.waitForTimeout(800);
    await page.keyboard.press("1");
    await expect.poll(() => decisions().map(({ body }) => (body as { id: string }).id)).toEqual(["apr_s"]);
    await page.goBack();
    await page.getByRole("button", { name: "Show what the subagent did" }).waitFor();
  });
});

describe("a question of the model", () => {
  it("takes several choices and own words, and no key while one types", async () => {
    const question = { text: "Which files?", choices: ["a.ts", "b.ts"], several: true, free: true };
    const page = await open({
      state: "waiting",
      messages: [ASKED, answer([call("c1", { tool: "ask_user", state: "waiting", question })])],
    });
    await page.getByText("Which files?").waitFor();
    await page.waitForTimeout(700);
    await page.keyboard.press("2");
    await page.getByRole("button", { name: "b.ts", pressed: true }).waitFor();
    await page.getByLabel("Or in your own words").fill("1 and more");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => stage.server.sent.at(-1))
      .toEqual({
        path: `POST /api/chats/${CHAT}/answers`,
        body: { call: "c1", choices: [1], text: "1 and more" },
      });
  });
});

describe("a chat", () => {
  it("of ten thousand messages opens at its end, and shows what is older as one scrolls up", async () => {
    const messages = longThread(10_000, (i) => [text(`Line ${i}. ${"words ".repeat(20)}`)]);
    const page = await open({ messages });
    await page.getByText("Line 9999.", { exact: false }).waitFor();
    await transcript(page).hover();
    const older = page.getByText(/Line 97\d\d\./).first();
    // Older messages come page by page: what is scrolled before they are there is lost.
    for (let i = 0; i < 200 && !(await older.isVisible()); i += 1) {
      await page.mouse.wheel(0, -900);
      await page.waitForTimeout(20);
    }
    await older.waitFor();
    const mounted = await transcript(page).locator("p").count();
    expect(mounted).toBeLessThan(100);
  });

  it("whose host goes away says so, and misses nothing when it is back", async () => {
    const page = await open({ state: "running" });
    stage.server.drop();
    await page.getByText("The host does not answer.", { exact: false }).first().waitFor();
    stage.server.chats.add(CHAT, answer([text("Said meanwhile.")]));
    await page.getByText("Said meanwhile.").waitFor();
    await expect.poll(() => page.getByText("Said meanwhile.").count()).toBe(1);
  });

  it("that is not there says so", async () => {
    await open();
    const page = await stage.open("/chats/nowhere");
    await page.getByText("This chat is not here").waitFor();
    await page.getByText("There is no such chat.").waitFor();
  });

  it.each([
    [["ArrowDown", "Enter"], 1],
    [["Escape"], 0],
  ])("goes back to its composer after the models that m opens and %j", async (keys, changes) => {
    const page = await open();
    await page.getByLabel("Message to the model").blur();
    await page.keyboard.press("m");
    await expect.poll(() => activeTag(page)).toBe("SELECT");
    for (const key of keys) await page.keyboard.press(key);
    await expect.poll(() => activeTag(page)).toBe("TEXTAREA");
    const changed = () => stage.server.sent.filter(({ path }) => path === `PUT /api/chats/${CHAT}`).length;
    await expect.poll(changed).toBe(changes);
  });

  it("sends pictures that are pasted, and says of a refused message why, keeping it", async () => {
    const page = await open();
    const field = page.getByLabel("Message to the model");
    await field.focus();
    await paste(page);
    await page.getByRole("list", { name: "Attached" }).getByText("shot.png").waitFor();
    await field.fill("look");
    stage.server.state.down = true;
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("The host is going away.").waitFor();
    expect(await field.inputValue()).toBe("look");
    stage.server.state.down = false;
    await page.keyboard.press("Enter");
    await expect
      .poll(() => stage.server.sent.at(-1)?.body)
      .toEqual({
        text: "look",
        attachments: [{ name: "shot.png", mime: "image/png", base64: "iVBORw==" }],
      });
    await expect.poll(() => field.inputValue()).toBe("");
  });

  it("keeps what was attached over a reload, until it is sent or taken off", async () => {
    const page = await open();
    const field = page.getByLabel("Message to the model");
    const attached = page.getByRole("list", { name: "Attached" }).getByRole("listitem");
    await field.fill("look at these");
    await field.focus();
    await paste(page);
    await expect.poll(() => attached.count()).toBe(1);
    await paste(page);
    await expect.poll(() => attached.count()).toBe(2);
    await page.reload();
    await expect.poll(() => attached.count()).toBe(2);
    expect(await field.inputValue()).toBe("look at these");
    await page.getByRole("button", { name: "Remove shot.png" }).first().click();
    await expect.poll(() => attached.count()).toBe(1);
    await page.reload();
    await expect.poll(() => attached.count()).toBe(1);
    await field.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => stage.server.sent.at(-1)?.body).toMatchObject({ attachments: [{ name: "shot.png" }] });
    await expect.poll(() => attached.count()).toBe(0);
    await expect.poll(() => page.evaluate(keptFiles)).toBe(0);
  });

  it("keeps what is queued over a reload, with what is attached to it", async () => {
    const page = await open({ state: "running" });
    const field = page.getByLabel("Message to the model");
    const queued = page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");
    await field.focus();
    await paste(page);
    await page.getByRole("list", { name: "Attached" }).getByText("shot.png").waitFor();
    await field.fill("look");
    await page.keyboard.press("Enter");
    await field.fill("and go on");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(keptQueue)).toBe(2);
    await page.reload();
    await expect.poll(() => queued.allTextContents()).toEqual(["Queuedlook with 1 attached", "Queuedand go on"]);
    stage.server.chats.tell(CHAT, { type: "run", run: run("run_1", { state: "done", head: "m0" }) });
    stage.server.chats.change(CHAT, { state: "idle" });
    await expect
      .poll(() => stage.server.sent.filter(({ path }) => path.endsWith("/messages")).map(({ body }) => body))
      .toEqual([
        { text: "look", attachments: [{ name: "shot.png", mime: "image/png", base64: "iVBORw==" }] },
        { text: "and go on" },
      ]);
    await expect.poll(() => page.evaluate(keptFiles)).toBe(0);
  });

  it("sends nothing by itself whose files were not kept", async () => {
    const page = await open({ state: "idle" });
    await page.evaluate((chat) => {
      sessionStorage.setItem(`assent.queue.${chat}`, JSON.stringify([{ text: "look", files: "queue gone" }]));
    }, CHAT);
    await page.reload();
    await page.getByText("without its files, which were not kept").waitFor();
    expect(stage.server.sent.filter(({ path }) => path.endsWith("/messages"))).toEqual([]);
    await page.getByRole("button", { name: "Send it now" }).click();
    await expect.poll(() => stage.server.sent.at(-1)?.body).toEqual({ text: "look" });
  });

  it("says of what cannot be attached why", async () => {
    const page = await open();
    const field = page.getByLabel("Message to the model");
    await field.focus();
    for (let i = 0; i < 16; i++) await paste(page);
    const attached = page.getByRole("list", { name: "Attached" }).getByRole("listitem");
    await expect.poll(() => attached.count()).toBe(16);
    await paste(page);
    await page.getByRole("alert").getByText("A message takes 16 files.").waitFor();
    await page.evaluate(
      () =>
        (IDBFactory.prototype.open = () => {
          throw new Error("no room");
        }),
    );
    await page.getByRole("button", { name: "Remove shot.png" }).first().click();
    await page.getByRole("alert").getByText("The browser has no room for these files").waitFor();
    expect(await attached.count()).toBe(15);
  });

  it("offers no pictures where the model takes none", async () => {
    const page = await open();
    await page.getByLabel("Model", { exact: true }).selectOption({ label: "qwen3:8b" });
    await page.getByRole("button", { name: "Attach a file" }).waitFor();
    await page.getByLabel("Message to the model").focus();
    await paste(page);
    await page
      .getByRole("alert")
      .getByText("The model qwen3:8b takes no pictures: choose another one first.")
      .waitFor();
    expect(await page.getByRole("list", { name: "Attached" }).count()).toBe(0);
    await page.getByLabel("Model", { exact: true }).selectOption({ label: "demo" });
    await page.getByRole("button", { name: "Attach a picture or file" }).waitFor();
  });
});

/** A picture, as though it came from the clipboard. */
function paste(page: Page): Promise<void> {
  return page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([137, 80, 78, 71])], "shot.png", { type: "image/png" }));
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
}

/** Runs in the page: how many chats have files that were not sent. */
function keptQueue(): number {
  return (JSON.parse(sessionStorage.getItem("assent.queue.chat_a") ?? "[]") as unknown[]).length;
}

function keptFiles(): Promise<number> {
  return new Promise((resolve) => {
    const opened = indexedDB.open("assent");
    opened.onsuccess = () => {
      const counted = opened.result.transaction("files").objectStore("files").count();
      counted.onsuccess = () => {
        opened.result.close();
        resolve(counted.result);
      };
    };
  });
}
