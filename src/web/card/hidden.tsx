import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useMemo, useState } from "react";

interface Hidden {
  readonly opened: (id: string) => boolean;
  readonly add: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly open: (id: string) => void;
}

const HiddenContext = createContext<Hidden | null>(null);

/**
 * Counts what a card has folded away. Allow waits until each piece has been opened, or the person says that it may go
 * without: a long argument can then not carry its payload past the reader. Source: approvals.md, "The card".
 */
export function useHidden(): { readonly context: Hidden; readonly closed: number; readonly openAll: () => void } {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const add = useCallback((id: string) => setKnown((ids) => new Set(ids).add(id)), []);
  const remove = useCallback((id: string) => setKnown((ids) => new Set([...ids].filter((each) => each !== id))), []);
  const openOne = useCallback((id: string) => setOpen((ids) => new Set(ids).add(id)), []);
  const context = useMemo(
    () => ({ opened: (id: string) => all || open.has(id), add, remove, open: openOne }),
    [all, open, add, remove, openOne],
  );
  const closed = all ? 0 : [...known].filter((id) => !open.has(id)).length;
  return { context, closed, openAll: useCallback(() => setAll(true), []) };
}

export function HiddenProvider({ value, children }: { readonly value: Hidden; readonly children: ReactNode }) {
  return <HiddenContext value={value}>{children}</HiddenContext>;
}

/** One foldable piece. `folds` false: nothing of it is hidden, and it counts for nothing. */
export function useFold(folds: boolean): { readonly open: boolean; readonly show: () => void } {
  const hidden = useContext(HiddenContext);
  const [alone, setAlone] = useState(false);
  const id = useId();
  const add = hidden?.add;
  const remove = hidden?.remove;
  useEffect(() => {
    if (!folds || add === undefined || remove === undefined) return undefined;
    add(id);
    return () => remove(id);
  }, [folds, id, add, remove]);
  const show = useCallback(() => (hidden === null ? setAlone(true) : hidden.open(id)), [hidden, id]);
  return { open: !folds || (hidden === null ? alone : hidden.opened(id)), show };
}
