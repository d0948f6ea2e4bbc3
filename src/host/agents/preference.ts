import { MAX_HOLD_MS } from "../../wire/requests.ts";
import type { Tables } from "../../store/store.ts";

/** How a person wants to be asked about an agent's calls. */
export interface AgentPreference {
  /** `agent`: in the agent's own prompt, where its mode truly asks. `inbox`: always in Assent. */
  readonly hold: "agent" | "inbox";
  /** How long a held call waits for an answer, in ms. */
  readonly waitMs: number;
}

/** Setting `agent.<name>`. One that does not read as a preference is the default, whose every part asks a person. */
export async function readPreference(
  settings: Pick<Tables["settings"], "get">,
  agent: string,
): Promise<AgentPreference> {
  const value = (await settings.get(settingOf(agent))) ?? {};
  const { hold, waitMs } = value as Partial<Record<keyof AgentPreference, unknown>>;
  const waits = typeof waitMs === "number" && waitMs >= 0 && waitMs <= MAX_HOLD_MS;
  return { hold: hold === "inbox" ? "inbox" : "agent", waitMs: waits ? waitMs : MAX_HOLD_MS };
}

export function writePreference(
  settings: Tables["settings"],
  agent: string,
  preference: AgentPreference,
): Promise<void> {
  return settings.set(settingOf(agent), preference);
}

function settingOf(agent: string): string {
  return `agent.${agent}`;
}
