import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import type { Decision } from "../../../core/decision.ts";
import { createLocks } from "../../gate/locks.ts";
import { PUBLIC_NETWORK, type Network } from "../net/network.ts";
import { ToolFault } from "../tool-fault.ts";
import { findChromium, loadPlaywright } from "./chromium.ts";
import { isNear, portOf, startGuardProxy } from "./guard-proxy.ts";
import { watchDocuments, type Visit } from "./page-watch.ts";

/** The browser of one run: its own profile, in memory, with one page. */
export interface BrowserSession {
  readonly page: Page;
  /**
   * Sets what the call that begins may do: the address it was allowed to open, and who decides about every other.
   * Returns where pages wanted to go meanwhile and could not, once each.
   */
  begin(call: { readonly open?: URL; readonly decide?: DecideVisit }): () => readonly Blocked[];
  close(): Promise<void>;
}

export type DecideVisit = (url: string) => Promise<Pick<Decision, "effect" | "code">>;

export interface Blocked {
  readonly url: string;
  /** `denied`: policy says no. `asks`: a call of its own would be asked about. `window`: only one page is open. */
  readonly why: "denied" | "asks" | "window";
}

/** The browsers of the runs that use one. */
export interface Browsers {
  of(run: string): Promise<BrowserSession>;
  /** One call at a time: what one may open, another may not. For a call that was stopped before its turn none opens. */
  use<T>(run: string, signal: AbortSignal, work: (session: BrowserSession) => Promise<T>): Promise<T>;
  /** At the end of a run, and when it is stopped. */
  close(run: string): Promise<void>;
  closeAll(): Promise<void>;
}

export function createBrowsers({ network = PUBLIC_NETWORK }: { readonly network?: Network } = {}): Browsers {
  const sessions = new Map<string, Promise<BrowserSession>>();
  const locks = createLocks();
  function of(run: string): Promise<BrowserSession> {
    const known = sessions.get(run);
    if (known !== undefined) return known;
    // The next one may be there before this one has gone.
    const forget = (): void => void (sessions.get(run) === opened && sessions.delete(run));
    const opened = openSession(network, forget);
    sessions.set(run, opened);
    // A browser that could not start may start the next time.
    opened.catch(forget);
    return opened;
  }
  async function close(run: string): Promise<void> {
    const session = sessions.get(run);
    sessions.delete(run);
    await session?.then((open) => open.close()).catch(() => undefined); // verdict: it is gone already, or never began
  }
  return {
    of,
    use: (run, signal, work) =>
      locks.run(run, async () => {
        if (signal.aborted) throw new ToolFault("ESTOPPED", "the call was stopped");
        return work(await of(run));
      }),
    close,
    closeAll: async () => void (await Promise.all([...sessions.keys()].map(close))),
  };
}

const FLAGS = [
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Connections that no proxy carries would reach what the proxy refuses.
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  // Names are the proxy's to resolve.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

async function openSession(network: Network, onGone: () => void): Promise<BrowserSession> {
  const executablePath = findChromium();
  if (executablePath === null) throw new ToolFault("ENOTFOUND", "no Chromium is installed");
  const { chromium } = await loadPlaywright();
  const admitted = new Set<string>();
  const proxy = await startGuardProxy({ network, admitted });
  const home = mkdtempSync(join(tmpdir(), "assent-browser-"));
  const cleanUp = (): void => {
    proxy.close();
    // Its processes may still write there for a moment.
    void rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => undefined); // verdict: caches are left behind
    onGone();
  };
  try {
    const browser = await chromium.launch({
      executablePath,
      args: FLAGS,
      // Chromium refuses its own sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
      proxy: { server: proxy.url, bypass: "<-loopback>" },
      // Nothing of the host's environment is for pages.
      env: { HOME: home, TMPDIR: home, PATH: "/usr/bin:/bin", LANG: "C.UTF-8" },
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    browser.once("disconnected", cleanUp);
    return await sessionOn(browser, admitted);
  } catch (error) {
    cleanUp();
    throw new ToolFault("EFILE", "the browser could not be started", error);
  }
}

async function sessionOn(browser: Browser, admitted: Set<string>): Promise<BrowserSession> {
  const context = await browser.newContext({
    acceptDownloads: false,
    serviceWorkers: "block",
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  const { targetInfo } = await (await context.newCDPSession(page)).send("Target.getTargetInfo");
  let call: Parameters<BrowserSession["begin"]>[0] = {};
  let blocked: Blocked[] = [];
  const judge = async (visit: Visit): Promise<boolean> => {
    const why = await reasonAgainst(visit, URL.parse(page.url()), call);
    if (why !== null && visit.frame !== "inner") blocked.push({ url: visit.url.href, why });
    if (why === null && visit.frame === "page") admit(visit.url);
    return why === null;
  };
  /** The proxy refuses what is near; where the page itself may be, its parts may come from. */
  const admit = (url: URL): void => {
    if (isNear(url)) admitted.add(`${url.hostname}:${portOf(url)}`);
  };
  context.on("page", (other) => void other.close().catch(() => undefined)); // verdict: a window that is gone is closed
  await watchDocuments(await browser.newBrowserCDPSession(), targetInfo.targetId, judge);
  return {
    page,
    begin(next) {
      call = next;
      return () => {
        const found = blocked;
        blocked = [];
        return found.filter(({ url }, at) => found.findIndex((other) => other.url === url) === at);
      };
    },
    close: () => browser.close(),
  };
}

/** Null where the document may be loaded. Source: host.md, `browser`; rules.md, "URL patterns". */
async function reasonAgainst(
  { url, frame }: Visit,
  at: URL | null,
  { open, decide }: Parameters<BrowserSession["begin"]>[0],
): Promise<Blocked["why"] | null> {
  if (frame === "window") return "window";
  if (frame === "page" && open?.href === url.href) return null;
  const said = decide === undefined ? { effect: "ask", code: "level-ask" } : await decide(url.href).catch(() => null);
  if (said === null || said.effect === "deny") return "denied";
  // What a page shows of others is its own; the proxy says which addresses it reaches.
  if (said.effect === "allow" || frame === "inner") return null;
  const near = [open, at].some(
    (known) => known?.host === url.host && (known.protocol === url.protocol || url.protocol === "https:"),
  );
  return near && (said.code === "level-ask" || said.code === "mode-ask") ? null : "asks";
}
