import { describe, expect, it } from "vitest";
import { ARM_MS, readCardKey, takesText } from "../../src/web/card/key-guard.ts";

const press = { key: "1", repeated: false, modified: false, focus: "elsewhere", visibleMs: ARM_MS } as const;

describe("keys of a card", () => {
  it.each([
    ["1", "first"],
    ["0", "only-now"],
    ["2", "session"],
    ["3", "always"],
    ["4", "deny"],
    ["Escape", "deny"],
    ["5", null],
    ["Enter", null],
    [" ", null],
    ["y", null],
  ])("%s", (key, action) => expect(readCardKey({ ...press, key })).toBe(action));

  it.each([
    ["typed into a field", { focus: "text" }],
    ["before the card could be seen", { visibleMs: ARM_MS - 1 }],
    ["while the page is hidden", { visibleMs: Number.NEGATIVE_INFINITY }],
    ["held down", { repeated: true }],
    ["with a modifier", { modified: true }],
  ] as const)("%s answers nothing", (_, change) => {
    expect(readCardKey(press)).toBe("first");
    expect(readCardKey({ ...press, ...change })).toBeNull();
    expect(readCardKey({ ...press, ...change, key: "Escape" })).toBeNull();
  });

  it.each([
    [{ tagName: "TEXTAREA" }, true],
    [{ tagName: "INPUT", type: "search" }, true],
    [{ tagName: "INPUT", type: "password" }, true],
    [{ tagName: "INPUT" }, true],
    [{ tagName: "SELECT" }, true],
    [{ tagName: "DIV", isContentEditable: true }, true],
    [{ tagName: "INPUT", type: "radio" }, false],
    [{ tagName: "BUTTON" }, false],
    [{ tagName: "BODY" }, false],
    [null, false],
  ])("%j takes text: %s", (element, takes) => expect(takesText(element)).toBe(takes));
});
