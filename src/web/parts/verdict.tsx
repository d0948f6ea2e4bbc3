import { CircleHelp, OctagonMinus, ShieldCheck } from "lucide-react";
import type { Effect } from "../../core/effect.ts";

const LOOKS = {
  allow: { Icon: ShieldCheck, word: "Allow", text: "text-allow", soft: "bg-allow-soft" },
  ask: { Icon: CircleHelp, word: "Ask", text: "text-ask", soft: "bg-ask-soft" },
  deny: { Icon: OctagonMinus, word: "Deny", text: "text-deny", soft: "bg-deny-soft" },
} as const;

/** A verdict has a colour, a shape and a word: colour alone says nothing. */
export function VerdictChip({ effect, label }: { readonly effect: Effect; readonly label?: string }) {
  const { Icon, word, text, soft } = LOOKS[effect];
  return (
    <span
      className={`inline-flex h-5 shrink-0 items-center gap-1 rounded-[5px] px-1.5 text-xs font-medium ${text} ${soft}`}
    >
      <Icon size={13} strokeWidth={2.25} aria-hidden />
      {label ?? word}
    </span>
  );
}

/** The shape alone, named for a screen reader; for lists where the word would repeat. */
export function VerdictMark({ effect }: { readonly effect: Effect }) {
  const { Icon, word, text } = LOOKS[effect];
  return <Icon size={16} className={`shrink-0 ${text}`} role="img" aria-label={word} />;
}
