import { homedir } from "node:os";
import { join } from "node:path";

import { makeFolder } from "../host/make-folder.ts";
import { CliError } from "./output.ts";

/** `$ASSENT_HOME`, else the platform's usual place. Source: host.md, "Storage". */
export function dataDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env["ASSENT_HOME"]) return env["ASSENT_HOME"];
  const home = homedir();
  if (process.platform === "darwin") return join(home, "Library/Application Support/assent");
  if (process.platform === "win32") return join(env["LOCALAPPDATA"] ?? join(home, "AppData/Local"), "assent");
  return join(env["XDG_DATA_HOME"] ?? join(home, ".local/share"), "assent");
}

/** The data directory with its folder for compiled code, made where it is not there. */
export function makeDataDir(): string {
  const dir = dataDir();
  try {
    makeFolder(join(dir, "cache"));
    return dir;
  } catch (error) {
    throw new CliError(
      `the data directory \`${dir}\` cannot be used: ${(error as Error).message}`,
      "set ASSENT_HOME to a folder that this user may write to",
    );
  }
}
