import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { editPending, pendingUpdater } from "../../src/web/api/pending-update.ts";
import { pendingQuery } from "../../src/web/api/queries.ts";
import type { ApprovalView } from "../../src/wire/approval.ts";
import { startStage, type Stage } from "./browser.ts";
import { approval } from "./fixtures.ts";

describe("what waits, after events that name calls", () => {
  const old = approval("apr_old");
  afterEach(() => vi.unstubAllGlobals());

  /** A list that was fetched, and a host that has these calls. */
  async function updated(ids: readonly (string | undefined)[], host: readonly ApprovalView[], status = 200) {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      asked.push(path);
      const found = host.find(({ id }) => path.endsWith(`/${id}`));
      if (status !== 200) return Response.json({ code: "EINTERNAL", message: "no" }, { status });
      return found === undefined
        ? Response.json({ code: "ENOTFOUND", message: "there is no such approval" }, { status: 404 })
        : Response.json({ approval: found });
    });
    const client = new QueryClient();
    client.setQueryData(pendingQuery.queryKey, [old]);
    await pendingUpdater(client)(ids);
    const state = client.getQueryState(pendingQuery.queryKey);
    return { asked: asked.length, ids: state?.data?.map(({ id }) => id), old: state?.isInvalidated };
  }

  const many = Array.from({ length: 9 }, (_, at) => `apr_${at}`);

  it.each([
    ["holds one more", ["apr_new"], [approval("apr_new")], { asked: 1, ids: ["apr_old", "apr_new"], old: false }],
    [
      "lacks one that was answered",
      ["apr_old"],
      [approval("apr_old", { state: "denied" })],
      { asked: 1, ids: [], old: false },
    ],
    ["lacks one that this person may not see", ["apr_other"], [], { asked: 1, ids: ["apr_old"], old: false }],
    [
      "is fetched anew where a call was not named",
      ["apr_new", undefined],
      [],
      { asked: 0, ids: ["apr_old"], old: true },
    ],
    ["is fetched anew where many changed", many, [], { asked: 0, ids: ["apr_old"], old: true }],
  ])("%s", async (_name, ids, host, expected) => {
    expect(await updated(ids, host)).toEqual(expected);
  });

  it("is not fetched anew where this page answered a call meanwhile", async () => {
    const client = new QueryClient();
    client.setQueryData(pendingQuery.queryKey, [old, approval("apr_a")]);
    vi.stubGlobal("fetch", async () => {
      editPending(client, (list) => list.filter(({ id }) => id !== "apr_a"));
      return Response.json({ approval: approval("apr_a", { state: "denied" }) });
    });
    await pendingUpdater(client)(["apr_a"]);
    const { data, isInvalidated } = client.getQueryState(pendingQuery.queryKey) ?? {};
    expect([data?.map(({ id }) => id), isInvalidated]).toEqual([["apr_old"], false]);
  });

  it("is fetched once more where it was on its way for the first time", async () => {
    const client = new QueryClient();
    let answer: (list: readonly ApprovalView[]) => void = () => undefined;
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path.split("?")[1] ?? "all");
      return asked.length === 1
        ? new Promise((resolve) => (answer = (approvals) => resolve(Response.json({ approvals }))))
        : Promise.resolve(Response.json({ approvals: [old, approval("apr_new")] }));
    });
    const stop = new QueryObserver(client, pendingQuery).subscribe(() => undefined);
    const updated = pendingUpdater(client)(["apr_new"]);
    await vi.waitFor(() => expect(asked).toEqual(["first=50"]));
    answer([old]);
    await updated;
    stop();
    expect([asked, client.getQueryData(pendingQuery.queryKey)?.map(({ id }) => id)]).toEqual([
      ["first=50", "all"],
      ["apr_old", "apr_new"],
    ]);
  });

  it("is fetched anew where a call could not be", async () => {
    expect(await updated(["apr_old"], [], 500)).toEqual({ asked: 1, ids: ["apr_old"], old: true });
  });
});

describe("an inbox of 300 calls", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.close());

  const name = (at: number): string => `apr_${String(at).padStart(3, "0")}`;
  const approvals = Array.from({ length: 300 }, (_, at) =>
    approval(name(at), { createdAt: at, args: { command: `npm run task-${at}` } }),
  );

  it("is drawn as far as it was looked at, and follows keys, clicks and the wheel", async () => {
    stage.server.reset({ approvals: [...approvals] });
    const page = await stage.open("/inbox");
    const rows = page.getByRole("list", { name: "Waiting" }).getByRole("link");
    await page.locator(`[data-card="${name(0)}"]`).waitFor();
    expect(await rows.count()).toBeLessThan(150);

    for (let step = 0; step < 100; step += 1) await page.keyboard.press("j");
    await page.locator(`[data-card="${name(100)}"]`).waitFor();
    await expect.poll(() => page.locator(`[data-key="${name(100)}"]`).evaluate(isInView)).toBe(true);

    await page.locator(`[data-key="${name(102)}"]`).click();
    await page.locator(`[data-card="${name(102)}"]`).waitFor();

    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000);
        return rows.count();
      })
      .toBe(300);
    stage.server.add(approval("apr_new", { createdAt: 300 }));
    await page.locator("[data-inbox-list]").getByText("301 waiting").waitFor();
    expect(stage.troubles()).toEqual([]);
  }, 90_000);

  it("shows its first calls, and takes answers to them, before the rest is there", async () => {
    stage.server.reset({ approvals: [...approvals] });
    const page = await stage.open("/settings");
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/api/tools/authorization/pending", (route) => held.then(() => route.continue()));
    await page.goto(new URL("/inbox", page.url()).href);
    const counted = page.locator("[data-inbox-list]").getByText(/^\d+ waiting$/u);
    await page.locator(`[data-card="${name(0)}"]`).waitFor();
    await expect.poll(() => counted.textContent()).toBe("50 waiting");

    await page.waitForTimeout(600); // a card takes no key before it was seen
    await page.keyboard.press("Escape");
    await page.locator(`[data-card="${name(1)}"]`).waitFor();
    await expect.poll(() => counted.textContent()).toBe("49 waiting");

    letGo();
    await expect.poll(() => counted.textContent()).toBe("299 waiting");
    expect(await page.locator("[data-card]").getAttribute("data-card")).toBe(name(1));
    expect(stage.troubles()).toEqual([]);
  }, 60_000);
});

function isInView(row: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}
