import type { World } from "../../../read/world.ts";
import type { StdioEntry } from "../../../store/tables/own-servers.ts";
import { runnerEnv } from "../../tools/runner-env.ts";
import { heldFor } from "../../tools/sandbox-held.ts";
import { type CommandSandbox, hiddenIn, toLine } from "../../tools/sandbox.ts";
import type { Launch } from "./stdio.ts";

export interface LaunchDeps {
  readonly sandbox: CommandSandbox;
  readonly world: () => World;
}

/** What is started for an entry. INVARIANT: one that is to be held by the sandbox does not start without it: rejects. */
export async function launchOf(
  { file, args, cwd, env, sandboxed }: StdioEntry,
  secrets: Readonly<Record<string, string>>,
  { sandbox, world }: LaunchDeps,
): Promise<Launch> {
  const whole = { file, args, cwd, env: { ...plainEnv(), ...env, ...secrets } };
  if (!sandboxed) return whole;
  const missing = await sandbox.missing();
  if (missing !== null) throw new Error(`it runs in the sandbox, which cannot be used here: ${missing}`);
  const here = world();
  const shell = here.which("bash") ?? here.which("sh");
  if (shell === null) throw new Error("it runs in the sandbox, which needs a shell");
  // It may live for days: what is not there yet is not kept from coming up.
  const held = heldFor({ parts: [] }, { world: here, folders: [cwd], tops: [] });
  const places = { shell, write: [cwd], hide: hiddenIn(here), hold: held.hold, sweep: [] };
  const { line, ended } = await sandbox.wrap(toLine([file, ...args]), places);
  return { ...whole, file: shell, args: ["-c", line], ended };
}

/** What a program needs to run at all: the person's other variables hold secrets that are nothing to a server. */
const INHERITED =
  /^(?:HOME|LOGNAME|PATH|SHELL|TERM|USER|LANG|LC_\w+|TZ|TMPDIR|APPDATA|COMSPEC|HOMEDRIVE|HOMEPATH|LOCALAPPDATA|PATHEXT|PROCESSOR_ARCHITECTURE|PROGRAMDATA|PROGRAMFILES.*|SYSTEMDRIVE|SYSTEMROOT|TEMP|USERNAME|USERPROFILE|WINDIR)$/i;

function plainEnv(): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(runnerEnv(process.env)).filter(([name]) => INHERITED.test(name)));
}
