/** A text over the limit as its beginning and its end, with how much is between; `gap` stands around that. */
export function bothEnds(text: string, limit: number, gap = " "): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}${gap}… ${text.length - 2 * half} characters …${gap}${text.slice(-half)}`;
}
