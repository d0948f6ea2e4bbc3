import { hashOf } from "./content-hash.ts";
import { readContent } from "./file-content.ts";
import { MOST_BYTES } from "./file-read.ts";
import { lookAt, type HeldPlace } from "./held-directory.ts";

/** What a thing was when it was moved, so that nothing else is moved back. */
export interface MovedThing {
  /** Number of the thing on its disk, and when it was made: numbers are given out again. */
  readonly id: string;
  /** Of a file's content, so that it is known again once an edit of it was taken back; null where it was not read. */
  readonly hash: string | null;
}

/** Of what stands at a place; null where nothing does. */
export async function movedThing(place: HeldPlace): Promise<MovedThing | null> {
  const stat = lookAt(place);
  if (stat === null) return null;
  return { id: `${stat.ino}.${stat.birthtimeNs}`, hash: stat.isFile() ? await contentHash(place) : null };
}

export function isSameThing(was: MovedThing, now: MovedThing | null): boolean {
  return now !== null && (now.id === was.id || (was.hash !== null && now.hash === was.hash));
}

async function contentHash(place: HeldPlace): Promise<string | null> {
  try {
    return await hashOf((await readContent(place, { limit: MOST_BYTES, mayBeLinked: true })).bytes);
  } catch {
    return null; // verdict: known again by its number alone
  }
}
