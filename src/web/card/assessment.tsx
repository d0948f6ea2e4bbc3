import type { AssessmentView } from "../../wire/approval.ts";
import { CallText, FlagBadges } from "../render/call-text.tsx";
import { claimFlags } from "../render/imitation.ts";
import { show } from "../render/visible-text.ts";

const VERDICTS: Readonly<Record<AssessmentView["verdict"], string>> = {
  allow: "would allow it",
  ask: "would ask you",
  deny: "would deny it",
};

/** What a model said of the call. It has seen text that the call brought along, so it stands apart from the host's own words. */
export function Assessment({ said: { verdict, risk, reason } }: { readonly said: AssessmentView }) {
  return (
    <section aria-label="Assessment" className="border-l-2 border-edge pl-3 text-sm text-ink-2">
      <p className="text-xs text-ink-3">
        {risk === "unknown"
          ? "A model was asked, and gave no assessment"
          : `A model ${VERDICTS[verdict]}, risk ${risk}`}
      </p>
      <CallText prose text={reason} content />
      <FlagBadges flags={[...show(reason).flags, ...claimFlags(reason)]} />
    </section>
  );
}
