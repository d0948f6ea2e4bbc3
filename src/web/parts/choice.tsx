import { useId } from "react";

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly disabled?: boolean;
    readonly title?: string;
  }[];
  readonly onChange: (value: T) => void;
  /** The label is shown above instead of only being read out. */
  readonly showLabel?: boolean;
  /** What holds although nobody chose it: marked, and still to be chosen. */
  readonly implied?: T;
}

/** The one segmented control: radio buttons, so that arrow keys and screen readers know it. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  showLabel = false,
  implied,
}: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={showLabel ? "mb-1.5 text-xs font-medium text-ink-2" : "sr-only"}>{label}</legend>
      <div className="inline-flex max-w-full flex-wrap gap-0.5 rounded bg-hover p-0.5">
        {options.map((option) => (
          <label
            key={option.value}
            data-implied={option.value === implied}
            title={option.title}
            className="relative flex h-7 cursor-pointer items-center rounded-[4px] px-2.5 text-sm text-ink-2 select-none hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--edge)] data-[implied=true]:border data-[implied=true]:border-dashed data-[implied=true]:border-edge data-[implied=true]:text-ink has-disabled:cursor-not-allowed has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              {...(option.value === implied ? { "aria-description": "holds by default" } : {})}
              name={name}
              className="sr-only"
              checked={option.value === value}
              disabled={option.disabled === true}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
