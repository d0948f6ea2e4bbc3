import { expect, test } from "vitest";

import { countCards } from "../bench/session.ts";

/** The figure that users feel most: how often the recorded session interrupts. Lower it, never raise it unnoticed. */
test("the recorded session asks this often", () => {
  const cards = countCards();
  const of = (day: string): string[] => cards.filter((card) => card.day === day).map((card) => card.text);
  expect({ first: of("first").length, after: of("after").length }).toEqual({ first: 6, after: 2 });
});
