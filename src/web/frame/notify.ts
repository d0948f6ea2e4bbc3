import { useEffect, useRef } from "react";
import type { InboxItem } from "../pages/use-inbox.ts";

const KEY = "assent.notify";

export type NotifyState = "on" | "off" | "blocked" | "missing";

/** Whether this browser tells on the desktop that something waits. */
export function readNotify(): NotifyState {
  if (!("Notification" in globalThis)) return "missing";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && localStorage.getItem(KEY) === "on" ? "on" : "off";
}

/** Asks the browser for leave, which it gives only on a click. */
export async function setNotify(on: boolean): Promise<NotifyState> {
  if (on && "Notification" in globalThis && Notification.permission === "default")
    await Notification.requestPermission();
  localStorage.setItem(KEY, on ? "on" : "off");
  return readNotify();
}

/**
 * One notification for each call that begins to wait while nobody looks at this page. It says who asks and where, and
 * nothing of the call: its text is the agent's, and a desktop shows it outside of the card. Null: not known yet.
 */
export function useNotify(items: readonly InboxItem[] | null, open: (key: string) => void): void {
  const seen = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (items === null) return;
    const before = seen.current;
    seen.current = new Set(items.map(({ key }) => key));
    // What waited when the page was opened is on the page.
    if (before === null || document.hasFocus() || readNotify() !== "on") return;
    for (const item of items) {
      if (before.has(item.key) || item.kind !== "approval" || item.approval.askedIn !== "inbox") continue;
      const { chat, project } = item.approval;
      const where = project === null ? "" : ` in ${project.name}`;
      const told = new Notification("A call waits for you", {
        body: `${chat.agent ?? "A chat"}${where}`,
        tag: item.key,
      });
      told.addEventListener("click", () => {
        globalThis.focus();
        open(item.key);
      });
    }
  }, [items, open]);
}
