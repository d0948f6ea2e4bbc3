import type { MessageNode } from "../../store/tables/messages.ts";

/** The messages of one thread as a tree; all look-ups are by id. */
export interface Tree {
  /** From the first message down to this one; empty where there is no such message. */
  path(head: string | null): readonly string[];
  /** Those at the same place, itself included, oldest first. */
  siblings(id: string): readonly string[];
  /** The newest message below, taking the newest branch at each fork. */
  leafBelow(id: string): string;
  has(id: string): boolean;
}

/** `nodes` oldest first. */
export function treeOf(nodes: readonly MessageNode[]): Tree {
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent]));
  const children = new Map<string | null, string[]>();
  for (const { id, parent } of nodes) {
    const known = children.get(parent);
    if (known) known.push(id);
    else children.set(parent, [id]);
  }
  return {
    path(head) {
      const path: string[] = [];
      for (let at = head; at !== null && parents.has(at); at = parents.get(at) ?? null) path.push(at);
      return path.reverse();
    },
    siblings: (id) => children.get(parents.get(id) ?? null) ?? [id],
    leafBelow(id) {
      let leaf = id;
      for (let next = children.get(leaf)?.at(-1); next !== undefined; next = children.get(leaf)?.at(-1)) leaf = next;
      return leaf;
    },
    has: (id) => parents.has(id),
  };
}
