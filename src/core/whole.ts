import { ask, byRule, deny, gate, ruleText, SILENT, type Answer } from "./answer.ts";
import type { Call } from "./call.ts";
import { finding } from "./finding-table.ts";
import { heldByGrants } from "./grants.ts";
import type { PartJudgement } from "./part.ts";
import { grantAnswers } from "./path.ts";
import type { ToolFacts } from "./reading.ts";
import { isExpired, strongest, type CompiledRule } from "./rule/compiled.ts";
import { wholeRules } from "./rule/index.ts";
import { PERSON_ACTS } from "./tools.ts";

/** Stage 1: a tool that nobody has spoken of and that the registry does not know. */
export function identity({ reading, policy, modes, tried, now }: Call): readonly Answer[] {
  const { known, id } = reading.tool;
  if (known) return SILENT;
  const speaks = (rule: CompiledRule): boolean => rule.rule.tool === id && !isExpired(rule, now);
  const spoken = modes.named || wholeRules(policy.index, id).some(speaks) || tried.some(speaks);
  return spoken ? SILENT : [gate(1, finding("unknown-tool", `\`${id}\` is not a tool that is known here`))];
}

/** Stage 2, what refuses: the server or its description of the tool. */
export function descriptorFault({ reading }: Call): Answer | null {
  const { state, missingScopes = [] } = reading.tool;
  if (state === "ok") return null;
  const scopes = missingScopes.length === 0 ? "" : `, or it lacks ${missingScopes.join(", ")}`;
  const reasons = {
    "server-disabled": "the tool's server is switched off",
    "bad-descriptor": "the server describes this tool in a way that cannot be read",
    "server-unauthorized": `nobody is signed in to the tool's server${scopes}`,
  } as const;
  return deny({ stage: 2, code: state, reason: reasons[state], decidedBy: { kind: "descriptor", id: state } });
}

/** Stage 2, what asks: a tool that is new or no longer the one that was accepted. */
export function descriptorNews({ reading, modes, changed }: Call): readonly Answer[] {
  const { firstSeen } = reading.tool;
  if (changed) return [gate(2, finding("tool-changed"))];
  const isNew = modes.since !== null && firstSeen !== undefined && firstSeen > modes.since;
  return isNew ? [gate(2, finding("tool-new"))] : SILENT;
}

/** Stage 3: arguments that do not fit, and calls past the limit of a run. */
export function argumentFault({ reading, modes }: Call): Answer | null {
  const { argFault, callsThisRun } = reading;
  if (argFault !== undefined) {
    return deny({
      stage: 3,
      code: "bad-arguments",
      reason: `${argFault.path}: ${argFault.message}`,
      decidedBy: { kind: "arguments", id: argFault.path },
    });
  }
  if (modes.callsPerRun === null || callsThisRun < modes.callsPerRun) return null;
  return deny({
    stage: 3,
    code: "call-limit",
    reason: `this run has used its ${modes.callsPerRun} calls of the tool`,
    decidedBy: { kind: "limit", id: "callsPerRun" },
  });
}

/** What was asked for or is usual, no shorter than 1 ms and no longer than the limit. Absent where nothing says. */
export function timeoutOf({ reading, modes }: Call): number | undefined {
  const wanted = reading.timeoutMs ?? modes.defaultTimeoutMs ?? modes.maxTimeoutMs ?? undefined;
  if (wanted === undefined) return undefined;
  return Math.max(1, Math.min(wanted, modes.maxTimeoutMs ?? wanted));
}

/** Stage 4 before any rule: an enforced `off`, and the kill switch. */
export function prohibition({
  modes,
  policy,
  reading,
}: Pick<Call, "modes" | "policy"> & { readonly reading: { readonly tool: ToolFacts } }): Answer | null {
  if (modes.enforcedOff !== null) {
    return deny({
      stage: 4,
      code: "enforced-off",
      reason: `\`${reading.tool.id}\` is switched off for all`,
      decidedBy: { kind: "layer", id: modes.enforcedOff },
    });
  }
  if (policy.level !== "L3") return null;
  return deny({
    stage: 4,
    code: "level-stop",
    reason: "everything is stopped",
    decidedBy: { kind: "level", id: "L3" },
  });
}

/** Stage 5. */
export function modeOff({
  modes,
  reading,
}: Pick<Call, "modes"> & { readonly reading: { readonly tool: ToolFacts } }): readonly Answer[] {
  if (modes.mode !== "off" || modes.source === null) return SILENT;
  return [
    deny({
      stage: 5,
      code: "mode-off",
      reason: `\`${reading.tool.id}\` is switched off`,
      decidedBy: { kind: "layer", id: modes.source },
    }),
  ];
}

/** Stage 7 for the working directory of a command. That there is none is the reader's finding. */
export function workingDirectory(call: Call): readonly Answer[] {
  const { cwd, tool } = call.reading;
  if (tool.profile !== "command" || cwd === null) return SILENT;
  const held = heldByGrants(call.grants, { path: cwd, act: null, recursive: false, foldCase: false });
  return grantAnswers(call, held, { subject: cwd, act: null });
}

/** Stage 8 for findings about the call as a whole. */
export function callFindings({ reading }: Call): readonly Answer[] {
  const acts = reading.tool.origin !== "mcp" && PERSON_ACTS.has(reading.tool.id);
  if (!acts && reading.findings.length === 0) return SILENT;
  const answers = reading.findings.filter((found) => found.gates).map((found) => gate(8, found));
  const said = [reading, ...reading.parts].some(({ findings }) => findings.some(({ code }) => code === "person-act"));
  return acts && !said ? [...answers, gate(8, finding("person-act"))] : answers;
}

/** Stage 9: what asks whatever allowed. */
export function floor({ modes, reading }: Call, parts: readonly PartJudgement[]): readonly Answer[] {
  const place = modes.enforcedAsk;
  if (place === null && parts.every(({ floors }) => floors.length === 0)) return SILENT;
  const answers: Answer[] =
    place === null
      ? []
      : [
          ask({
            stage: 9,
            code: "enforced-ask",
            reason: `every use of \`${reading.tool.id}\` is asked about`,
            decidedBy: { kind: "layer", id: place },
          }),
        ];
  const rule = strongest(parts.flatMap(({ floors }) => floors));
  if (rule !== null)
    answers.push(
      ask({
        stage: 9,
        code: "rule-ask",
        reason: `the managed rule ${ruleText(rule)} asks about this`,
        decidedBy: byRule(rule),
      }),
    );
  return answers;
}

/** No arguments could make the tool run. A server that one can sign in to stays in sight. */
export function hiddenBy(
  call: Pick<Call, "modes" | "policy" | "now"> & { readonly reading: { readonly tool: ToolFacts } },
): Answer | null {
  const { tool } = call.reading;
  const fault =
    tool.state === "server-disabled" || tool.state === "bad-descriptor" ? descriptorFault(call as Call) : null;
  return fault ?? prohibition(call) ?? wholeDeny(call) ?? modeOff(call)[0] ?? null;
}

function wholeDeny({
  policy,
  now,
  reading,
}: Pick<Call, "policy" | "now"> & { readonly reading: { readonly tool: ToolFacts } }): Answer | null {
  const rules = wholeRules(policy.index, reading.tool.id);
  if (rules.length === 0) return null;
  const rule = strongest(
    rules
      .filter(({ rule }) => rule.decision === "deny" && rule.finding === undefined)
      .filter((rule) => !isExpired(rule, now)),
  );
  return (
    rule &&
    deny({ stage: 4, code: "rule-deny", reason: `the rule ${ruleText(rule)} denies this`, decidedBy: byRule(rule) })
  );
}
