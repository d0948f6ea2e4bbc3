const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, in words: `just now`, `4 min ago`, `3 h ago`, else the date. */
export function sayAgo(at: number, now: number): string {
  const gone = now - at;
  if (gone < MINUTE) return "just now";
  if (gone < HOUR) return `${Math.floor(gone / MINUTE)} min ago`;
  if (gone < DAY) return `${Math.floor(gone / HOUR)} h ago`;
  return sayDate(at);
}

export function sayDate(at: number): string {
  return new Date(at).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
}

export function sayTime(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
}

/** A duration in ms: `30 s`, `2 min`. */
export function sayDuration(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 2 * MINUTE) return `${Math.round(ms / 1_000)} s`;
  return ms < 2 * HOUR ? `${Math.round(ms / MINUTE)} min` : `${Math.round(ms / HOUR)} h`;
}

export type Until = "always" | "hour" | "today" | "week";

/** When a rule ends, in ms since 1970; undefined for one that stays. */
export function endOf(until: Until, now: number): number | undefined {
  if (until === "hour") return now + HOUR;
  if (until === "week") return now + 7 * DAY;
  if (until === "today") return new Date(now).setHours(23, 59, 59, 999);
  return undefined;
}
