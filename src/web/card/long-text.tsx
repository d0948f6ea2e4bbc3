import { ChevronsUpDown } from "lucide-react";
import { useMedia } from "../parts/use-media.ts";
import { excerpt, saysHidden } from "../render/excerpt.ts";
import { CallText } from "../render/call-text.tsx";
import { useFold } from "./hidden.tsx";

/** A text with both its ends on screen; the middle is counted, and opens in place. */
export function LongText({
  text,
  content = false,
  className = "",
}: {
  readonly text: string;
  readonly content?: boolean;
  readonly className?: string;
}) {
  const cut = excerpt(text, useMedia("(min-width: 640px)") ? "wide" : "narrow");
  const { open, show } = useFold(cut !== null);
  if (cut === null || open) return <CallText text={text} content={content} className={className} />;
  return (
    <>
      <CallText text={cut.head} content={content} className={className} />
      <HiddenMiddle text={saysHidden(cut)} onShow={show} />
      <CallText text={cut.tail} content={content} className={className} />
    </>
  );
}

export function HiddenMiddle({ text, onShow }: { readonly text: string; readonly onShow: () => void }) {
  return (
    <button
      type="button"
      onClick={onShow}
      className="my-1.5 flex w-full items-center justify-center gap-2 rounded border border-dashed border-edge/70 bg-ask-soft px-2 py-1.5 font-sans text-xs font-medium text-ask hover:border-ask"
    >
      <ChevronsUpDown size={14} aria-hidden />
      {text} not shown. Show
    </button>
  );
}
