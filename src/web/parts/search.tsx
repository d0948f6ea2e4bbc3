import { Search as Glass } from "lucide-react";
import { tellUncovered } from "./uncovered.ts";
import { Key } from "./key.tsx";

/** A list's search; `/` puts the focus here. */
export function Search({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <label className="relative block">
      <span className="sr-only">{label}</span>
      <Glass size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-3" />
      <input
        data-search
        type="search"
        value={value}
        placeholder={label}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        onBlur={tellUncovered}
        className="h-8 w-full rounded border border-edge/60 bg-surface pr-8 pl-8 text-sm placeholder:text-ink-3 hover:border-edge"
      />
      <Key className="absolute top-1/2 right-2 -translate-y-1/2">/</Key>
    </label>
  );
}
