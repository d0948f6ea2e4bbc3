import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { matchPage } from "../../src/web/route/pages.ts";
import { hrefOf, searchOf, type Target } from "../../src/web/route/target.ts";
import { approval, project } from "./fixtures.ts";
import { useStage } from "./stage.ts";

/** Addresses of the UI: what stands at each, and how one gets there and back. */
const stage = useStage();

describe("an address", () => {
  it.each([
    ["/", "/", undefined],
    ["/inbox", "/inbox", undefined],
    ["/inbox/", "/inbox", undefined],
    ["/inbox/project%3Aprj_a", "/inbox/$id", "project:prj_a"],
    ["/chats/new", "/chats/new", undefined],
    ["/chats/newer", "/chats/$id", "newer"],
    ["/projects/%E0%A4%A", "/projects/$id", "%E0%A4%A"],
    ["/projects", null, undefined],
    ["/inbox/a/b", null, undefined],
    ["/Inbox", null, undefined],
  ])("%s is %s", (address, path, id) => {
    const match = matchPage(address);
    expect([match?.page.path ?? null, match?.id]).toEqual([path, id]);
  });

  it.each<[Target, string]>([
    [{ to: "/rules", search: { q: "a b&c", add: true, scope: undefined } }, "/rules?q=a+b%26c&add=true"],
    [{ to: "/chats/$id", params: { id: "a/../b?" }, search: { run: "r" } }, "/chats/a%2F..%2Fb%3F?run=r"],
    [{ to: "/settings", hash: "agents" }, "/settings#agents"],
  ])("%j is written %s", (target, href) => expect(hrefOf(target)).toBe(href));

  it("without parameters has no `?`", () => expect(searchOf({ q: undefined })).toBe(""));
});

const at = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash);
const link = (page: Page, name: string) => page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name });
const contentTop = (page: Page) => page.evaluate(() => document.getElementById("content")?.scrollTop);

describe("a link", () => {
  it("opens its page, marks where one is, and back leads back to the same place", async () => {
    const page = await stage.open("/settings");
    await page.getByText("Data directory").waitFor();
    await page.evaluate(() => document.getElementById("content")?.scrollTo(0, 300));
    await link(page, "Rules").click();
    await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
    await expect.poll(() => contentTop(page)).toBe(0);
    expect(await page.locator("nav [aria-current=page]").allInnerTexts()).toEqual(["Rules"]);
    await page.goBack();
    await page.getByText("Data directory").waitFor();
    await expect.poll(() => contentTop(page)).toBe(300);
    await page.goForward();
    await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
  });

  it("leads to a part of a page, and with a key held to a tab of its own", async () => {
    const page = await stage.open("/chats/new");
    await page.evaluate(() => history.replaceState(null, "", "/rules"));
    await page.reload();
    await page.getByRole("link", { name: /Claude Code/ }).click();
    await expect.poll(() => at(page)).toBe("/settings#agents");
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      link(page, "Audit").click({ modifiers: ["Control"] }),
    ]);
    await tab.waitForURL(/\/audit$/u);
    expect(await at(page)).toBe("/settings#agents");
  });

  it("of a page that does not load says so, and tries again", async () => {
    const page = await stage.open("/rules");
    await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
    await page.route(/\/assets\/audit-.*\.js$/u, (route) => route.abort());
    await link(page, "Audit").click();
    await page.getByText("This page could not be loaded").waitFor();
    expect(await at(page)).toBe("/audit");
    await page.unroute(/\/assets\/audit-.*\.js$/u);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { level: 1, name: "Audit", exact: true }).waitFor();
  });

  it("that is overtaken by another is not followed once its page has come", async () => {
    const page = await stage.open("/rules");
    await page.getByRole("heading", { level: 1, name: "Rules" }).waitFor();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/assets\/audit-.*\.js$/u, async (route) => {
      await held;
      await route.continue();
    });
    await link(page, "Audit").click();
    expect(await at(page)).toBe("/rules");
    await link(page, "Tools").click();
    await page.getByRole("heading", { level: 1, name: "Tools" }).waitFor();
    release();
    await page.waitForTimeout(300);
    expect(await at(page)).toBe("/tools");
  });

  it("inside of a list keeps the page, with what is typed in it", async () => {
    stage.server.reset({ approvals: Array.from({ length: 9 }, (_, i) => approval(`apr_${i}`)) });
    const page = await stage.open("/inbox");
    const search = page.getByLabel("Search what waits");
    await search.fill("npm");
    await page.getByRole("list", { name: "Waiting" }).getByRole("link").nth(2).click();
    await expect.poll(() => at(page)).toBe("/inbox/apr_2");
    expect(await search.inputValue()).toBe("npm");
    await page.locator('[data-card="apr_2"]').waitFor();
  });
});

it("a project that is not there says so", async () => {
  const page = await stage.open(`/projects/${project.id}x`);
  await page.getByText("There is no such project").first().waitFor();
});
