import { unescaped, type Unescaped } from "./escapes.ts";
import { NAMED_SECRETS, PLACED_SECRETS } from "./placed-secrets.ts";
import { isPlaceholder } from "./placeholders.ts";
import { indexShapes, type ShapeIndex } from "./shape-index.ts";
import { ISSUED_TOKENS, type TokenShape } from "./token-shapes.ts";

/** A text that is known to be secret by itself. */
export interface Secret {
  readonly text: string;
  readonly kind: string;
}

export type Found = (secret: Secret) => void;

/** Made when the first text is looked at. */
let index: ShapeIndex | null = null;

function shapesFor(text: string): readonly TokenShape[] {
  index ??= indexShapes([...ISSUED_TOKENS, ...PLACED_SECRETS, ...NAMED_SECRETS]);
  return index(text);
}

/** As the text stands, and as its escapes read. */
export function redactShapes(text: string, found?: Found): string {
  const plain = shapesFor(text).reduce((rest, shape) => hideShape(rest, shape, found), text);
  const hidden = unescaped(plain).flatMap((read) => hiddenIn(read, found));
  return hidden.length === 0 ? plain : hideRanges(plain, hidden);
}

/** Where a secret stands: its first character and the one after its last. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

function hiddenIn(read: Unescaped, found?: Found): readonly Range[] {
  // Most match nowhere, and going through all matches of one costs more than seeing that.
  const shapes = shapesFor(read.text).filter(({ pattern }) => read.text.search(pattern) >= 0);
  return shapes.flatMap((shape) => rangesOf(read, shape, found));
}

function rangesOf({ text, from, to }: Unescaped, { pattern, kind }: TokenShape, found?: Found): readonly Range[] {
  return Array.from(text.matchAll(pattern)).flatMap((match) => {
    const secret = secretOf(match[0], match.groups);
    if (isPlaceholder(secret)) return [];
    found?.({ text: secret, kind });
    const at = match.index + match[0].lastIndexOf(secret);
    return [{ from: from[at] ?? 0, to: to[at + secret.length - 1] ?? 0, kind }];
  });
}

/** What several shapes hide is hidden once, by the kind of the one that begins first. */
function hideRanges(text: string, ranges: readonly Range[]): string {
  let shown = "";
  let done = 0;
  for (const { from, to, kind } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from >= done) shown += `${text.slice(done, from)}[redacted:${kind}]`;
    done = Math.max(done, to);
  }
  return shown + text.slice(done);
}

/** Whether a text may have a secret in it, looked for once in each of its readings. */
export function hasSecretShape(text: string): boolean {
  const readings = [text, ...unescaped(text).map((read) => read.text)];
  return readings.some((each) => shapesFor(each).some(({ pattern }) => each.search(pattern) >= 0));
}

function hideShape(text: string, shape: TokenShape, found?: Found): string {
  return text.replace(shape.pattern, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1);
    const secret = secretOf(whole, typeof groups === "object" ? (groups as Groups) : undefined);
    if (isPlaceholder(secret)) return whole;
    found?.({ text: secret, kind: shape.kind });
    const at = whole.lastIndexOf(secret);
    return `${whole.slice(0, at)}[redacted:${shape.kind}]${whole.slice(at + secret.length)}`;
  });
}

type Groups = Readonly<Record<string, string | undefined>> | null | undefined;

function secretOf(whole: string, groups: Groups): string {
  return groups?.["secret"] ?? groups?.["quoted"] ?? groups?.["single"] ?? whole;
}
