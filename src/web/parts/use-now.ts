import { useEffect, useState } from "react";

/** The time in ms, renewed twice a minute: "4 min ago" stays true on a page that stays open. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
