/** What a part of a call does, from harmless to unknown. Source: decision.md. */
export const CLASSES = [
  "read",
  "remote-read",
  "interact",
  "app-read",
  "write",
  "network",
  "execute",
  "delegate",
  "destructive",
  "privilege",
  "admin",
  "unknown",
] as const;

export type Class = (typeof CLASSES)[number];

/** The worse of two classes, in the order above. */
export function worstClass(a: Class, b: Class): Class {
  return CLASSES.indexOf(a) >= CLASSES.indexOf(b) ? a : b;
}

/** Level L0 frees these four. */
export function isReadOnly(cls: Class): boolean {
  return CLASSES.indexOf(cls) <= CLASSES.indexOf("app-read");
}
