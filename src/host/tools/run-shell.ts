import type { Reading } from "../../core/reading.ts";
import type { Call } from "../../read/call.ts";
import { readArguments } from "../../read/command/arguments.ts";
import { pathUse } from "../../read/path/path-use.ts";
import { read } from "../../read/read.ts";
import type { World } from "../../read/world.ts";
import { holdDirectory } from "./held-directory.ts";
import { runCommand, type CommandOutcome, type CommandRun } from "./run-command.ts";
import { placesOf, toLine, type Wrapped } from "./sandbox.ts";
import type { ToolContext, ToolResult } from "./tool-context.ts";
import { ToolFault } from "./tool-fault.ts";

/** ms; where neither the call nor policy says. */
const DEFAULT_TIMEOUT = 120_000;

/** `shell`: runs what was read, where it was read, with the environment that it was read in. */
export async function runShell(call: Call, reading: Reading, context: ToolContext): Promise<ToolResult> {
  checkPinned(call, reading, context);
  const given = readArguments(call.args);
  if (!given.ok) throw new ToolFault("EINVALID", `${given.path} ${given.message}`);
  const cwd = workingDirectory(given.cwd ?? ".", call, context);
  const held = holdDirectory(cwd, context.roots);
  let wrapped: Wrapped | null = null;
  try {
    const shell = shellOf(context);
    const program = programOf(given, cwd, { reading, world: context.world });
    if (context.sandbox !== undefined) wrapped = await inSandbox(program, { call, reading, context, shell });
    const run = {
      ...(wrapped === null ? program : { command: wrapped.line }),
      shell,
      cwd: process.platform === "linux" ? `/proc/self/fd/${held.fd}` : cwd,
    };
    return toResult(await runCommand({ ...run, ...limitsOf(context) }));
  } finally {
    held.close();
    wrapped?.ended();
  }
}

/**
 * A name on a line is looked up again by the shell, so a program or file that changed since the line was read must be
 * seen here. What changes after this moment is the shell's to race with: see "what it does not protect against".
 */
function checkPinned(call: Call, reading: Reading, { world }: ToolContext): void {
  const seen = (of: Reading): string =>
    JSON.stringify(
      of.parts.map((part) => [
        part.text,
        part.file,
        part.paths.map(({ canonical, protected: guard }) => [canonical, guard]),
      ]),
    );
  if (seen(reading) === seen(read(call, world))) return;
  throw new ToolFault("ECHANGED", "a program or a file of this command is no longer the one that was read");
}

function workingDirectory(asked: string, { cwd }: Call, { world }: ToolContext): string {
  const { canonical } = pathUse(asked, "read", { cwd, world });
  if (canonical === null) throw new ToolFault("EPOLICY", "there is no working directory");
  return canonical;
}

type Given = Extract<ReturnType<typeof readArguments>, { readonly ok: true }>;

/**
 * INVARIANT: a program that was read by itself runs as the file that was read. It is called by the name under which it
 * was found, since some (a venv's python, busybox) are another program by another name.
 */
function programOf(given: Given, cwd: string, { reading, world }: Read): Pick<CommandRun, "command" | "file" | "args"> {
  if ("command" in given) return { command: given.command };
  const { program, args } = given;
  const found = program.includes("/") ? pathUse(program, "read", { cwd, world }).spelling : world.which(program);
  const file = found === null ? null : world.realpath(found);
  if (found === null || file === null) throw new ToolFault("ENOTFOUND", `\`${program}\` is not found`);
  const read =
    reading.parts.length === 1 && reading.parts[0]?.program === baseName(program) ? reading.parts[0].file : undefined;
  if (read !== undefined && read !== file)
    throw new ToolFault("ECHANGED", `\`${program}\` is no longer the program that was read`);
  return { file: found, args };
}

interface ToWrap {
  readonly call: Call;
  readonly reading: Reading;
  readonly context: ToolContext;
  readonly shell: string;
}

/** INVARIANT: where the sandbox is on, what it cannot hold does not run. */
async function inSandbox(
  { command, file = "", args = [] }: ReturnType<typeof programOf>,
  { call, reading, context, shell }: ToWrap,
): Promise<Wrapped> {
  const { sandbox, world, writable = [] } = context;
  const missing = (await sandbox?.missing()) ?? null;
  if (sandbox === undefined || missing !== null)
    throw new ToolFault(
      "EFILE",
      `commands run in a sandbox here, and it cannot be used: ${missing ?? "there is none"}`,
    );
  const places = placesOf(call, reading, { world, writable });
  return sandbox.wrap(command ?? toLine([file, ...args]), { shell, ...places });
}

interface Read {
  readonly reading: Reading;
  readonly world: World;
}

function baseName(program: string): string {
  return (program.split(/[/\\]/).at(-1) ?? "").toLowerCase().replace(/\.exe$/, "");
}

function shellOf({ world }: ToolContext): string {
  const found = world.which(world.shell);
  if (found === null) throw new ToolFault("ENOTFOUND", `the shell \`${world.shell}\` is not found`);
  return found;
}

function limitsOf({
  world,
  signal,
  outputLimit,
  timeoutMs = DEFAULT_TIMEOUT,
  onOutput,
  chat,
  approval,
}: ToolContext): Pick<CommandRun, "env" | "signal" | "outputLimit" | "timeoutMs" | "onOutput" | "run" | "approval"> {
  const belongs = { ...(chat && { run: chat.root }), ...(approval !== undefined && { approval }) };
  return {
    env: world.env,
    signal,
    outputLimit,
    timeoutMs,
    ...belongs,
    ...(onOutput === undefined ? {} : { onOutput }),
  };
}

function toResult({ end, exitCode, output, cut }: CommandOutcome): ToolResult {
  switch (end) {
    case "exit":
      return { ok: true, output, cut, exitCode };
    case "timeout":
      return { ok: false, code: "ETIMEOUT", message: "the command took too long and was ended", output };
    case "stopped":
      return { ok: false, code: "ESTOPPED", message: "the command was stopped", output };
    case "failed":
      return { ok: false, code: "EFILE", message: "the command could not be started", output };
  }
}
