import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { build } from "vite";
import { launchChromium } from "../support/chromium.ts";
import { startFixtureServer, type FixtureServer } from "./fixture-server.ts";

const DESKTOP: BrowserContextOptions = { viewport: { width: 1366, height: 860 } };
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A browser and a stand-in host that serves the built UI under the host's own content security policy. */
export interface Stage {
  readonly server: FixtureServer;
  /** A page of its own session; what it logs as an error fails the test through `troubles`. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors that pages reported since the last call: scripts, and what the policy refused. */
  troubles(): readonly string[];
  /** Closes all pages. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function startStage(): Promise<Stage> {
  const root = join(import.meta.dirname, "../..");
  if (!existsSync(join(root, "dist/web/index.html")))
    await build({ configFile: join(root, "vite.config.ts"), logLevel: "error" });
  const [server, browser] = await Promise.all([startFixtureServer(), launchChromium()]);
  let seen: string[] = [];
  return {
    server,
    open: (path, options = DESKTOP) =>
      openPage(browser, { url: server.url + path, options, onTrouble: (text) => seen.push(text) }),
    troubles: () => {
      const told = seen;
      seen = [];
      return told;
    },
    clear: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

interface Opening {
  readonly url: string;
  readonly options: BrowserContextOptions;
  readonly onTrouble: (text: string) => void;
}

async function openPage(browser: Browser, { url, options, onTrouble }: Opening): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  page.on("pageerror", (error) => onTrouble(error.message));
  page.on("console", (message) => {
    // A refused request is the test's own doing; what the page's policy refuses is not.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) onTrouble(message.text());
  });
  await page.goto(url);
  return page;
}
