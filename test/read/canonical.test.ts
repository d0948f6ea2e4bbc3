import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../../src/read/canonical-json.ts";
import { sha256 } from "../../src/read/sha256.ts";

it("hashes as the platform does, at every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const text = "é😀a".repeat(length).slice(0, length);
    expect(sha256(text.toWellFormed())).toBe(createHash("sha256").update(text.toWellFormed()).digest("hex"));
  }
});

it("writes JSON as RFC 8785 does", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value));
    }),
  );
});

it("has no text for what is no JSON or nested without end", () => {
  const loop: unknown[] = [];
  loop.push(loop);
  expect([Number.NaN, () => 1, loop].map(canonicalJson)).toEqual([null, null, null]);
});
