import { afterEach, expect, it, vi } from "vitest";
import { highlight } from "../../src/web/chat/markdown/highlight.ts";

afterEach(() => vi.restoreAllMocks());

const coloursOf = async (code: string, language: string) =>
  (await highlight(code, language))?.map((line) => line.map(({ text, kind }) => [kind, text]));
const LINE = [
  ["keyword", "const"],
  [null, " "],
  ["constant", "a"],
  [null, " "],
  ["keyword", "="],
  [null, " "],
  ["string-expression", '"x"'],
  [null, "; "],
  ["comment", "// y"],
];

it("code is read to the end of its line, however slow the machine is", async () => {
  expect(await coloursOf('const a = "x"; // y', "ts")).toEqual([LINE]);
  // Each look at the clock is an hour after the one before.
  let hours = 0;
  for (const clock of [Date, performance]) vi.spyOn(clock, "now").mockImplementation(() => (hours += 1) * 3_600_000);
  expect(await coloursOf('const a = "x"; // y', "ts")).toEqual([LINE]);
});

it.each([
  ["a language that nobody knows", "x", "klingon"],
  ["code that is too long", "x\n".repeat(30_000), "ts"],
])("%s stays as it is", async (_, code, language) => expect(await highlight(code, language)).toBeNull());

it("a line that is too long stays plain, and the next does not", async () => {
  const lines = await coloursOf(`const ${"a".repeat(2_000)} = 1;\nconst a = "x"; // y`, "ts");
  expect(lines?.map((line) => line.length)).toEqual([1, LINE.length]);
});
