import { ToolFault } from "../tool-fault.ts";

/** Characters of a page that are taken apart. */
const LONGEST_PAGE = 2 * 1024 * 1024;
/** Elements inside one another; deeper ones are left out. */
const DEEPEST = 200;

/** A fetched body as text: of HTML what a reader sees, anything else as it is. */
export async function pageText(bytes: Uint8Array, type: string): Promise<string> {
  const text = decode(bytes, type);
  const html = /\bx?html\b/i.test(type) || (type === "" && /^\s*<(?:!doctype html|html)\b/i.test(text));
  return html ? htmlText(text.slice(0, LONGEST_PAGE)) : text;
}

async function htmlText(html: string): Promise<string> {
  const { convert } = await import("html-to-text");
  const shallow = html.slice(0, depthLimit(html));
  const text = convert(shallow, {
    wordwrap: false,
    limits: { maxInputLength: LONGEST_PAGE, maxDepth: DEEPEST, maxChildNodes: 50_000 },
    selectors: [
      ...["head", "title", "nav", "footer", "img", "svg", "iframe", "noscript", "template"].map((selector) => ({
        selector,
        format: "skip",
      })),
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: "a", options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true } },
      // A layout in columns lets `colspan` say how much memory it takes.
      { selector: "table", format: "block" },
      { selector: "tr", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      ...["td", "th"].map((selector) => ({
        selector,
        format: "inlineSurround",
        options: { prefix: "", suffix: " | " },
      })),
    ],
  });
  const note = shallow.length < html.length ? "\n\n(the page goes on, too deep to be read)" : "";
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines.join("\n").replace(/\n{3,}/g, "\n\n") + note;
}

/** Open elements that the parser still takes without slowing down: what it does for each grows with their number. */
const MOST_OPEN = 5_000;

/**
 * Where a page has more open elements than that. Never fewer are counted than there are: a closing tag counts only where
 * an element of its name was opened, and what a closing tag closes beside its own stays counted.
 */
function depthLimit(html: string): number {
  const open = new Map<string, number>();
  let depth = 0;
  for (const { index, 1: closing, 2: name = "" } of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const count = open.get(name.toLowerCase()) ?? 0;
    if (closing === "/" && count === 0) continue;
    const step = closing === "/" ? -1 : VOID.has(name.toLowerCase()) ? 0 : 1;
    open.set(name.toLowerCase(), count + step);
    depth += step;
    if (depth > MOST_OPEN) return index;
  }
  return html.length;
}

/** Elements that hold nothing. Source: HTML, "void elements". */
const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** In the encoding that the answer names, else that the page names, else UTF-8. */
function decode(bytes: Uint8Array, type: string): string {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const named =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ?? /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).decode(bytes);
  } catch (error) {
    throw new ToolFault("EENCODING", `the page is written in \`${named}\`, which is not read`, error);
  }
}
