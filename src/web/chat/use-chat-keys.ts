import { useEffect, useRef } from "react";
import { takesText } from "../card/key-guard.ts";
import { focusComposer } from "./composer/carried-focus.ts";

interface ChatKeys {
  /** To what waits. */
  readonly onJump: () => void;
  readonly onStop: () => void;
}

/**
 * The keys of a chat. Single letters count outside of text fields only; `t`, `a` and `m` press the button that carries
 * their letter as `data-key`.
 */
export function useChatKeys(keys: ChatKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (document.querySelector("dialog[open]") !== null) return;
      if ((event.ctrlKey || event.metaKey) && event.key === ".") {
        event.preventDefault();
        return latest.current.onStop();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target as HTMLElement | null)) return;
      if (event.key === "j") latest.current.onJump();
      else if (event.key === "i") focusComposer();
      else if (/^[tam]$/.test(event.key)) press(document.querySelector<HTMLElement>(`[data-key="${event.key}"]`));
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function press(element: HTMLElement | null): void {
  if (element instanceof HTMLSelectElement) void import("./choose.ts").then(({ choose }) => choose(element));
  else element?.click();
}
