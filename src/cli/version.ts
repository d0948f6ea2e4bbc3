import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Folder of this package: of the checkout, or of the installed one. */
export function packageRoot(): string {
  for (let dir = import.meta.dirname; dir !== dirname(dir); dir = dirname(dir)) {
    if (existsSync(join(dir, "package.json"))) return dir;
  }
  throw new Error("the package.json of this package is missing: install it again");
}

export function version(): string {
  return (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { readonly version: string })
    .version;
}
