/**
 * Where generators take their choices from. One generator serves both the bulk run (a seeded stream, cheap) and
 * shrinking (a recorded list of choices that fast-check makes smaller: nearer to 0 is always the simpler choice).
 */
export interface Choose {
  /** A whole number from 0 up to, not including, `n`. */
  (n: number): number;
}

/** mulberry32 */
export function seeded(seed: number): Choose {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/** Choices from a list; past its end the simplest. */
export function replayed(choices: readonly number[]): Choose {
  let at = 0;
  return (n) => (choices[at++] ?? 0) % n;
}

/** Writes down what is chosen. */
export function recorded(choose: Choose, into: number[]): Choose {
  return (n) => {
    const choice = choose(n);
    into.push(choice);
    return choice;
  };
}

export function pick<const T>(choose: Choose, from: readonly T[]): T {
  return from[choose(from.length)] as T;
}

/** True `percent` times of a hundred; false is the simpler. */
export function chance(choose: Choose, percent: number): boolean {
  return choose(100) >= 100 - percent;
}

/** Up to `most`, fewer preferred. */
export function several<T>(choose: Choose, most: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: choose(most + 1) }, (_, index) => make(index));
}

/** A field that is there sometimes. */
export function maybe<K extends string, T>(
  choose: Choose,
  percent: number,
  field: readonly [K, () => T],
): { readonly [P in K]?: T } {
  return chance(choose, percent) ? ({ [field[0]]: field[1]() } as { readonly [P in K]?: T }) : {};
}
