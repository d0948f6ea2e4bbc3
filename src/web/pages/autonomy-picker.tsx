import { useId, useState } from "react";
import type { ApprovalMode, Level } from "../../core/policy.ts";
import type { DefaultsView } from "../../wire/defaults.ts";
import type { Autonomy } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { AUTONOMY, type AutonomyChoice, choiceOf } from "./autonomy-words.ts";

interface AutonomyPickerProps {
  readonly value: { readonly level: Level | null; readonly approvalMode: ApprovalMode | null };
  /** Set where one may fall back to it: in a chat. */
  readonly defaults?: DefaultsView;
  readonly disabled: boolean;
  readonly error: unknown;
  readonly onPick: (autonomy: Autonomy) => void;
}

/** The one way to say how much runs without a question. Full access is confirmed: it is one step from asking nothing. */
export function AutonomyPicker({ value, defaults, disabled, error, onPick }: AutonomyPickerProps) {
  const name = useId();
  const [confirming, setConfirming] = useState<AutonomyChoice | null>(null);
  const own = value.level !== null || value.approvalMode !== null;
  const standard = defaults && choiceOf(defaults.level, defaults.approvalMode);
  const chosen = choiceOf(
    value.level ?? defaults?.level ?? "L0",
    value.approvalMode ?? defaults?.approvalMode ?? "ask",
  );
  const pick = (choice: AutonomyChoice): void => {
    const { level, approvalMode } = choice;
    if (approvalMode === "full" && confirming === null) return setConfirming(choice);
    setConfirming(null);
    onPick({ level, approvalMode });
  };
  // Everything is stopped, and released, at the top of each page.
  const choices = AUTONOMY.filter((choice) => defaults !== undefined || choice.level !== "L3");
  return (
    <>
      <fieldset disabled={disabled} className="overflow-hidden rounded-lg border border-line bg-surface">
        <legend className="sr-only">Autonomy</legend>
        {defaults !== undefined && (
          <Option
            name={name}
            title="As the default"
            says={standard ? `Now: ${standard.name.toLowerCase()}.` : "As it is set in the settings."}
            checked={!own}
            onChoose={() => onPick({ level: null, approvalMode: null })}
          />
        )}
        {choices.map((choice) => (
          <Option
            key={choice.name}
            name={name}
            title={choice.name}
            says={choice.says}
            checked={(own || defaults === undefined) && choice === chosen}
            onChoose={() => pick(choice)}
          />
        ))}
      </fieldset>
      {error !== null && error !== undefined && (
        <p role="alert" className="mt-2 text-sm text-deny">
          {sentenceOf(error)}
        </p>
      )}
      {confirming !== null && (
        <Dialog
          title="Run without asking?"
          onClose={() => setConfirming(null)}
          footer={
            <>
              <Button tone="quiet" data-first onClick={() => setConfirming(null)}>
                Back
              </Button>
              <Button tone="primary" onClick={() => pick(confirming)}>
                Run without asking
              </Button>
            </>
          }
        >
          <p>
            Commands, deletions inside the project and network calls run without a question, also those that wait now.
            Rules that ask or deny, protected files and folders outside still stop.
          </p>
        </Dialog>
      )}
    </>
  );
}

interface OptionProps {
  readonly name: string;
  readonly title: string;
  readonly says: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
}

function Option({ name, title, says, checked, onChoose }: OptionProps) {
  return (
    <label className="flex items-start gap-3 border-t border-line px-3.5 py-2 first-of-type:border-t-0 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent cursor-pointer has-disabled:cursor-not-allowed has-disabled:opacity-60">
      <input
        type="radio"
        name={name}
        checked={checked}
        {...(checked ? { "data-first": true } : {})}
        onChange={onChoose}
        className="mt-1 accent-[var(--accent)] outline-none"
      />
      <span>
        <span className="block text-base font-medium">{title}</span>
        <span className="block text-sm text-ink-2">{says}</span>
      </span>
    </label>
  );
}
