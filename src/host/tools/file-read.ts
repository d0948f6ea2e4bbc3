import type { PathUse } from "../../core/reading.ts";
import { readContent } from "./file-content.ts";
import { withPlace } from "./held-directory.ts";
import { readText } from "./text-file.ts";
import { canonicalOf } from "./canonical-of.ts";
import { cutText, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault } from "./tool-fault.ts";

/** Bytes of a file that is read at all. */
export const MOST_BYTES = 32 * 1024 * 1024;

/** Bytes of an image that is handed to a model. */
const MOST_IMAGE_BYTES = 8 * 1024 * 1024;

/** How images begin, byte for character; `RIFF` alone begins sounds and films as well. */
const IMAGES: readonly (readonly [mime: string, magic: RegExp])[] = [
  ["image/png", /^\x89PNG/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
];

/** `read_file`: text, or the lines from `offset` (the first is 0), at most `limit`; an image as it is. */
export async function runReadFile(
  args: { readonly offset?: number; readonly limit?: number },
  use: PathUse,
  context: ToolContext,
): Promise<ToolResult> {
  const path = canonicalOf(use);
  const { bytes } = await withPlace(path, context.roots ?? [], (place) =>
    readContent(place, { limit: MOST_BYTES, mayBeLinked: mayBeLinked(use), signal: context.signal }),
  );
  const file = readText(bytes);
  if (file !== null) return { ok: true, ...cutText(linesOf(file.text, args), context.outputLimit) };
  const head = bytes.toString("latin1", 0, 16);
  const mime = IMAGES.find(([, magic]) => magic.test(head))?.[0];
  if (mime !== undefined && bytes.length > MOST_IMAGE_BYTES)
    throw new ToolFault("ETOOLARGE", `\`${path}\` is an image of more than ${MOST_IMAGE_BYTES} bytes`);
  if (mime === undefined) throw new ToolFault("EENCODING", `\`${path}\` is not text`);
  return {
    ok: true,
    output: `${mime}, ${bytes.length} bytes`,
    cut: 0,
    image: { mime, base64: bytes.toString("base64") },
  };
}

function linesOf(text: string, { offset = 0, limit }: { readonly offset?: number; readonly limit?: number }): string {
  if (offset === 0 && limit === undefined) return text;
  const { at: start, passed } = skipLines(text, 0, offset);
  if (offset > 0 && start >= text.length) return `(the file ends before line ${offset}; it has ${passed})`;
  return text.slice(start, limit === undefined ? undefined : skipLines(text, start, limit).at);
}

/** Where so many lines from `at` on have ended, and how many there were; the last may lack its line end. */
function skipLines(text: string, at: number, count: number): { readonly at: number; readonly passed: number } {
  let passed = 0;
  while (passed < count && at < text.length) {
    const end = text.indexOf("\n", at);
    at = end < 0 ? text.length : end + 1;
    passed += 1;
  }
  return { at, passed };
}

/** Whether the reading knew of another name, or a package store explains it. */
export function mayBeLinked(use: PathUse): boolean {
  return use.kind === "hardlink" || /\/(node_modules|site-packages)\//.test(use.canonical ?? "");
}
