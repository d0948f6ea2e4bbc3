import type { Effect } from "../../src/core/effect.ts";
import type { Layer, Mode, Policy, Rule } from "../../src/core/policy.ts";
import { mcpCall, onlyRules, rule, toolCall, type Adapter, type Row } from "./adapter.ts";
import { toCommandPattern, touches } from "./expressions.ts";

/**
 * Rules with a priority; the highest that matches decides, and of a command line each part. A rule for a whole tool is
 * a mode, one for a prefix of a command a rule; a pattern on the arguments of another tool is held against the call
 * here, as conditions on arguments are no rules of ours.
 */
interface PeerRule {
  readonly toolName?: string;
  readonly mcpName?: string;
  readonly decision: string;
  readonly priority?: number;
  readonly argsPattern?: string;
  readonly commandPrefix?: string | readonly string[];
  readonly modes?: readonly string[];
  readonly interactive?: boolean;
  readonly allowRedirection?: boolean;
}

interface Config {
  readonly rules?: readonly PeerRule[];
  readonly defaultDecision?: string;
  readonly approvalMode?: string;
  readonly nonInteractive?: boolean;
  readonly workspace?: string;
}

interface Asked {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly serverName?: string;
}

const DECISIONS: Readonly<Record<string, Effect>> = { allow: "allow", ask: "ask", ask_user: "ask", deny: "deny" };
const MODES: Readonly<Record<Effect, Mode>> = { allow: "allow", ask: "ask", deny: "off" };

export const geminiPolicy: Adapter = (row: Row) => {
  const config: Config = Array.isArray(row.rules) ? { rules: row.rules as readonly PeerRule[] } : (row.rules as Config);
  const asked = row.call as Asked;
  const call = callOf(asked);
  const counting = countingRules(config, asked);
  const rules = call.tool === "shell" ? commandRules(counting) : [];
  if (rules === null) return { unsupported: `a pattern that is more than words: ${JSON.stringify(counting)}` };
  return {
    label: `${asked.name} ${JSON.stringify(asked.args ?? {})} with ${JSON.stringify(config.rules)}`,
    call: { ...call, attended: config.nonInteractive !== true },
    policy: policyFor({ id: call.tool, server: isOfServer(asked.name, asked.serverName) }, config, { rules, counting }),
    expected: row.expected as Effect,
    ...agreed(asked, config),
  };
};

function callOf({ name, args = {}, serverName }: Asked) {
  if (isOfServer(name, serverName)) return mcpCall(serverName, toolOf(name, serverName), args);
  if (!isShell(name)) return toolCall(name, args);
  const { command = "ls", dir_path: dir } = args;
  return { ...toolCall("shell", { command }), ...(typeof dir === "string" && { cwd: dir }) };
}

/** A full name that begins with another server's is nobody's. */
function isOfServer(name: string, server: string | undefined): server is string {
  return server !== undefined && (!name.startsWith("mcp_") || name.startsWith(`mcp_${server}_`));
}

function isShell(name: string): boolean {
  return name === "run_shell_command" || name === "shell";
}

function toolOf(name: string, server: string): string {
  const prefix = `mcp_${server}_`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** The rules that speak of the call, the highest first; those below one for the whole tool never decide. */
function countingRules({ rules = [], approvalMode = "default", nonInteractive }: Config, asked: Asked) {
  const speaking = rules
    .filter(({ modes }) => modes === undefined || modes.includes(approvalMode))
    .filter(({ interactive }) => interactive === undefined || interactive !== (nonInteractive === true))
    .filter((each) => covers(each, asked))
    .toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  const whole = speaking.findIndex((each) => prefixOf(each) === null);
  return whole < 0 ? speaking : speaking.slice(0, whole + 1);
}

function covers({ toolName = "*", mcpName, argsPattern }: PeerRule, { name, args, serverName }: Asked): boolean {
  if (mcpName !== undefined && mcpName !== "*" && mcpName !== serverName) return false;
  const full = serverName === undefined || name.startsWith("mcp_") ? name : `mcp_${serverName}_${name}`;
  const named = toolName.endsWith("*") ? full.startsWith(toolName.slice(0, -1)) : full === toolName;
  if (!named || argsPattern === undefined || isShell(name)) return named;
  return touches({ source: argsPattern, ignoreCase: false }, JSON.stringify(args ?? {}));
}

/** What a command has to begin with, null for any. */
function prefixOf({ argsPattern, commandPrefix }: PeerRule): string | null {
  if (commandPrefix !== undefined) return [commandPrefix].flat()[0] ?? "";
  return argsPattern?.replace(/^"command":"/, "") ?? null;
}

function commandRules(counting: readonly PeerRule[]): readonly Rule[] | null {
  const rules = counting.flatMap((each, index): readonly (Rule | null)[] => {
    const prefix = prefixOf(each);
    if (prefix === null) return [];
    const pattern = toCommandPattern({ source: prefix.replace(/"$/, ""), ignoreCase: false });
    return [pattern === null ? null : rule(index, "shell", { pattern, decision: DECISIONS[each.decision] ?? "deny" })];
  });
  return rules.includes(null) ? null : rules.filter((each) => each !== null);
}

function policyFor(
  { id, server }: { readonly id: string; readonly server: boolean },
  config: Config,
  { rules, counting }: { readonly rules: readonly Rule[]; readonly counting: readonly PeerRule[] },
): Policy {
  const standard = config.defaultDecision ?? (config.approvalMode === "yolo" ? "allow" : "ask");
  if (server) return { ...onlyRules(rules), layers: { chat: { mcp: serverLayer(config, standard) } } };
  const whole = counting.find((each) => id !== "shell" || prefixOf(each) === null)?.decision;
  const spoken = whole !== undefined || standard !== "ask";
  return { ...onlyRules(rules), layers: spoken ? { app: { native: { [id]: entryOf(whole ?? standard) } } } : {} };
}

/** Whose rule it is, is left to what decides here: by the names that the rules are about. */
function serverLayer({ rules = [] }: Config, standard: string): NonNullable<Layer["mcp"]> {
  const rising = rules.toSorted((one, other) => (one.priority ?? 0) - (other.priority ?? 0));
  const named = rising.filter(({ mcpName }) => mcpName !== undefined && mcpName !== "*");
  const any = rising.findLast(({ mcpName, toolName = "*" }) => mcpName === undefined && /^(?:mcp_)?\*$/.test(toolName));
  const isWhole = ({ toolName }: PeerRule): boolean => toolName === undefined || toolName.endsWith("*");
  return {
    shared: entryOf(any?.decision ?? standard),
    servers: Object.fromEntries(named.filter(isWhole).map(({ mcpName, decision }) => [mcpName, entryOf(decision)])),
    tools: Object.fromEntries(
      named
        .filter((each) => !isWhole(each))
        .map(({ mcpName = "", toolName = "", decision }) => [
          `mcp__${mcpName}__${toolOf(toolName, mcpName)}`,
          entryOf(decision),
        ]),
    ),
  };
}

function entryOf(decision: string) {
  return { mode: MODES[DECISIONS[decision] ?? "deny"] };
}

/** Where the peer holds its mocked parser, or another default, against the same line. */
function agreed({ args = {} }: Asked, { workspace }: Config): { readonly agreed?: string } {
  const outside = workspace !== undefined && args["dir_path"] !== undefined;
  return outside ? { agreed: "a command that touches no file is asked about nowhere" } : {};
}
