import { nativeKey } from "../../core/names.ts";
import type { Refusal } from "../refusal.ts";
import { invalid } from "./fault.ts";

type Entries<E> = Readonly<Record<string, E>>;

/** Each built-in tool and family under its own name, so that one tool has one entry. */
export function underNativeKeys<E>(entries: Entries<E> = {}): Entries<E> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [nativeKey(name), entry]));
}

/** Two spellings of one name, of which either may be meant. */
export function doubledKey(entries: Entries<unknown> = {}): Refusal | null {
  const names = Object.keys(entries);
  const keys = names.map(nativeKey);
  const at = keys.findIndex((key, index) => keys.indexOf(key) < index);
  return at < 0 ? null : invalid(`$.native.${names[at]}`, `a second entry for \`${keys[at]}\``);
}
