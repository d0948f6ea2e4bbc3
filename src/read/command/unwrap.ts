import { parse } from "unbash";
import type { Arg } from "./arg.ts";
import { showArg } from "./behind.ts";
import { lineFault, readable } from "./check.ts";
import { finding } from "../../core/finding-table.ts";
import { addFinding, newDraft, unreadable } from "./line.ts";
import { startArgs } from "./start.ts";
import { type At, deeper, type Output, SILENT, walkScript } from "./walk.ts";

/** Commands inside of commands: words that are a command, and texts that are a line. */

/** Programs that start the command somewhere else: its paths and programs are not those of this machine. */
const AWAY: ReadonlySet<string> = new Set(
  "ssh mosh docker podman nerdctl kubectl oc lxc incus vagrant multipass adb flatpak distrobox toolbox machinectl nsenter docker-compose podman-compose".split(
    " ",
  ),
);

export function isAway(program: string | null): boolean {
  return program !== null && AWAY.has(program);
}

/** The words of a command that no shell looks at. */
export function readArgv(args: readonly Arg[], at: At): Output {
  return deeper(at.line, () => startArgs(args, at, newDraft(args.map(quoted).join(" ")), false));
}

/** A text that a shell runs. */
export function readText(arg: Arg, at: At): void {
  if (arg.network) addFinding(at.line, finding("network-to-shell", "it runs whatever the network sends"));
  if (arg.kind !== "literal") showArg({ at }, arg);
  if (arg.kind !== "literal") return unreadable(at.line, `runs a text that is not fixed (\`${arg.text}\`)`);
  readScript(arg.text, at);
}

export function readScript(text: string, at: At): Output {
  const fault = lineFault(text);
  if (fault !== null) unreadable(at.line, `runs a text that ${fault}`);
  const source = fault === null ? text : readable(text);
  return deeper(at.line, () => {
    try {
      return walkScript(parse(source), { ...at, source });
    } catch {
      // The verdict of a parser that gives up is "ask a person".
      unreadable(at.line, "is nested too deeply to be read");
      return SILENT;
    }
  });
}

/** As a person would write it, so that it can be shown. */
function quoted(arg: Arg): string {
  if (arg.kind !== "literal" || /^[\w@%+=:,./-]+$/.test(arg.text)) return arg.text;
  return `'${arg.text.replaceAll("'", "'\\''")}'`;
}
