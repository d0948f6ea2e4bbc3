import { Plus, X } from "lucide-react";
import { Button } from "../../parts/button.tsx";
import { INPUT } from "../../parts/field.tsx";
import { IconButton } from "../../parts/icon-button.tsx";
import type { Secret } from "./draft.ts";

interface SecretFieldsProps {
  readonly label: string;
  readonly secrets: readonly Secret[];
  readonly onChange: (secrets: readonly Secret[]) => void;
}

/** Names with their values, which are masked as they are typed and never shown again. */
export function SecretFields({ label, secrets, onChange }: SecretFieldsProps) {
  const put = (at: number, change: Partial<Secret>): void =>
    onChange(secrets.map((secret, index) => (index === at ? { ...secret, ...change } : secret)));
  return (
    <fieldset>
      <legend className="text-xs font-medium text-ink-2">{label}</legend>
      {secrets.map((secret, at) => (
        <div key={at} className="flex items-end gap-2">
          <input
            aria-label={`Name of secret ${at + 1}`}
            required
            value={secret.name}
            onChange={(event) => put(at, { name: event.target.value })}
            className={`${INPUT} mono`}
          />
          <input
            aria-label={`Value of secret ${at + 1}`}
            type="password"
            autoComplete="off"
            required
            value={secret.value}
            onChange={(event) => put(at, { value: event.target.value })}
            className={`${INPUT} mono`}
          />
          <IconButton
            label={`Remove secret ${at + 1}`}
            onClick={() => onChange(secrets.filter((_, index) => index !== at))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        tone="quiet"
        className="mt-1.5"
        icon={<Plus size={14} aria-hidden />}
        onClick={() => onChange([...secrets, { name: "", value: "" }])}
      >
        Add a secret
      </Button>
    </fieldset>
  );
}
