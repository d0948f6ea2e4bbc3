import { readFileSync } from "node:fs";

/** The version of this package; the bundle lies in `dist`, the sources two folders deep. */
export function version(): string {
  for (const path of ["../package.json", "../../package.json"]) {
    const found = readPackage(new URL(path, import.meta.url));
    if (found !== null) return found;
  }
  return "unknown";
}

function readPackage(url: URL): string | null {
  try {
    const data = JSON.parse(readFileSync(url, "utf8")) as { name?: string; version?: string };
    return data.name === "assent" ? (data.version ?? null) : null;
  } catch {
    return null; // not there: the other place has it
  }
}
