export interface Turns {
  /** Leads from now on, whoever did. */
  takeOver(): void;
  /** Leads no more, and does not wait for it. */
  quit(): void;
}

/**
 * One page of the browser leads at a time: the one that holds a lock, which the browser passes on when that page goes.
 * `begin` is called where it comes to lead, and what it returned when it no longer does.
 */
export function takeTurns(name: string, begin: () => () => void): Turns {
  let turn = 0;
  let release = (): void => {};

  async function lead(options: LockOptions): Promise<void> {
    const mine = ++turn;
    let end = (): void => {};
    const hold = (): Promise<void> => {
      // Asked for before a later turn: passed on at once.
      if (mine !== turn) return Promise.resolve();
      end = begin();
      return new Promise((resolve) => (release = resolve));
    };
    try {
      await navigator.locks.request(name, options, hold);
    } catch (error) {
      // Another page has taken over; or the browser gives this one no locks, and it leads for itself.
      if ((error as Error).name !== "AbortError") return void begin();
    }
    end();
    if (mine === turn) void lead({});
  }

  void lead({});
  return {
    takeOver: () => void lead({ steal: true }),
    quit() {
      turn++;
      release();
    },
  };
}
