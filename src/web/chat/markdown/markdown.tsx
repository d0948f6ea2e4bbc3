import { ImageOff } from "lucide-react";
import { createContext, memo, useContext } from "react";
import ReactMarkdown, { type Components, type ExtraProps } from "react-markdown";
import remarkGfm from "remark-gfm";
import remend from "remend";
import { CodeBlock } from "./code-block.tsx";
import { safeImage, safeLink, tellsOtherHost } from "./safe-url.ts";

/** One block of what a model wrote. Raw HTML stays text, and nothing is fetched. Source: host.md, "Content". */
export const Block = memo(function Block({ text, live }: { readonly text: string; readonly live: boolean }) {
  return (
    <LiveContext value={live}>
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={keepUrl}>
        {live ? remend(text, { linkMode: "text-only", images: false }) : text}
      </ReactMarkdown>
    </LiveContext>
  );
});

const LiveContext = createContext(false);
const PLUGINS = [remarkGfm];
/** Addresses are judged where they are used. */
const keepUrl = (url: string): string => url;

const COMPONENTS: Components = {
  a: ({ href, children, node }) => {
    const url = safeLink(href);
    if (url === null) return <span>{children}</span>;
    const host = tellsOtherHost(textOf(node), url);
    return (
      <>
        <a
          href={url.href}
          title={url.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
        >
          {children}
        </a>
        {host !== null && <span className="text-ink-3"> ({host})</span>}
      </>
    );
  },
  img: ({ src, alt }) => <Picture src={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
  pre: ({ node }) => <Fence node={node} />,
  code: ({ children }) => <code className="rounded-[4px] bg-hover px-1 py-px text-[0.92em]">{children}</code>,
  table: ({ children }) => (
    <div tabIndex={0} role="region" aria-label="Table" className="my-3 overflow-x-auto rounded border border-line">
      <table className="w-full text-sm">{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input type="checkbox" checked={checked === true} disabled aria-label={checked === true ? "Done" : "Open"} />
  ),
};

type Node = ExtraProps["node"];

function Fence({ node }: { readonly node: Node }) {
  const live = useContext(LiveContext);
  const code = node?.children[0];
  const names = code?.type === "element" ? code.properties["className"] : undefined;
  const language = Array.isArray(names) ? /^language-(.+)$/.exec(String(names[0]))?.[1] : undefined;
  return (
    <CodeBlock
      code={textOf(code?.type === "element" ? code : node).replace(/\n$/, "")}
      language={language ?? ""}
      live={live}
    />
  );
}

function textOf(node: Node): string {
  return (node?.children ?? [])
    .map((child) => (child.type === "text" ? child.value : child.type === "element" ? textOf(child) : ""))
    .join("");
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
