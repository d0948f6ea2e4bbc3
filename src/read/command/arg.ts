/** One word as a program would get it, as far as that is known before the line runs. */
export interface Arg {
  /** Unquoted; where the value is not fixed, as written. */
  readonly text: string;
  readonly kind: "literal" | "glob" | "unknown";
  /** Characters that every value begins with. */
  readonly prefix: string;
  /** Stands for any number of words, none included. */
  readonly many: boolean;
  /** May begin with `-`, and so be an option. Always true of a literal that does. */
  readonly dash: boolean;
  /** Value of a `~/…`: absolute. */
  readonly path?: string;
  /** A number, so never code in arithmetic. */
  readonly number?: boolean;
  /** Hashes and numbers, which are never an option: where it is one word or several, none begins with a dash. */
  readonly plain?: boolean;
  /** At most one word, without quotes too: a branch's name holds no blank and is no pattern. */
  readonly single?: boolean;
  /** Holds no blank, so that without quotes it is one word still. */
  readonly unsplit?: boolean;
  /** The text with `1` in place of each number that is not fixed, where nothing else is not. */
  readonly shape?: string;
  /** A pipe that the shell opens (`<(…)`): no file of its own. */
  readonly pipe?: boolean;
  /** It may hold what the network sends. */
  readonly network?: boolean;
  /** It holds the value of a variable that is kept secret. */
  readonly secret?: Secret;
  /** One of the names that this pattern stands for. */
  readonly pattern?: string;
  /** Where the values lie, where they are paths that a listing program printed. */
  readonly below?: Below;
}

/** All of a secret value, or a piece of it or a number that hangs on one: whether it is empty tells of the value too. */
export type Secret = "whole" | "part";

/** Of two values that are joined. */
export function bothSecret(one: Secret | undefined, other: Secret | undefined): Secret | undefined {
  return one === "part" ? one : (other ?? one);
}

/** Paths that a program prints: everything below some directories, or a part of it. */
export interface Below {
  readonly dirs: readonly string[];
  /** Files that hold secrets may be among them. */
  readonly secrets: boolean;
  /** Masks of the names that were asked for. */
  readonly names?: readonly string[];
  /** Nothing narrows them: all that lies there is meant. */
  readonly all?: boolean;
  /** Each begins with a folder as it was named, and so none with a dash, as long as nothing splits them. */
  readonly undashed?: boolean;
  /** They were split at blanks, those in names included: see `pieces.ts`. */
  readonly split?: boolean;
}

export function literal(text: string): Arg {
  return { text, kind: "literal", prefix: text, many: false, dash: text.startsWith("-") };
}

/** A word of which nothing is known. */
export function unknown(text: string, facts: Partial<Arg> = {}): Arg {
  const prefix = facts.prefix ?? "";
  const many = facts.many ?? false;
  return { text, kind: "unknown", prefix, many, dash: many || prefix === "" || prefix.startsWith("-"), ...facts };
}

export function isLiteral(arg: Arg | undefined, text?: string): boolean {
  return arg !== undefined && arg.kind === "literal" && (text === undefined || arg.text === text);
}

/** A part of a word: `--file=$x` from its 7th character. */
export function sliceArg(arg: Arg, from: number): Arg {
  const text = arg.text.slice(from);
  const { path: _path, ...rest } = arg;
  if (arg.kind === "literal") return { ...rest, text, prefix: text, dash: text.startsWith("-") };
  const prefix = arg.prefix.slice(from);
  return { ...rest, text, prefix, dash: arg.many || prefix === "" || prefix.startsWith("-") };
}

/** One of the values that a word stands for. */
export function asOne(arg: Arg): Arg {
  const { text, prefix, dash, path, below, number, plain, secret } = arg;
  const more = {
    ...(plain && { plain }),
    // The shell has split what was printed already.
    ...(below && arg.many && { unsplit: true }),
    ...(path !== undefined && { path }),
    ...(below && { below }),
    ...(number && { number }),
    ...(secret && { secret }),
    ...(arg.kind === "glob" && { pattern: text }),
  };
  return unknown(text, { prefix, dash: dash && !prefix.startsWith("/"), ...more });
}
