import { useEffect, useState } from "react";
import type { Effect } from "../../core/effect.ts";
import { VerdictChip } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";
import type { DraftSays } from "./draft-rule.ts";

interface RuleTrialProps {
  readonly tool: string;
  readonly pattern: string;
  readonly decision: Effect;
  readonly project: string;
  readonly example: string;
  readonly hint: string;
  readonly onExample: (example: string) => void;
}

type DraftModule = typeof import("./draft-rule.ts");

/** A place to try the rule on a call before it is saved; answered in this page as one types. */
export function RuleTrial({ tool, pattern, decision, project, example, hint, onExample }: RuleTrialProps) {
  const draft = useDraftModule();
  const rule = { tool, pattern, decision, project };
  if (draft === null || !draft.canTry(tool)) return null;
  const fault = pattern === "" ? null : draft.faultOf(rule);
  const says = pattern === "" || example.trim() === "" || fault !== null ? null : draft.tryDraft(rule, example.trim());
  return (
    <div>
      <label className="text-xs font-medium">
        Try it on
        <input
          value={example}
          spellCheck={false}
          onChange={(event) => onExample(event.target.value)}
          placeholder={hint}
          className="mono mt-1.5 h-8 w-full rounded border border-edge bg-surface px-2.5 text-sm text-ink placeholder:text-ink-3"
        />
      </label>
      <p aria-live="polite" className="mt-1.5 flex min-h-5 flex-wrap items-center gap-2 text-sm">
        {fault !== null && (
          <span className="text-deny">
            The pattern <CallText prose text={fault} />
          </span>
        )}
        {says !== null && <Says says={says} decision={decision} />}
      </p>
    </div>
  );
}

function Says({ says, decision }: { readonly says: DraftSays; readonly decision: Effect }) {
  if (says.kind === "broken") return <span className="text-deny">{says.message}</span>;
  const { reached, parts, effect, reason } = says;
  if (reached === 0) return <span className="text-ink-2">The rule does not reach this.</span>;
  return (
    <>
      <VerdictChip effect={effect} />
      <span className="text-ink-2">
        {reached < parts ? `The rule reaches ${reached} of ${parts} parts.` : "The rule reaches this."}
      </span>
      {effect !== decision && (
        <span className="text-ink-2">
          Still: <CallText prose text={reason} />
        </span>
      )}
    </>
  );
}

/** The deciding function and what it knows of commands; fetched when a rule is first written. */
function useDraftModule(): DraftModule | null {
  const [draft, setDraft] = useState<DraftModule | null>(null);
  useEffect(() => {
    let wanted = true;
    import("./draft-rule.ts").then(
      (loaded) => wanted && setDraft(loaded),
      () => wanted && setDraft(null), // without it a rule is still read and refused by the host when it is saved
    );
    return () => {
      wanted = false;
    };
  }, []);
  return draft;
}
