import type { AuditLine } from "../../../../src/wire/audit.ts";
import type { RealHost } from "../../real-host.ts";

/** The newest lines of the audit trail, oldest first. */
export async function auditLines(real: RealHost): Promise<readonly AuditLine[]> {
  const { lines } = (await (await real.person.send("GET", "/api/audit?limit=200")).json()) as { lines: AuditLine[] };
  return lines.toSorted((a, b) => a.seq - b.seq);
}
