import { memo, useEffect, useState } from "react";
import { CopyButton } from "../../parts/icon-button.tsx";
import type { Piece } from "./highlight.ts";

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
  /** It still grows: colours come when it is whole. */
  readonly live: boolean;
}

export const CodeBlock = memo(function CodeBlock({ code, language, live }: CodeBlockProps) {
  const lines = useColours(code, language, live);
  return (
    <div className="my-3 overflow-hidden rounded border border-line bg-sunken first:mt-0 last:mb-0">
      <div className="flex h-8 items-center justify-between border-b border-line pr-1 pl-3 text-xs text-ink-3">
        <span>{language === "" ? "text" : language}</span>
        <CopyButton text={code} label="Copy the code" />
      </div>
      <pre
        tabIndex={0}
        aria-label={`Code${language === "" ? "" : ` in ${language}`}`}
        className="overflow-x-auto px-3.5 py-3 text-sm leading-5"
      >
        <code>{lines === null ? code : lines.map(renderLine)}</code>
      </pre>
    </div>
  );
});

function renderLine(pieces: readonly Piece[], at: number) {
  return (
    <span key={at}>
      {at > 0 && "\n"}
      {pieces.map(({ text, kind }, i) =>
        kind === null ? (
          text
        ) : (
          <span key={i} className={`code-${kind}`}>
            {text}
          </span>
        ),
      )}
    </span>
  );
}

type Lines = readonly (readonly Piece[])[];
/** Of code that scrolled away and comes back. */
const seen = new Map<string, Lines>();
const SEEN_LIMIT = 200;

function useColours(code: string, language: string, live: boolean): Lines | null {
  const key = `${language}\n${code}`;
  const [found, setFound] = useState<{ readonly key: string; readonly lines: Lines } | null>(null);
  useEffect(() => {
    if (live || language === "" || seen.has(key)) return undefined;
    let gone = false;
    const colours = import("./highlight.ts").then(({ highlight }) => highlight(code, language));
    colours.then(
      (lines) => {
        if (lines === null) return;
        if (seen.size >= SEEN_LIMIT) seen.clear();
        seen.set(key, lines);
        if (!gone) setFound({ key, lines });
      },
      () => {}, // the code stays as it is, in one colour
    );
    return () => {
      gone = true;
    };
  }, [code, language, live, key]);
  return seen.get(key) ?? (found?.key === key ? found.lines : null);
}
