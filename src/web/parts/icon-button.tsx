import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";

/** A button that is an icon alone; its name is read out and shown on hover. */
export function IconButton({
  label,
  disabled = false,
  onClick,
  children,
}: {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="rounded p-1.5 text-ink-3 enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-40"
    >
      {children}
    </button>
  );
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false), // not allowed here: the text can still be selected
    );
  };
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={copied ? "Copied" : label}
      title={copied ? "Copied" : label}
      className="rounded p-1.5 text-ink-3 hover:bg-hover hover:text-ink"
    >
      {copied ? <Check size={14} className="text-allow" aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  );
}
