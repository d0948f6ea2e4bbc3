import type { KeyboardEvent } from "react";

/** Enter sends the form of a text, as it does a message; Shift and Enter is a new line. An input method's Enter is its own. */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
