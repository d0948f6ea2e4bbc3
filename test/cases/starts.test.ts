import { expect, it } from "vitest";
import { decideCase } from "./command-case.ts";

/**
 * However many words of a program that nothing is known of may start something: what was not held against a denial is
 * not let through. Source: rules.md, a deny sees every inner command.
 */
it.each([
  ["words of no program", "pueue x ".concat("a.ts ".repeat(3_000)), "allow"],
  ["the denied one behind them", `pueue x ${"a.ts ".repeat(3_000)}rm y`, "ask"],
  ["words of programs that are known", `pueue x ${"git ls ".repeat(2_000)}`, "ask"],
  ["words of a program that only the rule knows", `pueue x ${"deploytool ".repeat(1_000)}`, "ask"],
  ["few words of programs that are known", `pueue x ${"git ls ".repeat(5)}`, "allow"],
])("%s", (_, cmd, effect) => {
  const rules = { allow: ["pueue *"], deny: ["rm *", "deploytool go *"] };
  expect(decideCase({ cmd, rules, expect: "ask", why: "" }).effect).toBe(effect);
});
