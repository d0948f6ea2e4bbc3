import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { chatView, freshChats, message, text } from "./fixture-chats.ts";
import { approval } from "./fixtures.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

const CHATS = ["chat_1", "chat_2", "chat_3", "chat_4", "chat_5"] as const;

/** Ten tabs of one browser, half of them on chats of their own: more than it opens connections to one host. */
async function openTabs(): Promise<{ readonly inboxes: readonly Page[]; readonly chats: readonly Page[] }> {
  const messages = new Map(CHATS.map((id) => [id as string, [message(`${id}_m`, "user", [text(`this is ${id}`)])]]));
  const views = CHATS.map((id) => chatView(id, { head: `${id}_m` }));
  stage.server.reset({ chats: { ...freshChats(), views, messages }, approvals: [approval("apr_first")] });
  const first = await stage.open("/inbox");
  const inboxes = [first];
  const chats: Page[] = [];
  for (const id of CHATS) {
    chats.push(await openTab(first, `/chats/${id}`));
    if (inboxes.length < 5) inboxes.push(await openTab(first, "/inbox"));
  }
  for (const page of inboxes) await page.locator('[data-card="apr_first"]').first().waitFor();
  for (const [at, page] of chats.entries()) await page.getByText(`this is ${CHATS[at]}`).first().waitFor();
  return { inboxes, chats };
}

async function openTab(beside: Page, path: string): Promise<Page> {
  const page = await beside.context().newPage();
  page.setDefaultTimeout(8_000);
  await page.goto(stage.server.url + path);
  return page;
}

/** What happens to each chat and to the inbox is told in every tab of it. */
async function expectLive(tabs: { readonly inboxes: readonly Page[]; readonly chats: readonly Page[] }, mark: string) {
  stage.server.add(approval(`apr_${mark}`, { summary: `Runs ${mark}` }));
  for (const id of CHATS) stage.server.chats.add(id, message(`${id}_${mark}`, "assistant", [text(`${mark} in ${id}`)]));
  for (const page of tabs.inboxes) await page.getByText(`Runs ${mark}`).first().waitFor();
  for (const page of tabs.chats)
    await page
      .getByText(new RegExp(`${mark} in chat_\\d`, "u"))
      .first()
      .waitFor();
}

const lead = async (page: Page): Promise<boolean> => {
  const { held = [] } = await page.evaluate(() => navigator.locks.query());
  const own = await page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) =>
        navigator.locks.request(String(Math.random()), async (lock) => {
          const all = await navigator.locks.query();
          resolve(all.held?.find(({ name }) => name === lock?.name)?.clientId);
        }),
      ),
  );
  return held.some(({ name, clientId }) => name === "assent-events" && clientId === own);
};

describe("ten tabs of one browser", () => {
  it("share one stream, and each is told of what it shows", async () => {
    const tabs = await openTabs();
    await expect.poll(() => stage.server.streams).toBe(1);
    await expectLive(tabs, "once");
    await tabs.inboxes[2]?.goto(`${stage.server.url}/rules`);
    await expectLive({ ...tabs, inboxes: tabs.inboxes.filter((_, at) => at !== 2) }, "again");
    expect(stage.server.streams).toBe(1);
  });

  it("show no card that was answered in one of them, and say when the host is away", async () => {
    const tabs = await openTabs();
    const [answering, ...others] = tabs.inboxes as [Page, ...Page[]];
    await answering.waitForTimeout(650); // a card takes no answer before it could be read
    await answering.keyboard.press("1");
    for (const page of others) await page.locator('[data-folded="apr_first"]').waitFor();
    stage.server.reset({ ...stage.server.state, down: true });
    for (const page of [...tabs.inboxes, ...tabs.chats]) await page.getByText("The host does not answer").waitFor();
    stage.server.state.down = false;
    for (const page of [...tabs.inboxes, ...tabs.chats])
      await page.getByText("The host does not answer").waitFor({ state: "detached" });
    await expectLive(tabs, "back");
  });

  it("lose no event when the one that holds the stream closes", async () => {
    const { inboxes, chats } = await openTabs();
    const [leader, ...others] = inboxes as [Page, ...Page[]];
    expect(await lead(leader)).toBe(true);
    const tell = (at: number): void => {
      for (const id of CHATS)
        stage.server.chats.add(id, message(`${id}_${at}`, "assistant", [text(`line ${at} told`)]));
    };
    for (let at = 0; at < 20; at++) tell(at);
    const closing = leader.close();
    for (let at = 20; at < 60; at++) {
      tell(at);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await closing;
    const seen = (page: Page) => page.getByText(/line \d+ told/u).allTextContents();
    for (const page of chats) {
      await page.getByText("line 59 told").waitFor();
      // The list holds what is near the view.
      const numbers = (await seen(page)).map((line) => Number(/\d+/u.exec(line)?.[0]));
      expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] as number) + index));
    }
    await expectLive({ inboxes: others, chats }, "after");
    await expect.poll(() => stage.server.streams).toBe(1);
  });

  it("miss nothing of the time that the browser kept one of them aside", async () => {
    stage.server.reset({ approvals: [approval("apr_first")] });
    const kept = await stage.open("/inbox");
    const other = await openTab(kept, "/inbox");
    await other.locator('[data-card="apr_first"]').first().waitFor();
    const turn = (type: "pagehide" | "pageshow"): Promise<boolean> =>
      kept.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
    await turn("pagehide");
    await expect.poll(() => lead(other)).toBe(true);
    stage.server.add(approval("apr_meanwhile", { summary: "Runs meanwhile" }));
    await other.getByText("Runs meanwhile").first().waitFor();
    expect(await kept.getByText("Runs meanwhile").count()).toBe(0);
    await turn("pageshow");
    await kept.getByText("Runs meanwhile").first().waitFor();
    await kept.getByText("The host does not answer").waitFor({ state: "detached" });
    await expect.poll(() => stage.server.streams).toBe(1);
  });

  it("are led by one that is looked at", async () => {
    stage.server.reset({ approvals: [approval("apr_first")] });
    const first = await stage.open("/inbox");
    const second = await openTab(first, "/inbox");
    await second.locator('[data-card="apr_first"]').first().waitFor();
    const look = (page: Page, state: DocumentVisibilityState): Promise<void> =>
      page.evaluate((visibilityState) => {
        Object.defineProperty(document, "visibilityState", { value: visibilityState, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    const leads = async () => [await lead(first), await lead(second)];
    expect(await leads()).toEqual([true, false]);
    await look(second, "hidden");
    expect(await leads()).toEqual([true, false]);
    await look(first, "hidden");
    expect(await leads()).toEqual([true, false]);
    await look(second, "visible");
    await expect.poll(leads).toEqual([false, true]);
    await look(first, "visible");
    await look(second, "hidden");
    await expect.poll(leads).toEqual([true, false]);
    stage.server.add(approval("apr_seen", { summary: "Runs it at last" }));
    for (const page of [first, second]) await page.getByText("Runs it at last").first().waitFor();
    await expect.poll(() => stage.server.streams).toBe(1);
  });
});
