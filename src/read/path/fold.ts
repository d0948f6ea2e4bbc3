/** Code points that HFS+ leaves out of a name, and other invisible ones: `.g\u200cit` opens `.git` there. */
const IGNORED =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]|\u{e0000}|[\u{e0001}-\u{e007f}]|[\u{e0100}-\u{e01ef}]/gu;

/**
 * A name as the most forgiving file system would compare it: case (with `ſ` and `K`), composed Unicode, invisible
 * characters, dots and spaces at its end. Used for protection only, where one card too many beats one too few.
 */
export function foldName(name: string): string {
  if (PLAIN.test(name)) return name;
  const folded = name.normalize("NFC").replace(IGNORED, "").toUpperCase().toLowerCase().normalize("NFC");
  return folded.replace(/[. ]+$/, "") || folded;
}

/** Already folded: the common case, kept fast. */
const PLAIN = /^[a-z0-9_.-]*[a-z0-9_-]$/;
