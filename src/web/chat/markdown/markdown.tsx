import type { MarkedToken, Tokens } from "marked";
import { ImageOff } from "lucide-react";
import { createElement, Fragment, memo, type ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { decodeEntities, lexBlock, wordsOf } from "./lex.ts";
import { safeImage, safeLink, tellsOtherHost } from "./safe-url.ts";
import { useMended } from "./use-mended.ts";

/** One block of what a model wrote. Raw HTML stays text, and nothing is fetched. Source: host.md, "Content". */
export const Block = memo(function Block({ text, live }: { readonly text: string; readonly live: boolean }) {
  const mended = useMended(text, live);
  const tokens = lexBlock(mended);
  if (tokens === null) return <p className="whitespace-pre-wrap">{text}</p>;
  return <>{draw(tokens, { live, depth: 0 })}</>;
});

interface Place {
  /** The block still grows. */
  readonly live: boolean;
  /** How many tokens it lies in. */
  readonly depth: number;
}

/** Deeper, text stays as it was written: a page of thousands of nested elements ends the browser's own stack. */
const DEEPEST = 40;

/** INVARIANT: tokens become elements of this list and text nodes, never HTML. */
function draw(tokens: readonly MarkedToken[], place: Place): ReactNode {
  return tokens.map((token, i) => <Fragment key={i}>{drawOne(token, place)}</Fragment>);
}

function drawOne(token: MarkedToken, { live, depth }: Place): ReactNode {
  if (depth > DEEPEST) return token.raw;
  const inside = (tokens: readonly MarkedToken[] = []): ReactNode => draw(tokens, { live, depth: depth + 1 });
  const children = (): ReactNode => inside("tokens" in token ? (token.tokens as MarkedToken[]) : []);
  switch (token.type) {
    case "paragraph":
      return <p>{children()}</p>;
    case "heading":
      return createElement(`h${token.depth}`, null, children());
    case "blockquote":
      return <blockquote>{children()}</blockquote>;
    case "list":
      return <List list={token} draw={inside} />;
    case "table":
      return <Table table={token} draw={inside} />;
    case "code":
      return <CodeBlock code={token.text} language={/^\S+/.exec(token.lang ?? "")?.[0] ?? ""} live={live} />;
    case "hr":
      return <hr />;
    case "br":
      return <br />;
    case "strong":
      return <strong>{children()}</strong>;
    case "em":
      return <em>{children()}</em>;
    case "del":
      return <del>{children()}</del>;
    case "codespan":
      return <code className="rounded-[4px] bg-hover px-1 py-px text-[0.92em]">{token.text}</code>;
    case "link":
      return (
        <Link href={decodeEntities(token.href)} words={wordsOf(token.tokens as MarkedToken[])} text={children()} />
      );
    case "image":
      return <Picture src={decodeEntities(token.href)} alt={wordsOf(token.tokens as MarkedToken[])} />;
    case "checkbox":
      return <Checkbox checked={token.checked} />;
    case "html":
      return token.block === true ? <p className="whitespace-pre-wrap">{token.text.trimEnd()}</p> : token.text;
    case "text":
      return token.tokens === undefined ? decodeEntities(token.text) : children();
    case "escape":
      return token.text;
    case "space":
    case "def":
      return null;
    default:
      return token.raw;
  }
}

type Draw = (tokens: readonly MarkedToken[]) => ReactNode;

function List({ list, draw: drawIn }: { readonly list: Tokens.List; readonly draw: Draw }) {
  const items = list.items.map((item, i) => <li key={i}>{drawIn(item.tokens as MarkedToken[])}</li>);
  if (list.ordered) return <ol start={list.start === "" ? undefined : list.start}>{items}</ol>;
  return <ul className={list.items.some(({ task }) => task) ? "contains-task-list" : undefined}>{items}</ul>;
}

function Table({ table, draw: drawIn }: { readonly table: Tokens.Table; readonly draw: Draw }) {
  const cellsOf = (row: readonly Tokens.TableCell[], tag: "th" | "td"): ReactNode =>
    row.map(({ tokens, align }, i) =>
      createElement(
        tag,
        { key: i, className: align === null ? undefined : ALIGN[align] },
        drawIn(tokens as MarkedToken[]),
      ),
    );
  return (
    <div tabIndex={0} role="region" aria-label="Table" className="my-3 overflow-x-auto rounded border border-line">
      <table className="w-full text-sm">
        <thead>
          <tr>{cellsOf(table.header, "th")}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            <tr key={i}>{cellsOf(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ALIGN = { left: "text-left!", center: "text-center!", right: "text-right!" } as const;

function Checkbox({ checked }: { readonly checked: boolean }) {
  return (
    <>
      <input type="checkbox" checked={checked} disabled aria-label={checked ? "Done" : "Open"} />{" "}
    </>
  );
}

interface LinkProps {
  readonly href: string;
  readonly words: string;
  readonly text: ReactNode;
}

function Link({ href, words, text }: LinkProps) {
  const url = safeLink(href);
  if (url === null) return <span>{text}</span>;
  const host = tellsOtherHost(words, url);
  return (
    <>
      <a
        href={url.href}
        title={url.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
      >
        {text}
      </a>
      {host !== null && <span className="text-ink-3"> ({host})</span>}
    </>
  );
}

/** A picture that lies in the text itself is shown. One from the network is opened by a click, in a tab of its own. */
function Picture({ src, alt }: { readonly src: string; readonly alt: string }) {
  if (safeImage(src))
    return <img src={src} alt={alt} className="my-2 max-h-96 max-w-full rounded border border-line" />;
  const url = safeLink(src);
  const label = alt === "" ? "Picture" : alt;
  if (url === null) return <span className="text-ink-3">[{label}]</span>;
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="my-1 inline-flex max-w-full items-center gap-2 rounded border border-dashed border-edge/70 px-2.5 py-1.5 text-sm text-ink-2 hover:border-edge hover:text-ink"
    >
      <ImageOff size={14} aria-hidden className="shrink-0" />
      <span className="min-w-0 truncate">
        {label} <span className="text-ink-3">not loaded from {url.host}. Open</span>
      </span>
    </a>
  );
}
