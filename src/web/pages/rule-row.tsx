import { Lock, Trash2 } from "lucide-react";
import type { RuleView } from "../../wire/rule.ts";
import { Button } from "../parts/button.tsx";
import { raised } from "../parts/sentence.ts";
import { VerdictChip } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";
import { HostText } from "../render/host-text.tsx";
import { sayDate, sayTime } from "../render/time.ts";

export function RuleRow({
  rule,
  busy,
  onRemove,
  onMend,
}: {
  readonly rule: RuleView;
  readonly busy: boolean;
  readonly onRemove: () => void;
  readonly onMend: () => void;
}) {
  return (
    <li className="grid min-h-9 grid-cols-[4.25rem_minmax(0,1fr)_auto] items-center gap-x-2 border-t border-line px-3 py-1 text-sm first:border-t-0 hover:bg-page sm:grid-cols-[4.25rem_minmax(0,1fr)_auto_auto]">
      <span>
        <VerdictChip effect={rule.decision} />
      </span>
      <div className="min-w-0">
        {rule.finding === undefined ? (
          <CallText text={rule.pattern} />
        ) : (
          <HostText text={raised(rule.note ?? rule.finding)} className="block" />
        )}
        {rule.note !== null && rule.finding === undefined && (
          <p className="text-xs text-ink-3">
            <HostText text={raised(rule.note)} />
          </p>
        )}
        {rule.fault !== null && <SetAside rule={rule} fault={rule.fault} onMend={onMend} />}
        {rule.expiresAt !== null && (
          <p className="text-xs text-ask">
            until {sayDate(rule.expiresAt)}, {sayTime(rule.expiresAt).slice(0, 5)}
          </p>
        )}
      </div>
      <span
        className="max-w-48 text-xs text-ink-3 max-sm:col-start-2 max-sm:row-start-2 sm:text-right"
        title={
          rule.createdBy === null
            ? undefined
            : `by ${rule.createdBy}${rule.createdAt === null ? "" : `, ${sayDate(rule.createdAt)}`}`
        }
      >
        {rule.target === null ? sayScope(rule.scope) : <CallText prose text={rule.target.name} />}
      </span>
      <span className="max-sm:col-start-3 max-sm:row-start-1">
        {rule.readOnly ? (
          <Lock size={14} role="img" aria-label="cannot be changed here" className="m-1.5 text-ink-3" />
        ) : (
          <button
            type="button"
            disabled={busy}
            onClick={onRemove}
            aria-label={`Remove ${rule.decision} ${rule.pattern}`}
            className="block rounded p-1.5 text-ink-3 hover:bg-deny-soft hover:text-deny"
          >
            <Trash2 size={14} aria-hidden />
          </button>
        )}
      </span>
    </li>
  );
}

const SCOPES: Readonly<Record<string, string>> = {
  global: "every project",
  builtin: "built in",
  managed: "managed",
  session: "this session",
  run: "this run",
};

function sayScope(scope: string): string {
  return SCOPES[scope] ?? scope;
}

/** A rule that cannot be read: what it does for as long as it stands, and the way to mend it. */
function SetAside({
  rule: { decision },
  fault,
  onMend,
}: {
  readonly rule: RuleView;
  readonly fault: string;
  readonly onMend: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1 text-xs text-deny">
      <p className="min-w-0 flex-1 basis-60">
        This rule cannot be read: <HostText text={fault} />.{" "}
        {decision === "allow"
          ? "It allows nothing."
          : "Until it is changed or removed, all that it may be about is asked about."}
      </p>
      <Button size="small" onClick={onMend}>
        Change the rule
      </Button>
    </div>
  );
}
