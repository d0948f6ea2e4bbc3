/** Which key answers a card, and when none may. Pure. Source: approvals.md, "The card". */

export type CardKey =
  | "first"
  | "only-now"
  | "session"
  | "always"
  | "deny"
  | "edit"
  | "why"
  | "show-all"
  | "note"
  | "always-deny";

export interface KeyPress {
  readonly key: string;
  /** Held down, or part of a word that is still being composed. */
  readonly repeated: boolean;
  readonly modified: boolean;
  /** Where the focus is: `text` takes what is typed. */
  readonly focus: "text" | "elsewhere";
  /** How long the card has been on screen as it is now, and the one that takes keys, in ms. */
  readonly visibleMs: number;
}

/** A card answers nothing before it could have been seen: typing ahead and double clicks land on the one before. */
export const ARM_MS = 500;

const KEYS: Readonly<Record<string, CardKey>> = {
  "1": "first",
  "0": "only-now",
  "2": "session",
  "3": "always",
  "4": "deny",
  Escape: "deny",
  e: "edit",
  w: "why",
  o: "show-all",
  n: "note",
  d: "always-deny",
};

export function readCardKey(press: KeyPress): CardKey | null {
  if (press.repeated || press.modified || press.focus === "text" || press.visibleMs < ARM_MS) return null;
  return KEYS[press.key] ?? null;
}

const NO_TEXT = new Set(["button", "checkbox", "radio", "range", "color", "file", "image", "reset", "submit"]);

/** Whether an element takes what is typed. A select does: letters and digits choose in it. */
export function takesText(
  element: { readonly tagName?: string; readonly type?: string; readonly isContentEditable?: boolean } | null,
): boolean {
  const tag = element?.tagName?.toLowerCase();
  if (element === null || tag === undefined) return false;
  if (tag === "textarea" || tag === "select" || element.isContentEditable === true) return true;
  return tag === "input" && !NO_TEXT.has(element.type ?? "text");
}
