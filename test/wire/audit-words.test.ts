import { expect, it } from "vitest";
import { foldLines, sayCall, summariesOf } from "../../src/wire/audit-words.ts";
import type { AuditLine } from "../../src/wire/audit.ts";

let seq = 100;
const line = (approval: string | null, type: string, data: AuditLine["data"] = {}): AuditLine => {
  seq -= 1;
  return { seq, at: 0, type, actor: "host", chat: null, approval, data, hash: "" };
};
const again = (approval: string) => line(approval, "approval.pending", { reason: "policy changed" });
const first = (approval: string) => line(approval, "approval.pending", { summary: `Runs ${approval}.` });

it("folds the calls that are listed again by one change of policy, and no other two calls", () => {
  const lines = [again("a"), again("b"), again("c"), line(null, "rule.added"), again("a"), first("b"), first("a")];
  const rows = (open?: number) =>
    foldLines(lines, { fold: true, open }).map((row) => [row.line.approval, row.line.type, row.more]);
  expect(rows()).toEqual([
    ["a", "approval.pending", 2],
    [null, "rule.added", 0],
    ["a", "approval.pending", 0],
    ["b", "approval.pending", 0],
    ["a", "approval.pending", 0],
  ]);
  expect(rows(lines[1]?.seq)).toHaveLength(lines.length);
  const said = lines.map((each) => sayCall(each, summariesOf(lines)));
  expect([said[0], said[5]]).toEqual(["Waits on, since policy changed: Runs a.", "Runs b."]);
});
