import { type ReactNode, useEffect, useId, useRef } from "react";
import { X } from "lucide-react";
import { tellUncovered } from "./uncovered.ts";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** For lists and tables. */
  readonly wide?: boolean;
}

/** The browser's own modal (`data-first` marks what takes the focus first): it keeps focus inside, gives it back, closes on Escape and needs no injected styles. */
export function Dialog({ title, onClose, children, footer, wide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      dialog?.close();
      tellUncovered();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === ref.current && onClose()}
      className={`m-auto ${wide ? "w-[min(48rem,calc(100vw-1rem))]" : "w-[min(30rem,calc(100vw-2rem))]"} rounded-lg border border-line bg-surface p-0 shadow-float backdrop:bg-[oklch(0.15_0.02_265/0.45)]`}
    >
      <div className="flex max-h-[calc(100dvh-4rem)] flex-col">
        <div className="flex items-center justify-between gap-4 pt-4 pr-3 pl-5">
          <h2 id={titleId} className="text-md font-semibold">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="rounded p-1.5 text-ink-3 hover:bg-hover hover:text-ink"
          >
            <X size={16} aria-hidden />
          </button>
        </div>
        {/* A long one scrolls by keys as well. */}
        <div
          {...(wide ? { tabIndex: 0 } : {})}
          className="overflow-y-auto px-5 pt-2 pb-5 text-base text-ink-2 focus-visible:-outline-offset-2"
        >
          {children}
        </div>
        {footer !== undefined && (
          <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-page px-5 py-3">{footer}</div>
        )}
      </div>
    </dialog>
  );
}
