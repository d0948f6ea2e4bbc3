/** Told when what lay over the page, or had the keys, is gone: what a person looks at is only now in view again. */
const UNCOVERED = "assent:uncovered";

export function tellUncovered(): void {
  window.dispatchEvent(new Event(UNCOVERED));
}

/** Returns what ends the listening. */
export function onUncovered(listen: () => void): () => void {
  window.addEventListener(UNCOVERED, listen);
  return () => window.removeEventListener(UNCOVERED, listen);
}
