/**
 * `*` (any characters, none included) and `?` (one character) over one word or name. Keeps only the last `*` to come
 * back to, so the cost is bounded by the product of the lengths: `*a*a*a*a*b` against a long run of `a` cannot stall a
 * decision.
 */
export function matchesMask(mask: string, text: string): boolean {
  let at = 0;
  let inMask = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    const symbol = mask[inMask];
    if (symbol === "*") {
      star = inMask++;
      resume = at;
    } else if (symbol === "?" || (symbol !== undefined && symbol === text[at])) {
      inMask += 1;
      at += 1;
    } else if (star >= 0) {
      inMask = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (mask[inMask] === "*") inMask += 1;
  return inMask === mask.length;
}

/** One form for names that a file system compares without case: composed and lower case. */
export function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
