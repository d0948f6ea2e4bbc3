import { accessSync, constants } from "node:fs";
import type * as Playwright from "playwright-core";
import { ToolFault } from "../tool-fault.ts";

/** Where systems keep Chromium and what is made of it. A name of the PATH would be anybody's program. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  linux: [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/usr/bin/microsoft-edge-stable",
    "/snap/bin/chromium",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
  ],
};

/** The browser of this machine; `ASSENT_CHROMIUM` in the host's own environment names another. Null: none. */
export function findChromium(): string | null {
  const named = process.env["ASSENT_CHROMIUM"];
  return [...(named === undefined ? [] : [named]), ...(PLACES[process.platform] ?? [])].find(isProgram) ?? null;
}

/** What drives it is no part of the package: it is used where somebody installed it beside. */
export async function loadPlaywright(): Promise<typeof Playwright> {
  try {
    return await import("playwright-core");
  } catch (error) {
    throw new ToolFault("ENOTFOUND", "the browser needs the package `playwright-core`, which is not installed", error);
  }
}

export function hasPlaywright(): boolean {
  try {
    import.meta.resolve("playwright-core");
    return true;
  } catch {
    return false; // verdict: there is no browser here
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // verdict: not this one
  }
}
