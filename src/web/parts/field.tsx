import type { ReactNode } from "react";

/** Look of a field to type into. */
export const INPUT =
  "mt-1.5 block h-9 w-full rounded border border-edge bg-surface px-3 text-sm font-normal text-ink placeholder:text-ink-3";

/** A field under its name, with a word on what is meant. */
export function Field({
  label,
  says = "",
  children,
}: {
  readonly label: string;
  readonly says?: string;
  readonly children: ReactNode;
}) {
  return (
    <label className="block text-xs font-medium text-ink-2">
      {label}
      {children}
      {says !== "" && <span className="mt-1 block font-normal text-ink-3">{says}</span>}
    </label>
  );
}
