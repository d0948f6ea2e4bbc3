/** One thing at a time for one key, in the order of asking. */
export interface Locks {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Within one process; between processes the store's compare-and-swap decides. It makes what is read, decided and
 * recorded of a chat one step, so that ten calls at once count as ten against a limit.
 */
export function createLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const before = tails.get(key) ?? Promise.resolve();
      const result = before.then(work, work);
      const tail = result.then(
        () => undefined,
        () => undefined, // verdict: the caller hears of it; the next in line starts all the same
      );
      tails.set(key, tail);
      void tail.then(() => tails.get(key) === tail && tails.delete(key));
      return result;
    },
  };
}
