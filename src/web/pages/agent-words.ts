import type { AgentView, Me } from "../../wire/session.ts";
import { sayAgo } from "../render/time.ts";

/** An agent that has not been heard of for this long, in ms, is not called connected. */
const STALE_MS = 10 * 60_000;

export function isLive(agent: AgentView, now: number): boolean {
  return agent.lastSeen !== null && now - agent.lastSeen < STALE_MS;
}

/** Whether it was ever heard of: an agent that Assent only knows how to connect was not. */
export function wasSeen(agent: AgentView): boolean {
  return agent.lastSeen !== null;
}

/** Whether any was, a gate before an MCP server too. */
export function wasAnySeen({ agents, gated }: Me): boolean {
  return agents.some(wasSeen) || gated.length > 0;
}

/** What is connected, by name. */
export function liveNames({ agents, gated }: Me, now: number): readonly string[] {
  return [
    ...agents.filter((agent) => isLive(agent, now)).map(({ title }) => title),
    ...gated.filter(({ connected }) => connected).map(({ server }) => `MCP ${server}`),
  ];
}

export function sayHeartbeat(agent: AgentView, now: number): string {
  if (agent.lastSeen === null) return "not connected";
  const sessions = agent.sessions === 1 ? "1 session" : `${agent.sessions} sessions`;
  if (isLive(agent, now)) return `${sessions}, last seen ${sayAgo(agent.lastSeen, now)}`;
  const quiet = `last seen ${sayAgo(agent.lastSeen, now)}`;
  return agent.sessions > 0 ? `${quiet}, with ${sessions} open: check that its hook still runs` : quiet;
}

export function installCommand({ command }: Pick<Me, "command">, agent: AgentView): string {
  return `${command} hook install ${agent.name}`;
}
