import { claudeCode } from "../adapters/claude-code/adapter.ts";
import type { AgentAdapter } from "../wire/agent.ts";

/** The agents that this version knows. */
export const ADAPTERS: readonly AgentAdapter[] = [claudeCode];
