import { useSyncExternalStore } from "react";
import { loadedPage, loadPage, matchPage } from "./pages.ts";

/** Where the UI is: each of its states has an address, and the browser's history is the only record of it. */
export interface Place {
  readonly pathname: string;
  /** With its `?`; empty without. */
  readonly search: string;
}

let place = read();
const listeners = new Set<() => void>();
/** Only the newest navigation is carried out, where an older one still waits for its page. */
let newest = 0;

function read(): Place {
  return { pathname: location.pathname, search: location.search };
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, () => place);
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

export interface GoOptions {
  /** The address before it is forgotten. */
  readonly replace?: boolean;
}

/** Goes to an address of this UI once its page is loaded: until then the page before stays. */
export async function go(href: string, { replace = false }: GoOptions = {}): Promise<void> {
  const mine = (newest += 1);
  const to = new URL(href, location.href);
  if (!(await isLoaded(to.pathname)) || mine !== newest) return;
  const moves = to.pathname !== location.pathname;
  if (replace) history.replaceState(history.state, "", href);
  else {
    history.replaceState({ scroll: contentTop() } satisfies Kept, "");
    history.pushState(null, "", href);
  }
  arrive();
  if (moves || to.hash !== "") show(moves ? 0 : null);
}

/** The person went back or forth. */
async function follow(state: Kept | null): Promise<void> {
  const mine = (newest += 1);
  if (!(await isLoaded(location.pathname)) || mine !== newest) return;
  arrive();
  show(state?.scroll ?? null);
}

window.addEventListener("popstate", ({ state }) => void follow(state as Kept | null));

/** A page that cannot be had is asked for again where it would stand, and tells of it there. Waits only where it must. */
function isLoaded(pathname: string): true | Promise<true> {
  const page = matchPage(pathname)?.page;
  if (page === undefined || loadedPage(page) !== null) return true;
  return loadPage(pathname).then(
    () => true,
    () => true,
  );
}

function arrive(): void {
  place = read();
  for (const listen of listeners) listen();
}

/** What an entry of the history keeps. The content scrolls inside of the frame, where no browser keeps its place. */
interface Kept {
  /** In px. */
  readonly scroll: number;
}

const contentTop = (): number => document.getElementById("content")?.scrollTop ?? 0;

/** Once it is drawn: so far down, or else the part that the address names. Null, and no part: it stays where it is. */
function show(top: number | null): void {
  requestAnimationFrame(() => {
    const part = location.hash === "" ? null : document.getElementById(location.hash.slice(1));
    if (part !== null && !top) part.scrollIntoView();
    else if (top !== null) document.getElementById("content")?.scrollTo(0, top);
  });
}
