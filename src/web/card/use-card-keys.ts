import { useEffect, useRef } from "react";
import { type CardKey, readCardKey, takesText } from "./key-guard.ts";

interface CardKeys {
  readonly active: boolean;
  readonly visibleTime: () => number;
  readonly onKey: (key: CardKey) => void;
}

/** Listens on the page; of several cards on it one is active. Keys count where no field takes them and no dialog is open. */
export function useCardKeys({ active, visibleTime, onKey }: CardKeys): void {
  const handler = useRef(onKey);
  useEffect(() => {
    handler.current = onKey;
  });
  useEffect(() => {
    if (!active) return undefined;
    // INVARIANT: with several cards in view the keys go to the next one when the first is answered, here or elsewhere;
    // a press that was meant for that one is not an answer of this one.
    const since = performance.now();
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      const key = readCardKey(readPress(event, Math.min(visibleTime(), performance.now() - since)));
      if (key === null) return;
      event.preventDefault();
      handler.current(key);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [active, visibleTime]);
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
