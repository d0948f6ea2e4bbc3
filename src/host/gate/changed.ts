import type { Part } from "../../core/reading.ts";
import type { ApprovalRow } from "../../store/tables/approvals.ts";
import { type ApprovalRecord, openRecord } from "../approvals/record.ts";
import type { GateContext, Judged } from "./context.ts";
import { findingKey } from "./digest.ts";

interface Since {
  readonly row: ApprovalRow;
  readonly record: ApprovalRecord;
  readonly now: Judged;
}

/**
 * What is different since a call was shown, a sentence each; empty where it is the one that was seen. A reason that is
 * gone changes nothing; a new one does. Source: approvals.md, "Bound to what was seen".
 */
export async function changesSince(context: GateContext, { row, record, now }: Since): Promise<readonly string[]> {
  const known = new Set(record.decision.findings.map(findingKey));
  const fresh = now.decision.findings.filter((finding) => finding.gates && !known.has(findingKey(finding)));
  const found = fresh.map((finding) => `new: ${finding.message}`);
  if (now.binding === record.binding) return found;
  const resolved = [...resolutionChanges(record, now), ...(await fileChanges(context, { row, record, now }))];
  return [...(resolved.length > 0 ? resolved : ["the tool or a file that it changes is no longer the same"]), ...found];
}

/** The same for a card that waits: where what it was bound to stands, what it said of changes stands as well. */
export async function changesShown(context: GateContext, since: Since): Promise<readonly string[]> {
  if (since.now.binding === since.record.binding) return since.record.changes;
  return changesSince(context, since);
}

/** Another yes to an earlier call of the run is none to this one on top of it: what both come to nobody has seen. */
async function fileChanges(context: GateContext, { row, record, now }: Since): Promise<readonly string[]> {
  const before = new Map((record.files ?? []).map(({ path, state }) => [path, state]));
  const changed = now.files.filter(({ path, state }) => before.has(path) && before.get(path) !== state);
  if (changed.length === 0) return [];
  const by = await changersOf(context, row);
  return changed.map(({ path }) => {
    const tool = by.get(path);
    const who = tool === undefined ? "and by no call of this run" : `by the call of \`${tool}\` before this one`;
    return `\`${path}\` was changed since this was shown, ${who}`;
  });
}

/** The tool of this run that last wrote to a path since the call was made. */
async function changersOf(context: GateContext, { id, chat, run, createdAt }: ApprovalRow) {
  const by = new Map<string, string>();
  for (const row of await context.store.approvals.ranSince({ chat, run, since: createdAt })) {
    if (row.id === id) continue;
    const uses = openRecord(row, context.seal).reading.parts.flatMap(({ paths }) => paths);
    for (const { act, canonical } of uses) if (act !== "read" && canonical !== null) by.set(canonical, row.tool);
  }
  return by;
}

function resolutionChanges(record: ApprovalRecord, now: Judged): readonly string[] {
  return now.reading.parts.flatMap((part, index) => {
    const before = record.reading.parts[index];
    return before ? [...programChange(before, part), ...pathChanges(before, part)] : [`new: ${part.text}`];
  });
}

function programChange(before: Part, now: Part): readonly string[] {
  if (before.file === now.file) return [];
  return [`\`${now.program ?? now.text}\` is now ${now.file ?? "not found"}, it was ${before.file ?? "not found"}`];
}

function pathChanges(before: Part, now: Part): readonly string[] {
  return now.paths.flatMap((use, index) => {
    const old = before.paths[index];
    if (!old || old.canonical === use.canonical) return [];
    return [`\`${use.spelling}\` now leads to ${use.canonical ?? "nowhere"}, it led to ${old.canonical ?? "nowhere"}`];
  });
}
