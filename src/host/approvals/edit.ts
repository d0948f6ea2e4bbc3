import type { Redactor } from "../secrets/redact.ts";

/** Why edited arguments are not taken, with their JSON path. */
interface EditFault {
  readonly path: string;
  readonly message: string;
}

export type Edited = { readonly ok: true; readonly args: unknown } | { readonly ok: false; readonly fault: EditFault };

/**
 * Arguments as a person edited them. What was masked on the card and left alone is put back; a mask inside of other
 * text is refused, since nobody can tell what it stood for. What was there before keeps its type.
 */
export function takeEdit(before: unknown, edited: unknown, redactor: Redactor): Edited {
  const args = restore({ before, masked: redactor.value(before).value, edited });
  const fault = findFault(before, args, "$");
  return fault ? { ok: false, fault } : { ok: true, args };
}

interface Restore {
  readonly before: unknown;
  readonly masked: unknown;
  readonly edited: unknown;
}

function restore({ before, masked, edited }: Restore): unknown {
  if (typeof edited === "string") return edited === masked ? before : edited;
  if (Array.isArray(edited)) return edited.map((item, index) => restore(at({ before, masked, edited: item }, index)));
  if (typeof edited !== "object" || edited === null) return edited;
  return Object.fromEntries(
    Object.entries(edited).map(([key, item]) => [key, restore(at({ before, masked, edited: item }, key))]),
  );
}

function at({ before, masked, edited }: Restore, key: string | number): Restore {
  return { before: child(before, key), masked: child(masked, key), edited };
}

function child(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}

const MASK = /\[redacted:[a-z-]+\]/;
const MASKED = "holds a masked secret: show it before you edit around it";

function findFault(before: unknown, edited: unknown, path: string): EditFault | null {
  if (typeof edited === "string" && edited !== before && MASK.test(edited)) return { path, message: MASKED };
  if (before !== undefined && before !== null && typeOf(before) !== typeOf(edited)) {
    return { path, message: `was ${typeOf(before)} and may not become ${typeOf(edited)}` };
  }
  if (typeof edited !== "object" || edited === null) return null;
  for (const [key, item] of Object.entries(edited)) {
    if (MASK.test(key) && child(before, key) === undefined) return { path: `${path}.${key}`, message: MASKED };
    const index = Array.isArray(edited);
    // A list may grow: its new items have the type that its first one had.
    const old = child(before, index ? Number(key) : key) ?? (index ? child(before, 0) : undefined);
    const fault = findFault(old, item, index ? `${path}[${key}]` : `${path}.${key}`);
    if (fault) return fault;
  }
  return null;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
