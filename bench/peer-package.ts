import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A module of `bench/peers`, by its path in there; the peers are installed when first asked for. */
export async function loadPeer(path: string): Promise<Record<string, any>> {
  const dir = fileURLToPath(new URL("peers/", import.meta.url));
  if (!existsSync(`${dir}node_modules`)) {
    execFileSync("npm", ["ci", "--ignore-scripts"], { cwd: dir, stdio: "inherit" });
  }
  return (await import(new URL(`peers/node_modules/${path}`, import.meta.url).href)) as Record<string, any>;
}
