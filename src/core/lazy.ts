/** What `make` gives, made when first asked for and kept: a table that few calls need costs nothing to import. */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * The same for a property, which looks like any other. One descriptor is to serve all objects of a kind: with a getter of
 * its own each has a shape of its own, and whatever looks at it gets several times slower.
 */
export function lazyProperty<T extends object>(name: keyof T, make: (of: T) => unknown): PropertyDescriptor {
  return {
    enumerable: true,
    configurable: true,
    get(this: T) {
      const value = make(this);
      // Of an object that may not be changed it is made each time.
      Reflect.defineProperty(this, name, { value, enumerable: true });
      return value;
    },
  };
}
