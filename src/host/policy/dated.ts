import type { Entry, Layer } from "../../core/policy.ts";
import { sameEntry } from "./layer-patch.ts";

/** A layer, or a patch of one. */
interface Entries<E extends Entry | null> {
  readonly native?: Readonly<Record<string, E>>;
  readonly mcp?: {
    readonly shared?: E;
    readonly servers?: Readonly<Record<string, E>>;
    readonly tools?: Readonly<Record<string, E>>;
  };
}

/**
 * Entries as they are stored: one for a server, or for all, counts from `now` (ms since 1970), so that a tool which is
 * first seen later is new under it; one that `before` holds already keeps its date. Whatever dates they came with are gone.
 */
export function dated<E extends Entry | null>(given: Entries<E>, before: Layer | null, now: number): Entries<E> {
  const plain = (entry: E): E => (entry === null ? entry : withoutHostsOwn(entry));
  const since = (entry: E, known: Entry | undefined): E => {
    if (entry === null) return entry;
    const own = withoutHostsOwn(entry);
    return known !== undefined && sameEntry(own, known) ? (known as E) : { ...own, since: now };
  };
  const old = before?.mcp;
  const { native, mcp } = given;
  return {
    ...(native && { native: mapped(native, plain) }),
    ...(mcp && {
      mcp: {
        ...(mcp.shared !== undefined && { shared: since(mcp.shared, old?.shared) }),
        ...(mcp.servers && { servers: mapped(mcp.servers, (entry, slug) => since(entry, old?.servers?.[slug])) }),
        ...(mcp.tools && { tools: mapped(mcp.tools, plain) }),
      },
    }),
  };
}

/** When an entry began to count, and whether somebody accepted it, is the host's to say. */
function withoutHostsOwn<E extends Entry>(entry: E): E {
  const { since: _since, proposed: _proposed, ...said } = entry;
  return said as E;
}

function mapped<E>(entries: Readonly<Record<string, E>>, map: (entry: E, name: string) => E): Record<string, E> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, map(entry, name)]));
}
