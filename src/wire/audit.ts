/** One line of the audit trail; each is chained to the one before by a keyed hash. Source: host.md, "Audit". */
export interface AuditLine {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  /** Who did it: `person:<id>`, `agent:<name>`, `host`, `rule:<id>`. */
  readonly actor: string;
  readonly chat: string | null;
  readonly approval: string | null;
  /** Plain, redacted data of the line. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly hash: string;
}
