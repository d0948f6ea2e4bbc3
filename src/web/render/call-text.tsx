import { useMemo } from "react";
import { show, type Flag, type ShowOptions, type Token } from "./visible-text.ts";

interface CallTextProps extends ShowOptions {
  readonly text: string;
  readonly className?: string;
  /** In the type of the sentence around it, for words of the host that hold names of a call. */
  readonly prose?: boolean;
}

/** Any text that a call, an agent or a server had a hand in. It becomes text nodes and our own marks, nothing else. */
export function CallText({ text, className = "", prose = false, content = false }: CallTextProps) {
  const { tokens } = useMemo(() => show(text, { content }), [text, content]);
  return <span className={`call-text ${prose ? "prose-text" : ""} ${className}`}>{tokens.map(renderToken)}</span>;
}

function renderToken(token: Token, index: number) {
  switch (token.kind) {
    case "text":
      return token.text;
    case "rtl":
      return (
        <bdi key={index} dir="rtl">
          {token.text}
        </bdi>
      );
    case "escape":
      return (
        <span key={index} className="escape" title={`${FLAG_WORDS[token.why] ?? token.why}: not shown as itself`}>
          {token.text}
        </span>
      );
    case "newline":
      return (
        <span key={index} className="newline">
          {"\n"}
        </span>
      );
    case "tab":
      return (
        <span key={index} className="tab">
          {"\t"}
        </span>
      );
  }
}

/** What a badge says. A flag without words here needs none: what it speaks of is seen. */
const FLAG_WORDS: Readonly<Partial<Record<Flag, string>>> = {
  control: "control characters",
  bidi: "characters that reorder text",
  hidden: "invisible characters",
  space: "unusual spaces",
  combining: "stacked marks",
  "mixed-script": "letters of two alphabets in one word",
  confusable: "look-alike characters",
  escaped: "a written `<U+`",
  rtl: "right-to-left text",
  long: "long text",
  deep: "deeply nested",
  newline: "several lines",
  markup: "markup, shown as text",
  url: "a link, shown as text",
  claim: "speaks as if it were Assent",
  "name-clash": "named like a built-in tool",
};

const GRAVE: ReadonlySet<Flag> = new Set([
  "control",
  "bidi",
  "hidden",
  "space",
  "combining",
  "mixed-script",
  "confusable",
  "claim",
  "name-clash",
]);

export function FlagBadges({ flags }: { readonly flags: Iterable<Flag> }) {
  const worded = [...new Set(flags)].filter((flag) => FLAG_WORDS[flag] !== undefined);
  if (worded.length === 0) return null;
  return (
    <ul aria-label="About this text" className="flex flex-wrap gap-1.5">
      {worded.map((flag) => (
        <li
          key={flag}
          data-flag={flag}
          className={`rounded-[4px] px-1.5 text-xs ${GRAVE.has(flag) ? "bg-ask-soft font-medium text-ask" : "bg-hover text-ink-2"}`}
        >
          {FLAG_WORDS[flag]}
        </li>
      ))}
    </ul>
  );
}
