/**
 * Patterns after a rule profile has read them, in the one spelling that calls have too. The profiles
 * (`src/read`) write these; the index and `decide` match them.
 */
export type Pattern = CommandPattern | PathPattern | UrlPattern | AnyPattern;

/** `git push --force *`. */
export interface CommandPattern {
  readonly kind: "command";
  readonly program: string;
  /** False where there is no knowledge of the program: `words` then stand as written. */
  readonly known: boolean;
  readonly words: readonly PatternWord[];
  readonly globals: readonly PatternWord[];
  /** Ended in a lone `*`: any further words, none included. */
  readonly open: boolean;
}

export interface PatternWord {
  readonly text: string;
  /** `mask`: holds `*` or `?`, which stand for characters inside one word. */
  readonly kind: "literal" | "mask";
  /** Canonical name of the option where the word is one; a name alone (`text` equal to it) takes any value. */
  readonly option?: string;
}

/** `src/**`, `/etc/hosts`, `~/notes/*.md`. */
export interface PathPattern {
  readonly kind: "path";
  /** What the segments start from. */
  readonly base: "project" | "root" | "home";
  /** On Windows the drive is the first segment (`c:`). */
  readonly segments: readonly PathSegment[];
}

export type PathSegment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "mask"; readonly text: string }
  | { readonly kind: "deep" };

/** `docs.python.org/3/**`. */
export interface UrlPattern {
  readonly kind: "url";
  readonly scheme: string;
  readonly host: string;
  /** Empty: the scheme's own. */
  readonly port: string;
  /** Neither scheme nor port was said: an ask or deny of the host holds for each. */
  readonly anyPort: boolean;
  readonly segments: readonly PathSegment[];
}

/** `*`: the whole of a tool. */
export interface AnyPattern {
  readonly kind: "any";
}

/** How a profile reads a pattern; `compile` takes one per profile and puts the rule's path before the message. */
export type ReadPattern = (
  pattern: string,
) => { readonly ok: true; readonly pattern: Pattern } | { readonly ok: false; readonly message: string };
