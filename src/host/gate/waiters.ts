/** Callers that wait for an approval to be settled. */
export interface Waiters {
  /** Resolves at the next move of the approval, after `waitMs`, or when the caller gives up. */
  wait(id: string, waitMs: number, signal: AbortSignal | undefined): Promise<void>;
  moved(ids: readonly string[]): void;
}

export function createWaiters(): Waiters {
  const waiting = new Map<string, Set<() => void>>();

  function add(id: string, wake: () => void): void {
    const set = waiting.get(id) ?? new Set();
    waiting.set(id, set.add(wake));
  }

  function remove(id: string, wake: () => void): void {
    const set = waiting.get(id);
    set?.delete(wake);
    if (set?.size === 0) waiting.delete(id);
  }

  return {
    wait(id, waitMs, signal) {
      if (signal?.aborted || waitMs <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", wake);
          remove(id, wake);
          resolve();
        };
        const timer = setTimeout(wake, waitMs);
        signal?.addEventListener("abort", wake, { once: true });
        add(id, wake);
      });
    },
    moved(ids) {
      for (const id of ids) for (const wake of waiting.get(id) ?? []) wake();
    },
  };
}
