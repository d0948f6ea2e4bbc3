import { useCallback, useMemo } from "react";
import { go, type GoOptions, usePlace } from "./place.ts";
import { searchOf, type SearchValues } from "./target.ts";

type Change<S> = (change: (now: S) => S, options?: GoOptions) => void;

/**
 * The search parameters of the page, and how to change them. `read` makes them typed and leaves out what it does not
 * know; it is a function of its own, not a new one for each drawing.
 */
export function useSearch<S extends SearchValues>(
  read: (params: URLSearchParams) => S,
): readonly [search: S, change: Change<S>] {
  const { search } = usePlace();
  const values = useMemo(() => read(new URLSearchParams(search)), [search, read]);
  const change = useCallback<Change<S>>(
    (next, options) => {
      const now = read(new URLSearchParams(location.search));
      void go(`${location.pathname}${searchOf(next(now))}`, options);
    },
    [read],
  );
  return [values, change];
}

/** A parameter that is a text and not empty, as an object to be spread. */
export function textIn<K extends string>(params: URLSearchParams, key: K): { readonly [P in K]?: string } {
  const value = params.get(key);
  return (value === null || value === "" ? {} : { [key]: value }) as { readonly [P in K]?: string };
}
