import { type RefObject, useEffect } from "react";

let carried = false;

/** To be called before another composer takes this one's place: who goes on typing must not press the keys of a card. */
export function carryFocus(): void {
  carried = document.activeElement?.hasAttribute("data-composer") ?? false;
}

/** Back to where one writes. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>("[data-composer]")?.focus();
}

/** Gives a field the focus that the one before it had. */
export function useCarriedFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (carried) field.current?.focus();
    carried = false;
  }, [field]);
}
