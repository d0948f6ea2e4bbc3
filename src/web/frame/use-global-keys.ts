import { useEffect, useRef } from "react";
import { takesText } from "../card/key-guard.ts";
import { navigate } from "../route/link.tsx";

const GOES = { c: "/chats", i: "/inbox", t: "/tools", r: "/rules", a: "/audit", s: "/settings" } as const;
/** How long a `g` waits for its second key, in ms. */
const CHORD_MS = 1_000;

/** `?`, `/` and the `g` pairs. `/` focuses the list's search, which carries `data-search`. */
export function useGlobalKeys({ onHelp }: { readonly onHelp: () => void }): void {
  const help = useRef(onHelp);
  useEffect(() => {
    help.current = onHelp;
  });
  useEffect(() => {
    let chordAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
      if (takesText(event.target as HTMLElement | null) || document.querySelector("dialog[open]") !== null) return;
      const to = event.timeStamp - chordAt < CHORD_MS ? GOES[event.key as keyof typeof GOES] : undefined;
      chordAt = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (to !== undefined) {
        // The second key of a pair means nothing else.
        event.preventDefault();
        void navigate({ to });
      } else if (event.key === "?") help.current();
      else if (event.key === "/") focusSearch(event);
    };
    // Before the pages, which have keys of one letter.
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>("input[data-search]");
  if (search === null) return;
  event.preventDefault();
  search.focus();
  search.select();
}
