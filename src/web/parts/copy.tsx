import { Check, Copy } from "lucide-react";
import { useState } from "react";

/** A command to type elsewhere, with a button that copies it. */
export function CopyCommand({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false), // not allowed here: the text can still be selected
    );
  };
  return (
    <div className="flex max-w-full items-center gap-2 rounded border border-line bg-sunken py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 text-sm break-words">{text}</code>
      <button
        type="button"
        onClick={copy}
        aria-label={copied ? "Copied" : `Copy ${text}`}
        className="rounded p-1.5 text-ink-3 hover:bg-hover hover:text-ink"
      >
        {copied ? <Check size={14} className="text-allow" aria-hidden /> : <Copy size={14} aria-hidden />}
      </button>
    </div>
  );
}
