import type { ReactNode } from "react";

interface KeyProps {
  readonly children: ReactNode;
  /** On a button of the accent colour. */
  readonly onColour?: boolean;
  /** It is read out as well: nothing beside it names the key. */
  readonly told?: boolean;
  readonly className?: string;
}

/** A key that does something, the same everywhere. A narrow screen has no keyboard to press it on. */
export function Key({ children, onColour = false, told = false, className = "" }: KeyProps) {
  const look = onColour ? "border-on-accent/35 text-on-accent" : "border-line bg-sunken text-ink-2";
  return (
    <kbd
      aria-hidden={!told}
      className={`min-w-4.5 rounded-[4px] border px-1 text-center font-mono text-[11px] leading-4 ${told ? "inline-block" : "hidden sm:inline-block"} ${look} ${className}`}
    >
      {children}
    </kbd>
  );
}
