import { homedir } from "node:os";
import { join } from "node:path";

/** `$ASSENT_HOME`, else the platform's usual place. Source: host.md, "Storage". */
export function dataDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env["ASSENT_HOME"]) return env["ASSENT_HOME"];
  const home = homedir();
  if (process.platform === "darwin") return join(home, "Library/Application Support/assent");
  if (process.platform === "win32") return join(env["LOCALAPPDATA"] ?? join(home, "AppData/Local"), "assent");
  return join(env["XDG_DATA_HOME"] ?? join(home, ".local/share"), "assent");
}
