import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
];
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A headless browser for the tests; `ASSENT_CHROMIUM` names another one than the system's. */
export function launchChromium(): Promise<Browser> {
  // Chromium refuses its own sandbox to root.
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: root ? [...FLAGS, "--no-sandbox"] : FLAGS,
  });
}

function findChromium(): string {
  const named = process.env["ASSENT_CHROMIUM"];
  const found = named ?? installed() ?? install();
  if (found !== undefined && isExecutable(found)) return found;
  throw new Error("the browser tests need Chromium: `apt-get install -y chromium`, or name one in ASSENT_CHROMIUM");
}

function installed(): string | undefined {
  return PLACES.find(isExecutable);
}

/** Debian's own package, where that needs no password. */
function install(): string | undefined {
  const [program, ...args] = [
    ...(process.getuid?.() === 0 ? [] : ["sudo", "-n"]),
    "apt-get",
    "install",
    "-y",
    "--no-install-recommends",
    "chromium",
  ];
  try {
    execFileSync(program ?? "apt-get", args, { stdio: "ignore", timeout: 300_000 });
  } catch {
    return undefined; // the caller then says what to install
  }
  return installed();
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
