import { Trash2, TriangleAlert } from "lucide-react";
import type { DirectoryGrant } from "../../core/policy.ts";
import { Button } from "../parts/button.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { CallText } from "../render/call-text.tsx";

export interface DraftGrant extends Omit<DirectoryGrant, "identity"> {
  readonly replaced?: boolean;
  /** The folder that stands there now is meant. */
  readonly renew?: boolean;
  readonly broad?: boolean;
}

interface GrantRowProps {
  readonly grant: DraftGrant;
  readonly disabled: boolean;
  readonly onChange: (grant: DraftGrant) => void;
  readonly onRemove: () => void;
}

const CAN = [
  { value: "read", label: "Read" },
  { value: "write", label: "Write" },
  { value: "edit", label: "Edit" },
  { value: "delete", label: "Delete" },
] as const;

/** One folder and what agents may do in it; what is rarely needed opens below. */
export function GrantRow({ grant, disabled, onChange, onRemove }: GrantRowProps) {
  const { root, can, recursive, include = [], exclude = [] } = grant;
  const toggle = (value: (typeof CAN)[number]["value"]): void =>
    onChange({ ...grant, can: can.includes(value) ? can.filter((each) => each !== value) : [...can, value] });
  const narrowed = !recursive || include.length > 0 || exclude.length > 0;
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-40 flex-1 text-sm break-all">
          <CallText text={root} />
        </span>
        <fieldset disabled={disabled} className="flex flex-wrap gap-x-3 gap-y-1">
          <legend className="sr-only">What may be done in {root}</legend>
          {CAN.map(({ value, label }) => (
            <label key={value} className="flex min-h-6 items-center gap-1.5 text-sm">
              <input
                type="checkbox"
                checked={can.includes(value)}
                onChange={() => toggle(value)}
                className="size-4 accent-[var(--accent)]"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <button
          type="button"
          disabled={disabled}
          onClick={onRemove}
          aria-label={`Remove ${root}`}
          className="rounded p-1.5 text-ink-3 hover:bg-deny-soft hover:text-deny"
        >
          <Trash2 size={14} aria-hidden />
        </button>
      </div>
      {grant.replaced === true && (
        <div className="flex flex-wrap items-center gap-2">
          <Warning>
            This is no longer the folder that was granted but another in its place, so nothing in it is granted.
          </Warning>
          <Button size="small" disabled={disabled} onClick={() => onChange({ ...grant, replaced: false, renew: true })}>
            Grant this one
          </Button>
        </div>
      )}
      {grant.broad === true && <Warning>This holds far more than a project.</Warning>}
      {can.length === 0 && <Warning>Nothing may be done here: tick something, or remove the folder.</Warning>}
      <Disclosure label={narrowed ? "Which files: some" : "Which files: all"} className="mt-1">
        <fieldset disabled={disabled} className="mt-2 flex flex-col gap-3">
          <legend className="sr-only">More about {root}</legend>
          <label className="flex items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              checked={recursive}
              onChange={() => onChange({ ...grant, recursive: !recursive })}
              className="size-4 accent-[var(--accent)]"
            />
            Folders inside it too
          </label>
          <Globs
            label="Only these files, one pattern a line"
            hint="for example src/**"
            globs={include}
            onChange={(next) => onChange({ ...grant, include: next })}
          />
          <Globs
            label="But not these files, one pattern a line"
            hint="for example **/secret/**"
            globs={exclude}
            onChange={(next) => onChange({ ...grant, exclude: next })}
          />
        </fieldset>
      </Disclosure>
    </li>
  );
}

function Warning({ children }: { readonly children: string }) {
  return (
    <p className="mt-1.5 flex items-start gap-2 text-sm text-ask">
      <TriangleAlert size={14} className="mt-1 shrink-0" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

interface GlobsProps {
  readonly label: string;
  readonly hint: string;
  readonly globs: readonly string[];
  readonly onChange: (globs: readonly string[]) => void;
}

function Globs({ label, hint, globs, onChange }: GlobsProps) {
  return (
    <label className="text-xs font-medium">
      {label}
      <textarea
        value={globs.join("\n")}
        rows={Math.max(2, globs.length)}
        placeholder={hint}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.split("\n"))}
        className="code mt-1 w-full rounded border border-edge bg-surface px-2.5 py-1.5 text-sm placeholder:text-ink-3"
      />
    </label>
  );
}
