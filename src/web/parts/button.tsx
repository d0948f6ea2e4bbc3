import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Key } from "./key.tsx";

type ButtonTone = "primary" | "plain" | "quiet" | "deny" | "stop";

const TONES: Readonly<Record<ButtonTone, string>> = {
  primary: "bg-accent text-on-accent border-transparent enabled:hover:brightness-110",
  plain: "bg-surface text-ink border-edge/60 enabled:hover:bg-hover enabled:hover:border-edge",
  quiet: "bg-transparent text-ink-2 border-transparent enabled:hover:bg-hover enabled:hover:text-ink",
  deny: "bg-surface text-deny border-deny/60 enabled:hover:bg-deny-soft enabled:hover:border-deny",
  stop: "bg-deny text-surface border-transparent enabled:hover:brightness-110",
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: ButtonTone;
  readonly size?: "small" | "normal" | "large";
  /** The keys that do the same, shown at its end: `4 Esc`. */
  readonly hotkey?: string;
  readonly icon?: ReactNode;
}

const SIZES = {
  small: "h-7 px-2 text-xs gap-1.5",
  normal: "h-8 px-3 text-sm gap-2",
  large: "h-10 px-4 text-base gap-2 short:h-8 short:px-3 short:text-sm",
} as const;

export function Button({
  tone = "plain",
  size = "normal",
  hotkey,
  icon,
  className = "",
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(hotkey === undefined ? {} : { "aria-keyshortcuts": hotkey.replace("Esc", "Escape") })}
      className={`inline-flex shrink-0 items-center justify-center rounded border font-medium whitespace-nowrap transition-[background-color,border-color,filter] duration-100 disabled:opacity-50 ${SIZES[size]} ${TONES[tone]} ${className}`}
    >
      {icon}
      {children}
      {hotkey?.split(" ").map((key) => (
        <Key key={key} onColour={tone === "primary"} className={size === "large" ? "short:hidden!" : ""}>
          {key}
        </Key>
      ))}
    </button>
  );
}
