/** Invisible code points, those among them that HFS+ leaves out of a name: `.g\u200cit` opens `.git` there. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu;

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
