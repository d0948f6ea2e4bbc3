/** Longer names are not compared: whoever wrote the file decides how long they are. */
const LONGEST = 80;

/** The known name that a misspelled one was probably meant as: most of its letters are there. Undefined: none. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const given = name.toLowerCase();
  const most = Math.max(1, Math.floor(given.length / 3));
  const [best] = known
    .filter((each) => Math.abs(each.length - given.length) <= most)
    .map((each) => ({ each, away: distance(given, each.toLowerCase()) }))
    .filter(({ away }) => away <= most)
    .sort((a, b) => a.away - b.away);
  return best?.each;
}

/** Letters that are added, left out, changed, or swapped with the next one. */
function distance(from: string, to: string): number {
  let [before, last] = [[] as number[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? (before[j - 2] ?? i) + 1 : Infinity;
      const changed = (last[j - 1] ?? 0) + Number(from[i - 1] !== to[j - 1]);
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped));
    }
    [before, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
