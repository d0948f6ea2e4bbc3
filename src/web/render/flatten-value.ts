import type { Flag } from "./visible-text.ts";

/** One value of an argument, with where it stands: a row of the typed table. */
export interface Leaf {
  /** `edits[0].old`; empty for a call whose arguments are one plain value. */
  readonly path: string;
  readonly type: "string" | "number" | "boolean" | "null" | "empty object" | "empty list";
  readonly text: string;
}

export interface Flattened {
  readonly rows: readonly Leaf[];
  readonly flags: ReadonlySet<Flag>;
}

/** Deeper than this a reader loses track; the value is shown all the same. */
const DEEP = 8;

/** Every value of a JSON document in order. Iterative, so that no nesting is too deep for it. */
export function flattenValue(value: unknown): Flattened {
  const rows: Leaf[] = [];
  const flags = new Set<Flag>();
  const open: { readonly path: string; readonly value: unknown; readonly depth: number }[] = [
    { path: "", value, depth: 0 },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > DEEP) flags.add("deep");
    const inner = children(next.path, next.value);
    if (inner === null || inner.length === 0) rows.push(leaf(next.path, next.value));
    else for (const child of inner.reverse()) open.push({ ...child, depth: next.depth + 1 });
  }
  return { rows, flags };
}

function children(path: string, value: unknown): { path: string; value: unknown }[] | null {
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) return value.map((item: unknown, i) => ({ path: `${path}[${i}]`, value: item }));
  return Object.entries(value).map(([key, item]) => ({ path: joinPath(path, key), value: item as unknown }));
}

/** A key that is no plain name is quoted, so that `a.b` the key and `a.b` the path differ. */
function joinPath(path: string, key: string): string {
  if (/^[A-Za-z_$][\w$-]*$/.test(key)) return path === "" ? key : `${path}.${key}`;
  return `${path}[${JSON.stringify(key)}]`;
}

function leaf(path: string, value: unknown): Leaf {
  if (typeof value === "string") return { path, type: "string", text: value };
  if (Array.isArray(value)) return { path, type: "empty list", text: "[]" };
  if (typeof value === "object" && value !== null) return { path, type: "empty object", text: "{}" };
  return {
    path,
    type: value === null || value === undefined ? "null" : (typeof value as "number" | "boolean"),
    text: String(value),
  };
}
