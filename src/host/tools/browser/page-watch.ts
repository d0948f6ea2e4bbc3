import type { CDPSession } from "playwright-core";

/** Where a document is about to be loaded from. */
export interface Visit {
  readonly url: URL;
  readonly frame: "page" | "inner" | "window";
}

/** Answers whether it may. Never rejects. */
export type Judge = (visit: Visit) => Promise<boolean>;

interface Paused {
  readonly requestId: string;
  readonly frameId?: string;
  readonly request: { readonly url: string };
}

/**
 * Stops every load of a document, redirects, new windows and inner frames included, until it is judged. The browser is
 * asked and not the page, so that nothing is loaded before somebody listens. INVARIANT: what cannot be judged is not
 * loaded.
 */
export async function watchDocuments(browser: CDPSession, mainFrame: string, judge: Judge): Promise<void> {
  browser.on("Fetch.requestPaused", (paused: Paused) => void settle(paused));
  await browser.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] });

  async function settle({ requestId, frameId, request }: Paused): Promise<void> {
    try {
      const url = URL.parse(request.url);
      const allowed = url !== null && (await judge({ url, frame: await kindOf(frameId) }));
      // `Aborted` leaves the page as it is; any other reason puts an error page in its place.
      if (allowed) await browser.send("Fetch.continueRequest", { requestId });
      else await browser.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    } catch {
      return; // verdict: not loaded; the browser has ended, or the request was taken back
    }
  }

  async function kindOf(frameId: string | undefined): Promise<Visit["frame"]> {
    if (frameId === mainFrame) return "page";
    const { targetInfos } = await browser.send("Target.getTargets");
    return targetInfos.some(({ targetId, type }) => targetId === frameId && type === "page") ? "window" : "inner";
  }
}
