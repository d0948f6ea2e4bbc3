import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { withPalette } from "../../support/palette-png.ts";
import { PHONE } from "../browser.ts";
import { useStage } from "../stage.ts";
import type { Screen } from "./screen.ts";

export const PICTURES = join(import.meta.dirname, "../../../docs/screens");
/** `npm run screens` writes the pictures anew. */
export const WRITES = process.env["ASSENT_SCREENS"] === "1";
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** Each screen is accessible and fits, in both themes and on a phone, and no page of it reports an error. */
export function checkScreens(title: string, screens: readonly Screen[]): void {
  const stage = useStage();
  const show = async (screen: Screen, options: BrowserContextOptions): Promise<Page> => {
    stage.server.reset(screen.state?.() ?? {});
    const page = await stage.open(screen.path, options);
    await page.getByText(screen.waits).filter({ visible: true }).first().waitFor();
    await screen.act?.(page, stage.server);
    return page;
  };
  describe(title, () => {
    it.each(screens.map((screen) => [screen.name, screen] as const))(
      "%s",
      async (_, screen) => {
        const page = await show(screen, DESKTOP);
        if (WRITES) return picture(screen, page, () => show(screen, PHONE));
        expect(await faultsOf(page), "light").toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await faultsOf(page, ["color-contrast"]), "dark").toEqual([]);
        await page.setViewportSize({ width: 390, height: 844 });
        expect(await faultsOf(page), "phone").toEqual([]);
        await fits(page, screen, "phone");
        // The smallest that is asked for, and a window of 1280 by 800 at 200 %.
        await page.setViewportSize({ width: 320, height: 568 });
        await fits(page, screen, "320 px");
        await page.setViewportSize({ width: 640, height: 400 });
        await fits(page, screen, "200 %");
      },
      90_000,
    );
  });
}

/** What axe finds on the page as it is; a theme changes colours only. */
async function faultsOf(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (rules === undefined) axe.withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]);
  else axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

async function fits(page: Page, { frameless }: Screen, at: string): Promise<void> {
  const { sideways, down } = await overflowOf(page);
  expect({ sideways, down: down && frameless !== true }, at).toEqual({ sideways: false, down: false });
}

/** What scrolls is inside of the frame: a second bar beside it would be the window's. */
function overflowOf(page: Page): Promise<{ readonly sideways: boolean; readonly down: boolean }> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { sideways: scrollWidth > innerWidth, down: scrollHeight > innerHeight };
  });
}

async function picture({ name, also = [] }: Screen, page: Page, onPhone: () => Promise<Page>): Promise<void> {
  await take(page, name);
  await page.emulateMedia({ colorScheme: "dark" });
  if (also.includes("dark")) await take(page, `${name}-dark`);
  if (also.includes("phone")) await take(await onPhone(), `${name}-phone`);
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // What was fetched last is drawn, colours of code included.
  await page.waitForTimeout(1_200);
  writeFileSync(join(PICTURES, `${name}.png`), withPalette(await page.screenshot({ scale: "css", caret: "hide" })));
}
