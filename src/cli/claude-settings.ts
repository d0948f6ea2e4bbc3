import { homedir } from "node:os";
import { join } from "node:path";

/** Claude Code's own settings of this person. */
export function claudeSettings(): string {
  return join(process.env["CLAUDE_CONFIG_DIR"] ?? join(homedir(), ".claude"), "settings.json");
}
