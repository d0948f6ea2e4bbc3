/** Something in a policy that cannot be taken as it is; `path` as in `rules[3].pattern`. */
export interface Fault {
  readonly path: string;
  readonly message: string;
}

/** Where faults go, and warnings about what is left out. */
export interface Notes {
  readonly errors: Fault[];
  readonly warnings: Fault[];
}

export function checkNumber(value: unknown, { path, notes }: { readonly path: string; readonly notes: Notes }): void {
  if (value !== undefined && !(typeof value === "number" && Number.isFinite(value) && value >= 0))
    notes.errors.push({ path, message: "not a number from 0 up" });
}

export function checkOneOf(
  value: unknown,
  values: readonly string[],
  { path, notes }: { readonly path: string; readonly notes: Notes },
): void {
  if (typeof value !== "string" || !values.includes(value))
    notes.errors.push({ path, message: `not one of ${values.map((known) => `\`${known}\``).join(", ")}` });
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const NOTHING: unknown = {};

/** An object whose keys are known, so that a misspelled one is an error and never a smaller policy. */
export function asRecord<Key extends string>(
  value: unknown,
  keys: readonly Key[] | null,
  at: { readonly path: string; readonly notes: Notes },
): Readonly<Partial<Record<Key, unknown>>> {
  if (value === undefined) return NOTHING as Readonly<Partial<Record<Key, unknown>>>;
  if (!isRecord(value)) {
    at.notes.errors.push({ path: at.path, message: "not an object" });
    return NOTHING as Readonly<Partial<Record<Key, unknown>>>;
  }
  if (keys !== null) onlyKeys(value, keys, at);
  return value as Readonly<Partial<Record<Key, unknown>>>;
}

export function onlyKeys(
  value: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  { path, notes }: { readonly path: string; readonly notes: Notes },
): void {
  for (const key of Object.keys(value)) {
    if (!keys.includes(key)) notes.errors.push({ path: `${path}.${key}`, message: "not known here" });
  }
}
