/**
 * Characters that pass for others. A short list of what fools a reader of a command, an address or a name, after the
 * Unicode confusables table; not the whole table, which would spell out half of every foreign text.
 */

/** Signs and letters that pass for ASCII wherever they stand: dashes, slashes, dots, colons, quotes, styled letters. */
export const LOOKALIKES = new RegExp(
  [
    "[",
    "\\u00b4\\u02b9-\\u02bd\\u02c2-\\u02cb\\u02d0\\u02d7\\u02dc\\u02ee\\u02f4\\u0374\\u037e\\u0387", // marks, Greek semicolon and dot
    "\\u0589\\u05c0\\u05c3\\u05f3\\u05f4\\u0660\\u066a\\u066d\\u06d4\\u0701-\\u0704\\u07c0\\u07ca", // colons, dots and zeroes
    "\\u1680\\u16eb\\u1735\\u1806", // strokes
    "\\u2010-\\u2013\\u2016\\u201a\\u201b\\u2024\\u2025\\u2032-\\u2037\\u2039\\u203a\\u2041\\u2043\\u2044\\u204e\\u2052", // dashes, dots, primes
    "\\u2100-\\u214f\\u2160-\\u217f", // letter-like signs, Roman numerals
    "\\u21b5\\u21e5\\u23ce\\u2424", // what marks a line break or a tab here
    "\\u2212\\u2215-\\u2217\\u2223\\u2228\\u222a\\u2236\\u223c\\u22c5", // operators
    "\\u2460-\\u24ff", // enclosed
    "\\u2571\\u2572\\u2758\\u2768-\\u2775\\u2796\\u27c8\\u27cb\\u27cd\\u29f5\\u29f8\\u29f9\\u2cba\\u2e3a\\u2e3b", // slashes, bars
    "\\u3014\\u3015\\u3031\\u3033\\u4e36\\u4e3f\\ua4d0-\\ua4ff\\ua4f8-\\ua4fb\\ua78c\\ua789\\ua830", // Lisu letters and more
    "\\ufe13\\ufe30\\ufe31-\\ufe34\\ufe4d-\\ufe50\\ufe52-\\ufe6b\\uff01-\\uff65\\uffe0-\\uffee", // small and full-width forms
    "\\u{1d400}-\\u{1d7ff}\\u{1f100}-\\u{1f1ff}\\u{1fbf0}-\\u{1fbf9}", // mathematical and squared letters
    "]",
  ].join(""),
  "u",
);

/** Cyrillic, Greek, Armenian and Cherokee letters that look like Latin ones; a word of nothing else is a disguise. */
const WORD_LOOKALIKES = new Set(
  "аеорсухіјѕԁԛԝһӏүѵԍɡьАВЕЗІЈКМНОРСТУХҮԌԚԜѴѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺαγικνορτυχϲϳօոսհցզքԼՍՏᎪᎷᏀᎬᎻᎫᏦᏞᎷᎾᏢᏒᏚᎢᏙᎳᏃ",
);

export function isWordLookalike(char: string): boolean {
  return WORD_LOOKALIKES.has(char);
}

const NAME_FOLDS: readonly (readonly [RegExp, string])[] = [
  [/[1!|i]/g, "l"],
  [/0/g, "o"],
  [/5/g, "s"],
  [/3/g, "e"],
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/[-_./\s]+/g, "_"],
];

/** A name brought to how it looks at a glance: `read_fi1e` and `READ-FILE` come out the same. */
export function lookOfName(name: string): string {
  return NAME_FOLDS.reduce((text, [from, to]) => text.replace(from, to), name.normalize("NFKC").toLowerCase().trim());
}
