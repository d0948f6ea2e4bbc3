import type { Entry, Limits } from "./policy.ts";

/** The limits of an entry: they stay where its mode becomes another one. */
export function limitsIn({ callsPerRun, defaultTimeoutMs, maxTimeoutMs }: Entry): Limits {
  return {
    ...(callsPerRun === undefined ? {} : { callsPerRun }),
    ...(defaultTimeoutMs === undefined ? {} : { defaultTimeoutMs }),
    ...(maxTimeoutMs === undefined ? {} : { maxTimeoutMs }),
  };
}

/** An entry that holds nothing but the limits of this one; null where it has none. */
export function onlyLimits(entry: Entry): Limits | null {
  const limits = limitsIn(entry);
  return Object.keys(limits).length === 0 ? null : limits;
}
