import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findingsPage } from "../../tools/findings-table.ts";

test("docs/findings.md is made from the table; `node tools/findings-table.ts` writes it anew", () => {
  expect(readFileSync("docs/findings.md", "utf8")).toBe(findingsPage());
});
