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
  /** Of the turn that this page has. */
  let end = (): void => {};
  let release = (): void => {};

  async function lead(options: LockOptions): Promise<void> {
    const mine = ++turn;
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
      if (mine === turn && (error as Error).name !== "AbortError") return void (end = begin());
    }
    if (mine !== turn) return;
    end();
    void lead({});
  }

  void lead({});
  return {
    takeOver: () => void lead({ steal: true }),
    quit() {
      turn++;
      // At once: a page that is kept aside does nothing later.
      end();
      release();
    },
  };
}
