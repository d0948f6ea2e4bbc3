import type { Part } from "../../core/reading.ts";
import type { ApprovalRecord } from "../approvals/record.ts";
import type { Judged } from "./context.ts";
import { findingKey } from "./digest.ts";

/**
 * What is different since a person said yes, a sentence each; empty where the call is the one that they saw. A reason
 * that is gone changes nothing; a new one does. Source: approvals.md, "Bound to what was seen".
 */
export function changesSince(record: ApprovalRecord, now: Judged): readonly string[] {
  const known = new Set(record.decision.findings.map(findingKey));
  const fresh = now.decision.findings.filter((finding) => finding.gates && !known.has(findingKey(finding)));
  const found = fresh.map((finding) => `new: ${finding.message}`);
  if (now.binding === record.binding) return found;
  const resolved = resolutionChanges(record, now);
  return [...(resolved.length > 0 ? resolved : ["the tool or a file that it changes is no longer the same"]), ...found];
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
