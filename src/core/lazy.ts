/** What `make` gives, made when first asked for and kept: a table that few calls need costs nothing to import. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
