/** Arguments of a tool that takes a command. Source: host.md, "shell". */
export type CommandArguments =
  | ({ readonly ok: true; readonly command: string } & Common)
  | ({ readonly ok: true; readonly program: string; readonly args: readonly string[] } & Common)
  | { readonly ok: false; readonly path: string; readonly message: string };

interface Common {
  /** As given; relative to the directory of the call. */
  readonly cwd?: string;
  readonly timeoutMs?: number;
}

export function readArguments(args: unknown): CommandArguments {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return fault("$", "must be an object");
  const { command, program, args: words, cwd, timeoutMs } = args as Record<string, unknown>;
  if (cwd !== undefined && (typeof cwd !== "string" || cwd === "")) return fault("$.cwd", "must be a directory");
  if (timeoutMs !== undefined && !isDuration(timeoutMs))
    return fault("$.timeoutMs", "must be a positive number of milliseconds");
  const common = { ...(cwd !== undefined && { cwd }), ...(timeoutMs !== undefined && { timeoutMs }) } as Common;
  if (command !== undefined && program !== undefined) return fault("$.program", "cannot stand beside `command`");
  if (program !== undefined) return readProgramCall(program, words, common);
  if (typeof command !== "string") return fault("$.command", "must be text");
  if (command.trim() === "") return fault("$.command", "must not be empty");
  return { ok: true, command, ...common };
}

function readProgramCall(program: unknown, words: unknown, common: Common): CommandArguments {
  if (typeof program !== "string" || program === "") return fault("$.program", "must be the name of a program");
  const list: unknown = words ?? [];
  if (!Array.isArray(list)) return fault("$.args", "must be a list of texts");
  const odd = list.findIndex((word) => typeof word !== "string");
  if (odd >= 0) return fault(`$.args[${odd}]`, "must be text");
  return { ok: true, program, args: list as string[], ...common };
}

function isDuration(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value > 0;
}

function fault(path: string, message: string): CommandArguments {
  return { ok: false, path, message };
}
