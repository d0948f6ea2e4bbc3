import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { ApprovalView, DecideBody } from "../../wire/approval.ts";
import type { Me } from "../../wire/session.ts";
import { meQuery } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { CallText } from "../render/call-text.tsx";
import { endOf, type Until } from "../render/time.ts";
import {
  preselected,
  sayOffer,
  sayReach,
  SCOPE_SAYS,
  SCOPE_WORDS,
  scopesOf,
  storedBy,
  type RememberScope,
} from "./choices.ts";

interface RememberProps {
  readonly view: ApprovalView;
  readonly decision: "allow" | "deny";
  readonly busy: boolean;
  readonly onAnswer: (remember: NonNullable<DecideBody["remember"]>) => void;
  readonly onCancel: () => void;
}

const UNTILS: readonly { readonly value: Until; readonly label: string }[] = [
  { value: "always", label: "no end" },
  { value: "hour", label: "an hour" },
  { value: "today", label: "today" },
  { value: "week", label: "a week" },
];

/** What to remember, where and until when: only what the host offered, and in the words in which it is stored. */
export function Remember(props: RememberProps) {
  const { data: me } = useQuery(meQuery);
  return me === undefined ? null : <RememberAs person={me.person} {...props} />;
}

function RememberAs({
  person,
  view,
  decision,
  busy,
  onAnswer,
  onCancel,
}: RememberProps & { readonly person: Me["person"] }) {
  const scopes = scopesOf(view, person);
  const [offer, setOffer] = useState(() => preselected(view.offers));
  const [scope, setScope] = useState<RememberScope>(scopes.includes("project") ? "project" : "chat");
  const [until, setUntil] = useState<Until>("always");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const expiresAt = endOf(until, Date.now());
    onAnswer({ offer, scope, ...(expiresAt === undefined ? {} : { expiresAt }) });
  };
  return (
    <form
      onSubmit={submit}
      aria-label={decision === "allow" ? "Always allow" : "Always deny"}
      className="flex flex-col gap-4 border-t border-line bg-page px-5 py-4 sm:px-6"
    >
      <fieldset>
        <legend className="mb-1.5 text-xs font-medium text-ink-2">
          {decision === "allow" ? "Always allow" : "Always deny"}
        </legend>
        <div className="flex max-h-56 flex-col overflow-y-auto rounded border border-line bg-surface">
          {view.offers.map((each, i) => (
            <label
              key={i}
              className="flex cursor-pointer items-start gap-2.5 border-t border-line px-3 py-2 first:border-t-0 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="offer"
                autoFocus={offer === i}
                checked={offer === i}
                onChange={() => setOffer(i)}
                className="mt-1 accent-[var(--accent)] outline-none"
              />
              <span className="min-w-0">
                <span className="block text-sm">{sayOffer(each)}</span>
                {decision === "allow" && sayReach(each) !== null && (
                  <span className="block text-xs text-ask">{sayReach(each)}</span>
                )}
                {storedBy(each).map((line) => (
                  <CallText key={line} text={line} className="block text-xs text-ink-2" />
                ))}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        <Choice
          showLabel
          label="Where"
          value={scope}
          onChange={setScope}
          options={scopes.map((value) => ({ value, label: SCOPE_WORDS[value], title: SCOPE_SAYS[value] }))}
        />
        <Choice showLabel label="Until" value={until} onChange={setUntil} options={UNTILS} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone={decision === "allow" ? "primary" : "deny"}
          size="large"
          hotkey="Enter"
          disabled={busy}
        >
          {decision === "allow" ? "Allow and remember" : "Deny and remember"}
        </Button>
        <Button tone="quiet" size="large" hotkey="Esc" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}
