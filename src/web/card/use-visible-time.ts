import { useCallback, useEffect, useRef } from "react";

/**
 * How long the card has been in view, in ms. It starts anew when the page comes back into view: what is typed or
 * clicked for something else then never answers. A changed card is mounted anew, and so starts anew as well.
 */
export function useVisibleTime(): () => number {
  const since = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    const restart = (): void => {
      since.current = document.visibilityState === "visible" ? performance.now() : Number.POSITIVE_INFINITY;
    };
    restart();
    document.addEventListener("visibilitychange", restart);
    window.addEventListener("focus", restart);
    return () => {
      document.removeEventListener("visibilitychange", restart);
      window.removeEventListener("focus", restart);
    };
  }, []);
  return useCallback(() => performance.now() - since.current, []);
}
