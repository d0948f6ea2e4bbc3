/** Arguments as fields to type in, and back. An edit keeps each type: "5" never becomes 5. Pure. */

export interface Field {
  readonly name: string;
  readonly type: "string" | "number" | "boolean" | "json";
  readonly text: string;
}

export type ReadField = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

/** One field for each argument; empty where the arguments are not an object, which then cannot be edited. */
export function fieldsOf(args: unknown): readonly Field[] {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return [];
  return Object.entries(args).map(([name, value]: [string, unknown]) => {
    if (typeof value === "string") return { name, type: "string", text: value };
    if (typeof value === "number" || typeof value === "boolean")
      return { name, type: typeof value as "number" | "boolean", text: String(value) };
    return { name, type: "json", text: JSON.stringify(value, null, 2) };
  });
}

export function readField(field: Field): ReadField {
  if (field.type === "string") return { ok: true, value: field.text };
  const text = field.text.trim();
  if (field.type === "boolean")
    return text === "true" || text === "false" ? { ok: true, value: text === "true" } : { ok: false };
  if (field.type === "number")
    return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? { ok: true, value: Number(text) } : { ok: false };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? { ok: true, value } : { ok: false };
  } catch {
    return { ok: false }; // an unreadable field: the edited call cannot be allowed
  }
}
