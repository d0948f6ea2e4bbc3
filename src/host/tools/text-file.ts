import { ToolFault } from "./tool-fault.ts";

/** How a text file is stored; kept when it is changed. */
export interface TextForm {
  readonly encoding: "utf8" | "utf16le" | "utf16be";
  /** Begins with a byte order mark. */
  readonly mark: boolean;
  /** Every line ends in CR LF. */
  readonly crlf: boolean;
}

export interface TextFile {
  readonly text: string;
  readonly form: TextForm;
}

const PLAIN: TextForm = { encoding: "utf8", mark: false, crlf: false };

/** Null for what is no text: a NUL, or bytes that are not of the encoding. */
export function readText(bytes: Uint8Array): TextFile | null {
  const { encoding, mark } = encodingOf(bytes);
  const label = { utf8: "utf-8", utf16le: "utf-16le", utf16be: "utf-16be" }[encoding];
  let text: string;
  try {
    text = new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // verdict: not text, and the tool says so
    return null;
  }
  return text.includes("\0") ? null : { text, form: { encoding, mark, crlf: hasOnlyCrlf(text) } };
}

function encodingOf(bytes: Uint8Array): Pick<TextForm, "encoding" | "mark"> {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: "utf8", mark: true };
  if (a === 0xff && b === 0xfe) return { encoding: "utf16le", mark: true };
  if (a === 0xfe && b === 0xff) return { encoding: "utf16be", mark: true };
  return { encoding: "utf8", mark: false };
}

function hasOnlyCrlf(text: string): boolean {
  return text.includes("\r\n") && !/(^|[^\r])\n/.test(text);
}

/** Bytes of a text in the form of the file that it goes to; of a new file plain UTF-8. */
export function writeText(text: string, form: TextForm = PLAIN): Buffer {
  const lines = form.crlf && !text.includes("\r") ? text.replaceAll("\n", "\r\n") : text;
  const marked = form.mark && !lines.startsWith("\ufeff") ? `\ufeff${lines}` : lines;
  if (form.encoding === "utf8") return Buffer.from(marked, "utf8");
  const little = Buffer.from(marked, "utf16le");
  return form.encoding === "utf16le" ? little : little.swap16();
}

export interface Edit {
  /** Not empty: the arguments were checked. */
  readonly old: string;
  readonly new: string;
  /** Every place; without it there must be exactly one. */
  readonly all?: boolean;
}

/** The edits one after the other. All or none: a text that is not found, or found twice, ends it. */
export function applyEdits({ text, form }: TextFile, edits: readonly Edit[]): string {
  return edits.reduce((now, edit, at) => applyEdit(now, { edit, at, form }), text);
}

function applyEdit(
  text: string,
  { edit, at, form }: { readonly edit: Edit; readonly at: number; readonly form: TextForm },
): string {
  const { old, new: next } = form.crlf && !edit.old.includes("\r") ? toCrlf(edit) : edit;
  const where = `edit ${at + 1}`;
  const first = text.indexOf(old);
  if (first < 0) throw new ToolFault("ENOMATCH", `${where}: the old text is not in the file`);
  if (edit.all === true) return text.replaceAll(old, next.replaceAll("$", "$$$$"));
  if (text.indexOf(old, first + 1) < 0) return text.slice(0, first) + next + text.slice(first + old.length);
  throw new ToolFault(
    "EAMBIGUOUS",
    `${where}: the old text is in the file ${countOf(text, old)} times; give more of what is around it, or \`all\``,
  );
}

/** Places, also where one lies over the other. */
function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

/** Models write bare line feeds, also about files that end their lines the other way. */
function toCrlf(edit: Edit): Edit {
  return { ...edit, old: edit.old.replaceAll("\n", "\r\n"), new: edit.new.replaceAll(/\r?\n/g, "\r\n") };
}
