/** A page's search parameters with one of them changed; without it where the value is undefined. */
export function setParam<S extends object, K extends keyof S>(search: S, key: K, value: S[K] | undefined): S {
  const next = { ...search };
  if (value === undefined) delete next[key];
  else next[key] = value;
  return next;
}
