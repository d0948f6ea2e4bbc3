/**
 * What the pages say of path patterns, written down a second time without a thought for speed: every way to split a name
 * and a path is tried. Nothing of the real matcher is used.
 */
export interface SlowBases {
  readonly projects: readonly string[];
  readonly home: string;
}

/** Does the pattern, as a person writes it, cover the absolute path? */
export function slowCovers(pattern: string, path: string, { projects, home }: SlowBases, fold: boolean): boolean {
  const [text, full] = fold ? [pattern.toLowerCase(), path.toLowerCase()] : [pattern, path];
  const bases = text.startsWith("/") ? [""] : text.startsWith("~/") ? [home] : projects;
  const parts = split(text.startsWith("~/") ? text.slice(2) : text);
  const whole = text.endsWith("/") ? [...parts, "**"] : parts;
  return bases
    .map((base) => (fold ? base.toLowerCase() : base))
    .some((base) => `${full}/`.startsWith(`${base}/`) && partsMatch(whole, split(full.slice(base.length))));
}

/** Could it cover the folder or something below it? Below, what the rest of the pattern spells is tried, from each part on. */
export function slowReaches(pattern: string, folder: string, bases: SlowBases, fold: boolean): boolean {
  const fit = (text: string): string => (fold ? text.toLowerCase() : text);
  const around = pattern.startsWith("/") ? [] : [...bases.projects, bases.home];
  const starts = [folder, ...around.filter((base) => fit(`${base}/`).startsWith(fit(`${folder}/`)))];
  const parts = split(pattern.replace(/^~\//, "")).filter((part) => part !== "**");
  const rests = [...Array(parts.length + 1).keys()].map((from) =>
    parts
      .slice(from)
      .map((part) => `/${part.replaceAll("?", "a").replaceAll("*", part === "*" ? "a" : "")}`)
      .join(""),
  );
  return rests.some((rest) => starts.some((start) => slowCovers(pattern, start + rest, bases, fold)));
}

function split(text: string): readonly string[] {
  return text.split("/").filter((part) => part !== "");
}

function partsMatch(pattern: readonly string[], path: readonly string[]): boolean {
  const [head, ...rest] = pattern;
  if (head === undefined) return path.length === 0;
  if (head === "**") return [...path.keys(), path.length].some((from) => partsMatch(rest, path.slice(from)));
  return path.length > 0 && nameMatches(head, path[0] as string) && partsMatch(rest, path.slice(1));
}

function nameMatches(mask: string, name: string): boolean {
  if (mask === "") return name === "";
  if (mask.startsWith("*"))
    return [...Array(name.length + 1).keys()].some((from) => nameMatches(mask.slice(1), name.slice(from)));
  return name !== "" && (mask.startsWith("?") || mask[0] === name[0]) && nameMatches(mask.slice(1), name.slice(1));
}
