import { type RefObject, useCallback, useEffect, useRef } from "react";
import { onUncovered } from "../parts/uncovered.ts";

/** So much of the card must be in view. */
const SEEN_RATIO = 0.5;

/**
 * How long the card has been in view, in ms. It starts anew when the card or the page comes back into view, and when
 * what lay over it is gone: what is typed or clicked for something else, such as a second Escape, then never answers. A changed card is mounted anew, and so starts anew as well.
 */
export function useVisibleTime(element: RefObject<HTMLElement | null>): () => number {
  const since = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    let inView = false;
    const restart = (): void => {
      const seen = inView && document.visibilityState === "visible";
      since.current = seen ? performance.now() : Number.POSITIVE_INFINITY;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const now = (entries.at(-1)?.intersectionRatio ?? 0) >= SEEN_RATIO;
        if (now === inView) return;
        inView = now;
        restart();
      },
      { threshold: SEEN_RATIO },
    );
    if (element.current !== null) observer.observe(element.current);
    document.addEventListener("visibilitychange", restart);
    window.addEventListener("focus", restart);
    const deaf = onUncovered(restart);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", restart);
      window.removeEventListener("focus", restart);
      deaf();
    };
  }, [element]);
  return useCallback(() => performance.now() - since.current, []);
}
