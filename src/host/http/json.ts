import { nameFault, numberFault } from "../../wire/unique-names.ts";

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** JSON in UTF-8 in which each name of an object stands once; `exact`: and each number is the same to every reader. */
export function parseJson(bytes: Uint8Array, exact?: true): ParsedJson {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    const fault = nameFault(text) ?? (exact ? numberFault(text) : null);
    return fault === null
      ? { ok: true, value }
      : { ok: false, message: `the body cannot be read for certain: ${fault}` };
  } catch {
    return { ok: false, message: "the body is not JSON in UTF-8" };
  }
}
