import { BUILTIN_TOOLS } from "../../core/tools.ts";
import { lookOfName } from "./lookalikes.ts";
import type { Flag } from "./visible-text.ts";

/** Names that belong to Assent's own tools; another origin may not pass for one of them. */
const OWN_TOOLS = [...BUILTIN_TOOLS.flatMap(({ id, spellings }) => [id, ...spellings]), "browser"];
const OWN_LOOKS = new Map(OWN_TOOLS.map((name) => [lookOfName(name), name]));

/** What a tool's name pretends to be. `builtin`: it is one of Assent's own and may be called so. */
export function nameFlags(name: string, builtin: boolean): readonly Flag[] {
  if (builtin) return [];
  const own = OWN_LOOKS.get(lookOfName(name));
  if (own === undefined) return [];
  return [own === name ? "name-clash" : "confusable"];
}

const CLAIMS =
  /\b(assent|system|verified|approved|trusted|official|administrator|admin|safe to (run|allow)|risk\s*:|no risk|low risk|claude code|codex|gemini cli|cursor|copilot|press allow|click allow|by policy|by (the )?host|vs code|visual studio code|built-in|security check|permission granted|already (agreed|consented|allowed)|must (approve|allow)|ignore (all |any )?(previous|prior|earlier) instructions)\b/i;

/** Words that only the host may say: shown as somebody else's, with a badge. For names of servers and texts of agents. */
export function claimFlags(text: string): readonly Flag[] {
  return CLAIMS.test(text.normalize("NFKC")) ? ["claim"] : [];
}
