type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Only what was given: `undefined` would be written, or asked for, where nothing was said. */
export function withoutUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Given<T>;
}
