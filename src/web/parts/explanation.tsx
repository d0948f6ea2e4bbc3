import { CallText } from "../render/call-text.tsx";

interface ExplanationProps {
  readonly text: string;
  /** Texts of the call that stand in it. Their line breaks are spelled, so that none of them can begin a line here. */
  readonly quoted?: readonly string[];
}

/** The trace of a decision as text: the same as the command line and the audit show. */
export function Explanation({ text, quoted = [] }: ExplanationProps) {
  return (
    <ol
      aria-label="How it was decided"
      className="mt-2 rounded border border-line bg-sunken px-3 py-2.5 text-xs text-ink-2"
    >
      {linesOf(text, quoted).map((line, index) => (
        // The lines of one explanation keep their order, and nothing in them has a state.
        <li key={index} className="min-h-4">
          <CallText text={line} content />
        </li>
      ))}
    </ol>
  );
}

function linesOf(text: string, quoted: readonly string[]): readonly string[] {
  const long = quoted.filter((each) => each.includes("\n")).toSorted((a, b) => b.length - a.length);
  return long.reduce((all, each) => all.replaceAll(each, each.replaceAll("\n", "\\n")), text).split("\n");
}
