/** Regular expressions of other engines, which search in a text, as far as rules of ours can say the same. */
export interface Expression {
  readonly source: string;
  readonly ignoreCase: boolean;
}

/**
 * Whether it could match somewhere in the text, its anchors left aside: one that could not changes nothing for that
 * text. One that is no expression matches nothing.
 */
export function touches({ source, ignoreCase }: Expression, text: string): boolean {
  try {
    return new RegExp(source.replace(/^\^/, "").replace(/\$$/, ""), ignoreCase ? "isu" : "su").test(text);
  } catch {
    // verdict: a peer drops what it cannot read
    return false;
  }
}

/** Whether it is found where a command of the line begins; inside of its words it is no rule of ours. */
function isAtStart({ source, ignoreCase }: Expression, line: string): boolean {
  const start = `(?:^|[;&|(]\\s*|sudo )(?:${source.replace(/^\^/, "")})`;
  return new RegExp(start, ignoreCase ? "is" : "s").test(line);
}

/** As an entry of an allowlist: theirs searches, ours is anchored at both ends. */
export function toAllowlist({ source, ignoreCase }: Expression): string {
  const start = source.startsWith("^") ? source.slice(1) : `.*(?:${source})`;
  return (ignoreCase ? anyCase : String)(start.endsWith("$") ? start.slice(0, -1) : `${start}.*`);
}

/** As command patterns, one for each alternative that touches the line; null where one is more than words. */
export function toCommandPatterns(expression: Expression, line: string): readonly string[] | null {
  const { source, ignoreCase } = expression;
  const alternatives = /[()[\]]/.test(source) ? [source] : source.split("|");
  const patterns = alternatives
    .map((each) => ({ source: each, ignoreCase }))
    .filter((each) => touches(each, line))
    .map((each) => (isAtStart(each, line) ? toCommandPattern(each) : null));
  return patterns.includes(null) ? null : patterns.filter((each) => each !== null);
}

/** As a command pattern; null where it is more than words. */
export function toCommandPattern({ source }: Expression): string | null {
  const words = plainOf(source.replace(/^\^/, "").replace(/(?:\\b|\(\\s\|\$\)|\\s\+|\\s|\.\*)+$/, ""));
  return words === null || words === "" ? null : `${words} *`;
}

/** As path patterns; null where it is more than a piece of a path. */
export function toPathPatterns({ source }: Expression): readonly string[] | null {
  const piece = plainOf(source.replace(/^\^/, "").replace(/\$$/, ""));
  if (piece === null || piece === "") return null;
  const rest = piece.endsWith("/") ? "**" : source.endsWith("$") ? "" : "*";
  return [`${/^\^|^\//.test(source) ? "" : "**/*"}${piece}${rest}`];
}

/** The text that it stands for; null where it stands for several. */
function plainOf(source: string): string | null {
  const plain = source.replace(/\\s\+|\\s/g, " ").replace(/\\([./-])/g, "$1");
  return /^[\w ./:=@-]*$/.test(plain) ? plain : null;
}

/** Allowlists know no flags. */
function anyCase(source: string): string {
  return source.replace(/\\.|\[[^\]]*\]|[a-z]/gi, (piece) =>
    piece.length === 1 ? `[${piece.toLowerCase()}${piece.toUpperCase()}]` : piece,
  );
}
