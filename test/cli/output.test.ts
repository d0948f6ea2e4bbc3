import { expect, test } from "vitest";
import { table } from "../../src/cli/output.ts";

test("what a terminal would act on is written out in a table, and the columns stay as wide as they look", () => {
  const rows = [
    ["a\u001b[2K", "plain"],
    ["b\r\nc", "\u202etxt"],
  ];
  expect(table(rows)).toBe("a\\u001b[2K  plain\nb\\r\\nc      \\u202etxt");
});
