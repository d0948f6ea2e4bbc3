import { type RefObject, useEffect, useRef } from "react";
import { type CardKey, readCardKey, takesText } from "./key-guard.ts";

interface CardKeys {
  readonly card: RefObject<HTMLElement | null>;
  readonly active: boolean;
  readonly visibleTime: () => number;
  readonly onKey: (key: CardKey) => void;
}

/** Listens on the page: keys count while the focus is in the card or nowhere, and no dialog is open. */
export function useCardKeys({ card, active, visibleTime, onKey }: CardKeys): void {
  const handler = useRef(onKey);
  useEffect(() => {
    handler.current = onKey;
  });
  useEffect(() => {
    if (!active) return undefined;
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      const focus = document.activeElement;
      const here = focus === null || focus === document.body || (card.current?.contains(focus) ?? false);
      const key = here ? readCardKey(readPress(event, visibleTime())) : null;
      if (key === null) return;
      event.preventDefault();
      handler.current(key);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [active, card, visibleTime]);
}

/** By where the key was pressed, not by where the focus is by now: a field that an Escape has left still took it. */
function readPress(event: KeyboardEvent, visibleMs: number): Parameters<typeof readCardKey>[0] {
  return {
    key: event.key,
    repeated: event.repeat || event.isComposing,
    modified: event.ctrlKey || event.metaKey || event.altKey,
    focus: takesText(event.target as HTMLElement | null) ? "text" : "elsewhere",
    visibleMs,
  };
}
