import { parse } from "unbash";
import { finding } from "../../core/finding-table.ts";
import type { ToolFacts } from "../../core/reading.ts";
import type { Call } from "../call.ts";
import { blankPart, type CallFacts, firstString, type ToolProfile } from "../profiles.ts";
import type { World } from "../world.ts";
import { literal } from "./arg.ts";
import { readArguments } from "./arguments.ts";
import { lineFault, MAX_LINE, readable } from "./check.ts";
import { absolute } from "./guard.ts";
import { type Line, unreadable } from "./line.ts";
import { readCommandPattern } from "./pattern.ts";
import { plainPowershell } from "./powershell.ts";
import { NO_STDIN } from "./redirect.ts";
import { newScope } from "./scope.ts";
import { checkSecrets, newSecrets } from "./secrets.ts";
import { readArgv } from "./unwrap.ts";
import { type At, walkScript } from "./walk.ts";

/** The profile of tools that take a command: `shell`, and what agents call it. */
export const commandProfile: ToolProfile = {
  profile: "command",
  readPattern: readCommandPattern,
  readCall: readCommandCall,
};

function readCommandCall(call: Call, tool: ToolFacts, world: World): CallFacts {
  const given = readArguments(call.args);
  if (!given.ok) {
    const part = { ...blankPart(`${tool.id} ${firstString(call.args)}`.trimEnd()), class: tool.class };
    return { parts: [part], findings: [], argFault: { path: given.path, message: given.message } };
  }
  const { cwd: asked, timeoutMs } = given;
  const cwd = asked === undefined ? call.cwd : absolute(asked, call.cwd);
  const line = newLine(call, world);
  if (cwd === null) line.findings.push(finding("no-cwd", "there is no working directory"));
  const at: At = {
    line,
    scope: newScope(cwd),
    source: "",
    stdin: NO_STDIN,
    away: false,
    shell: "command" in given ? world.shell : "argv",
  };
  if ("command" in given) readLine(given.command, at);
  else readArgv(wordsOf([given.program, ...given.args], line).map(literal), at);
  checkSecrets(line);
  if (line.parts.length === 0)
    line.parts.push({
      ...blankPart("command" in given ? given.command : given.program),
      class: line.findings.length > 0 ? "unknown" : "read",
      pathsOnly: line.findings.length === 0,
    });
  return { parts: line.parts, findings: line.findings, cwd, ...(timeoutMs !== undefined && { timeoutMs }) };
}

function newLine(call: Call, world: World): Line {
  return {
    call,
    world,
    parts: [],
    findings: [],
    depth: 0,
    rounds: 32,
    room: MAX_LINE,
    looks: 4_000,
    budget: { left: 20_000 },
    entries: { left: 20_000 },
    pieces: new Map(),
    moves: 64,
    made: new Set(),
    declared: { arrays: new Set(), texts: new Set() },
    linksBelow: new Map(),
    hidden: 3 * MAX_LINE,
    inShadow: false,
    uses: new Map(),
    links: [],
    secrets: newSecrets(),
    named: new Map(),
  };
}

/** As many of the words as a line could hold. */
function wordsOf(words: readonly string[], line: Line): readonly string[] {
  let length = 0;
  const end = words.findIndex((word) => (length += word.length + 1) > MAX_LINE);
  if (end < 0) return words;
  unreadable(line, `is longer than ${MAX_LINE} characters`);
  return words.slice(0, Math.max(end, 1));
}

function readLine(command: string, at: At): void {
  const { line } = at;
  const fault = lineFault(command);
  if (fault !== null) unreadable(line, fault);
  const known = fault === null ? command : readable(command);
  const plain = at.shell === "powershell" ? plainPowershell(known) : { text: known, own: null };
  if (plain === null || at.shell === "cmd") return unreadable(line, `is for ${at.shell}, which is not read`);
  const { text, own } = plain;
  if (own !== null) unreadable(line, `uses \`${own}\` of PowerShell, which is not read`);
  try {
    walkScript(parse(text), { ...at, ...(at.shell === "powershell" && { shell: "bash" }), source: text });
  } catch (error) {
    // Whatever goes wrong while reading, the verdict is "ask a person".
    unreadable(line, error instanceof RangeError ? "is nested too deeply to be read" : "cannot be read");
  }
}
