import { protectionByName } from "../../path/protection.ts";
import { absolute } from "../guard.ts";
import type { Start } from "../program.ts";

/**
 * A file of another name than those that compose takes by itself could be any that an agent wrote, and what it describes
 * may reach the whole machine: a rule must name that option. Docker Compose 2.35.
 */
export function readCompose({ draft, options, cwd, at }: Start): void {
  for (const { name, value } of options) {
    if (name !== "--file" || value === undefined) continue;
    const path = value.kind === "literal" ? absolute(value.path ?? value.text, cwd) : null;
    if (path === null || protectionByName(path, at.line.world) === undefined) draft.optionEffects.add(name);
  }
}
