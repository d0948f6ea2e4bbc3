import { describe, expect, test } from "vitest";
import type { DirectoryGrant } from "../../src/core/policy.ts";
import type { PathUse } from "../../src/core/reading.ts";
import { answer, fileCall, path, policyOf } from "./support.ts";

const grant = (root: string, more: Partial<DirectoryGrant> = {}): DirectoryGrant => ({
  root,
  recursive: true,
  can: ["read", "write", "edit", "delete"],
  ...more,
});

test.each<[string, readonly DirectoryGrant[], PathUse, string]>([
  ["below the root", [grant("/w")], path("read", "/w/a/b"), "inside"],
  ["the root itself", [grant("/w")], path("read", "/w", { kind: "dir" }), "inside"],
  ["a name that only begins alike", [grant("/w")], path("read", "/wide/a"), "outside-grants"],
  ["above", [grant("/w/a")], path("read", "/w"), "outside-grants"],
  ["not recursive: a child", [grant("/w", { recursive: false })], path("read", "/w/a"), "inside"],
  ["not recursive: deeper", [grant("/w", { recursive: false })], path("read", "/w/a/b"), "outside-grants"],
  [
    "not recursive: all below",
    [grant("/w", { recursive: false })],
    path("read", "/w", { recursive: true }),
    "outside-grants",
  ],
  ["included", [grant("/w", { include: ["src/**"] })], path("read", "/w/src/a"), "inside"],
  ["not included", [grant("/w", { include: ["src/**"] })], path("read", "/w/lib/a"), "outside-grants"],
  [
    "included with all below",
    [grant("/w", { include: ["src/**"] })],
    path("read", "/w/src", { recursive: true }),
    "inside",
  ],
  [
    "all below, not all included",
    [grant("/w", { include: ["src/*"] })],
    path("read", "/w/src/a", { recursive: true }),
    "outside-grants",
  ],
  ["excluded", [grant("/w", { exclude: ["**/secret"] })], path("read", "/w/a/secret"), "outside-grants"],
  [
    "something below is excluded",
    [grant("/w", { exclude: ["a/secret"] })],
    path("delete", "/w/a", { recursive: true }),
    "outside-grants",
  ],
  ["a capability is missing", [grant("/w", { can: ["read"] })], path("edit", "/w/a"), "grant-missing"],
  [
    "two of one root add up",
    [grant("/w", { can: ["read"] }), grant("/w", { can: ["edit"] })],
    path("edit", "/w/a"),
    "inside",
  ],
  [
    "the deepest root decides: takes away",
    [grant("/w"), grant("/w/a", { can: ["read"] })],
    path("edit", "/w/a/b"),
    "grant-missing",
  ],
  [
    "the deepest root decides: gives",
    [grant("/w", { can: ["read"] }), grant("/w/a")],
    path("edit", "/w/a/b"),
    "inside",
  ],
  [
    "the deepest root decides: excludes",
    [grant("/w"), grant("/w/a", { exclude: ["b"] })],
    path("edit", "/w/a/b"),
    "outside-grants",
  ],
  [
    "a narrower grant below lacks it",
    [grant("/w"), grant("/w/a/ro", { can: ["read"] })],
    path("delete", "/w/a", { recursive: true }),
    "grant-missing",
  ],
  ["names without case", [grant("/Work")], path("read", "/work/a", { foldCase: true }), "inside"],
  ["names with case", [grant("/Work")], path("read", "/work/a"), "outside-grants"],
  ["the root of the file system", [grant("/")], path("read", "/x"), "inside"],
])("%s", (_name, grants, use, says) => {
  const { findings } = answer(fileCall("read_file", use), policyOf({ grants }));
  expect(findings.map(({ code }) => code).find((code) => code.includes("grant")) ?? "inside").toBe(says);
});

describe("a root that was replaced", () => {
  const GRANTED = [grant("/w", { identity: "1:2" }), grant("/w/a", { identity: "1:3" })];
  const now = (replaced: readonly string[], use: PathUse): string => {
    const policy = policyOf({ grants: GRANTED });
    const grants = policy.grants.map((each) =>
      replaced.includes(each.grant.root) ? { ...each, replaced: true as const } : each,
    );
    return answer(fileCall("read_file", use), { ...policy, grants }).findings[0]?.message ?? "inside";
  };

  test.each<[string, readonly string[], PathUse, string]>([
    ["is outside, also of a wider grant", ["/w/a"], path("read", "/w/a/b"), "`/w/a/b` lies in another folder"],
    ["leaves the wider grant", ["/w/a"], path("read", "/w/b"), "inside"],
    ["leaves a narrower grant", ["/w"], path("read", "/w/a/b"), "inside"],
    [
      "is not reached from above",
      ["/w/a"],
      path("read", "/w", { recursive: true }),
      "the folder of `/w` is not granted for read",
    ],
    ["of none", [], path("read", "/w/a/b"), "inside"],
  ])("%s", (_name, replaced, use, says) => {
    expect(now(replaced, use)).toContain(says);
  });
});

describe("the two ends of a call", () => {
  test("each is held by itself", () => {
    const call = fileCall("move_file", path("write", "a"), path("write", "/srv/b"));
    expect(answer(call, policyOf({}, ["allow change ** project"]))).toMatchObject({
      effect: "ask",
      findings: [{ code: "outside-grants", subject: "/srv/b" }],
    });
  });
});
