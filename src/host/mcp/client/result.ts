import { cutText, type ToolResult } from "../../tools/tool-context.ts";
import type { ServerAnswer } from "./connection.ts";

/** Characters of base64: what model APIs take of one picture. */
const IMAGE_LIMIT = 5 * 1024 * 1024;

/**
 * What a server answered, as a model is told it: texts in their order, the first picture, and in words what cannot be
 * shown. `limit` in characters. What is said in `structuredContent` alone is told as JSON.
 */
export function toToolResult(answer: ServerAnswer, limit: number): ToolResult {
  const content = Array.isArray(answer.content) ? (answer.content as readonly unknown[]).map(blockOf) : [];
  const image = content.map(imageOf).find((found) => found !== null);
  const texts = content.map((block) => textOf(block, image));
  if (!content.some(({ type }) => type === "text") && answer.structuredContent !== undefined)
    texts.push(JSON.stringify(answer.structuredContent, null, 2));
  const { output, cut } = cutText(texts.filter((text) => text !== "").join("\n"), limit);
  if (answer.isError === true) {
    const more = cut > 0 ? `\n(${cut} more characters were left out)` : "";
    return { ok: false, code: "EFAILED", message: output === "" ? "the tool failed" : `${output}${more}` };
  }
  return { ok: true, output, cut, ...(image === undefined ? {} : { image }) };
}

type Image = NonNullable<Extract<ToolResult, { ok: true }>["image"]>;

/** A part of the content, of a server that may send anything. */
interface Block {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly mimeType?: unknown;
  readonly uri?: unknown;
  readonly resource?: { readonly uri?: unknown; readonly text?: unknown; readonly mimeType?: unknown };
}

/** What is no part at all is one of no kind. */
function blockOf(part: unknown): Block {
  return typeof part === "object" && part !== null ? part : {};
}

function imageOf({ type, data, mimeType }: Block): Image | null {
  if (type !== "image" || typeof data !== "string" || typeof mimeType !== "string") return null;
  // No SVG: it is a document that can hold more than a picture.
  if (!/^image\/(?:png|jpeg|gif|webp)$/.test(mimeType) || data.length > IMAGE_LIMIT) return null;
  return /^[A-Za-z0-9+/]*={0,2}$/.test(data) ? { mime: mimeType, base64: data } : null;
}

function textOf(block: Block, shown: Image | undefined): string {
  const { type, text, data, resource, uri, mimeType } = block;
  switch (type) {
    case "text":
      return typeof text === "string" ? text : "";
    case "image":
      return shown !== undefined && data === shown.base64 ? "" : `(a picture was left out: ${said(mimeType)})`;
    case "resource":
      return typeof resource?.text === "string"
        ? `${said(resource.uri)}:\n${resource.text}`
        : `(a resource was left out: ${said(resource?.uri)}, ${said(resource?.mimeType)})`;
    case "resource_link":
      return `(a resource: ${said(uri)})`;
    default:
      return `(${said(type)} was left out)`;
  }
}

function said(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 500) : "unnamed";
}
