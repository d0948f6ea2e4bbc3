import { expect, it } from "vitest";
import { proposedClass } from "../../../src/host/mcp/proposed-class.ts";

it.each([
  ["list_issues", {}, "remote-read"],
  ["listIssues", {}, "remote-read"],
  ["get", {}, "remote-read"],
  ["delete_file", {}, "destructive"],
  ["send-mail", {}, "network"],
  ["create_issue", {}, "write"],
  ["run", {}, "execute"],
  // A longer word that begins alike says nothing.
  ["getaway", {}, null],
  ["echo", {}, null],
  ["delete_file", { readOnlyHint: true, openWorldHint: false }, "read"],
  ["anything", { readOnlyHint: true }, "remote-read"],
  ["list_all", { destructiveHint: true }, "destructive"],
  ["list_all", { readOnlyHint: false, destructiveHint: false }, "write"],
  ["list_all", { readOnlyHint: false, openWorldHint: true }, "network"],
  ["list_all", { readOnlyHint: "yes" }, "remote-read"],
])("offers for %s with %j: %s", (name, annotations, cls) => {
  expect(proposedClass(name, { name, annotations })).toBe(cls);
});

it.each([[null], [undefined], ["text"], [{ annotations: null }]])("reads nothing into %j", (descriptor) => {
  expect(proposedClass("echo", descriptor)).toBe(null);
});
