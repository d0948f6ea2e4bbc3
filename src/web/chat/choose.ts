import { focusComposer } from "./composer/carried-focus.ts";

/** Opens a list; once something of it is chosen, or none, one writes on. */
export function choose(list: HTMLSelectElement): void {
  const over = new AbortController();
  const { signal } = over;
  const back = (): void => {
    over.abort();
    focusComposer();
  };
  list.focus();
  list.addEventListener("keyup", ({ key }) => (key === "Enter" || key === "Escape") && back(), { signal });
  list.addEventListener("blur", () => over.abort(), { signal });
  try {
    list.showPicker();
    // Where the list stays closed each arrow chooses, and is not the end of it.
    list.addEventListener("change", back, { signal });
  } catch {
    // This browser opens no list by itself: the arrows choose in it, Enter leaves it. Nothing is decided by that.
  }
}
