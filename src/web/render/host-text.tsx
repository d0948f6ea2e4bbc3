import { CallText } from "./call-text.tsx";

/**
 * A sentence of the host, which puts a call's own words in backticks; one pair of them becomes a change of type. Where
 * the words hold backticks themselves it cannot be told which are whose, so that all stay as they are.
 */
export function HostText({ text, className = "" }: { readonly text: string; readonly className?: string }) {
  const [before, quoted, after, ...more] = text.split("`");
  if (before === undefined || quoted === undefined || after === undefined || more.length > 0 || quoted === "") {
    return <CallText prose text={text} className={className} />;
  }
  return (
    <span className={className}>
      <CallText prose text={before} />
      <CallText text={quoted} className="text-[0.92em]" />
      <CallText prose text={after} />
    </span>
  );
}
