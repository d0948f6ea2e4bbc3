import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Decision } from "../../core/decision.ts";
import type { Finding, Reading } from "../../core/reading.ts";
import type { Call } from "../../read/call.ts";
import type { FileState } from "./file-state.ts";

/** SHA-256 (hex) over RFC 8785 canonical JSON. */
export function hashOf(value: unknown): string {
  return hash("sha256", canonicalize(value) ?? "", "hex");
}

/**
 * What an answer is bound to: the tool and its descriptor, the arguments and what goes along with them, the directory,
 * the agent, the programs and files that they come to, and the state of those that change. Source: approvals.md, "Bound
 * to what was seen".
 */
export function bindingOf(call: Call, reading: Reading, files: readonly FileState[]): string {
  const { tool } = reading;
  return hashOf({
    tool: { id: tool.id, origin: tool.origin, server: tool.server ?? null, hash: tool.hash ?? null, name: call.tool },
    args: call.args ?? null,
    ...(call.beside === undefined ? {} : { beside: call.beside }),
    cwd: call.cwd,
    agent: call.agent ?? null,
    programs: reading.parts.map((part) => part.file ?? part.program),
    paths: reading.parts.flatMap((part) => part.paths.map((use) => [use.act, use.spelling, use.canonical])),
    files: files.map((file) => [file.path, file.state]),
  });
}

/**
 * What a card shows, and so what its answer must name: the binding, the reasons that were found, and what it offers to
 * remember, which an answer picks by its place.
 */
export function digestOf(binding: string, { findings, offers }: Pick<Decision, "findings" | "offers">): string {
  return hashOf({ binding, findings: findings.map(findingKey).sort(), offers });
}

export function findingKey(finding: Finding): string {
  return `${finding.code} ${finding.subject ?? ""}`;
}
