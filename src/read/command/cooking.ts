import { type Arg, bothSecret, type Secret } from "./arg.ts";

/** A word while its parts are joined. */
export interface Cooking {
  text: string;
  prefix: string;
  /** Everything so far is fixed. */
  fixed: boolean;
  glob: boolean;
  fuzzy: boolean;
  many: boolean;
  network: boolean;
  secret: Secret | undefined;
  /** No word that comes of it begins with a dash, whichever of its expansions come to nothing. */
  plain: boolean;
  /** So far it is nothing but numbers, which may be below 0. */
  onlyNumbers: boolean;
  /** See `Arg.shape`. */
  shape: string | null;
  /** One of the names of a pattern and fixed text around it, as one pattern; null where it is more than that. */
  pattern: string | null;
  /** The value of the last expansion, for a word that is nothing else. */
  whole: Arg | null;
}

export function newCooking(): Cooking {
  return {
    text: "",
    prefix: "",
    fixed: true,
    glob: false,
    fuzzy: false,
    many: false,
    network: false,
    secret: undefined,
    plain: true,
    onlyNumbers: false,
    shape: "",
    pattern: null,
    whole: null,
  };
}

export function mayBeDash(state: Cooking): boolean {
  if (state.fuzzy && state.plain) return false;
  return (state.fuzzy && state.many) || state.prefix === "" || state.prefix.startsWith("-");
}

export function addFixed(state: Cooking, value: string): void {
  state.text += value;
  // `-4` may come before it, and so make letters of it options.
  if (value.startsWith("-") || (state.onlyNumbers && /^\w/.test(value))) state.plain = false;
  if (value !== "") state.onlyNumbers = false;
  if (state.shape !== null) state.shape += value;
  if (state.fixed) state.prefix += value;
  addToPattern(state, value);
  state.whole = null;
}

/** `"$d/package.json"` of `for d in packages/*`: text that is a pattern itself would match more than it names. */
function addToPattern(state: Cooking, value: string): void {
  if (state.pattern !== null) state.pattern = /[*?[\]\\]/.test(value) ? null : state.pattern + value;
}

export function addPattern(state: Cooking, text: string): void {
  state.text += text;
  state.pattern = null;
  state.glob = true;
  state.fixed = false;
  state.plain = false;
  state.shape = null;
  state.whole = null;
}

export function addUnknown(state: Cooking, value: Arg): void {
  const first = state.text === "" && state.fixed;
  state.text += value.text;
  if (value.kind === "literal" ? value.dash || state.onlyNumbers : !value.number && (!value.plain || state.onlyNumbers))
    state.plain = false;
  state.onlyNumbers = value.number === true && (first || state.onlyNumbers);
  if (state.shape !== null)
    state.shape = value.kind === "literal" ? state.shape + value.text : value.number ? `${state.shape}1` : null;
  if (value.kind === "literal") {
    if (state.fixed) state.prefix += value.text;
    addToPattern(state, value.text);
  } else {
    // Below `~` it is not the text that says where it lies.
    const joins = first && value.path === undefined && !value.many;
    state.pattern = joins ? (value.pattern ?? null) : null;
    if (state.fixed) state.prefix += value.prefix;
    state.fixed = false;
    if (value.kind === "glob" && !value.many) state.fuzzy = true;
    else if (value.kind === "glob") state.glob = true;
    else state.fuzzy = true;
    state.many ||= value.many && value.single !== true;
    state.network ||= value.network === true;
    state.secret = bothSecret(state.secret, value.secret);
  }
  state.whole = first ? value : null;
}
