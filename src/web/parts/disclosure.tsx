import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

interface DisclosureProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
  /** Marks the one that the key for it opens. */
  readonly why?: boolean;
}

/** Something that opens in place under a word. */
export function Disclosure({ label, children, className = "", why = false }: DisclosureProps) {
  return (
    <details className={`group ${className}`} {...(why ? { "data-why": true } : {})}>
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1 rounded text-sm font-medium text-accent">
        <ChevronRight size={14} aria-hidden className="transition-transform duration-100 group-open:rotate-90" />
        {label}
      </summary>
      {children}
    </details>
  );
}
