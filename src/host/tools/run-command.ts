import { spawn, type ChildProcessByStdio } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import type { Readable } from "node:stream";
import { CALL_MARK, endGroup, endMarked, newMark } from "./end-marked.ts";

export interface CommandRun {
  /** A command line for the shell, or a program and its arguments without one. */
  readonly command?: string;
  /** Absolute; no PATH is searched. */
  readonly file?: string;
  readonly args?: readonly string[];
  /** The shell of the world that the call was read in, absolute. */
  readonly shell: string;
  readonly cwd: string;
  /** The run that its processes belong to. */
  readonly run?: string;
  /** What it was claimed by. */
  readonly approval?: string;
  /** From `runnerEnv`; nothing is added to it but the mark of the call. */
  readonly env: Readonly<Record<string, string>>;
  /** ms */
  readonly timeoutMs: number;
  /** Characters that are kept: the first half and the last. */
  readonly outputLimit: number;
  readonly signal: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

export interface CommandOutcome {
  readonly end: "exit" | "timeout" | "stopped" | "failed";
  /** Null where a signal ended it or it never started. */
  readonly exitCode: number | null;
  /** Standard output and errors, as they came. */
  readonly output: string;
  /** Characters left out of the middle. */
  readonly cut: number;
}

/** Between a polite and a hard end, and for what children still write after their parent ended; ms. */
const GRACE = 2_000;
const DRAIN = 500;

/** Runs one command in a process group of its own, and ends that group when it is stopped or takes too long. */
export async function runCommand(run: CommandRun): Promise<CommandOutcome> {
  if (run.signal.aborted) return { end: "stopped", exitCode: null, output: "", cut: 0 };
  const kept = keepOutput(run.outputLimit, run.onOutput);
  const mark = newMark(run.run, run.approval);
  const child = start(run, mark);
  const decoders = [child.stdout, child.stderr].map((stream) => collect(stream, kept.add));
  return new Promise((resolve) => {
    let end: CommandOutcome["end"] = "exit";
    const stop = (why: "timeout" | "stopped") => (): void => {
      end = why;
      endAll(child, mark);
    };
    const onAbort = stop("stopped");
    const timer = setTimeout(stop("timeout"), run.timeoutMs);
    run.signal.addEventListener("abort", onAbort, { once: true });
    const settle = (exitCode: number | null): void => {
      clearTimeout(timer);
      run.signal.removeEventListener("abort", onAbort);
      for (const flush of decoders) flush();
      resolve({ end, exitCode, ...kept.take() });
    };
    child.once("error", (error) => {
      end = "failed";
      kept.add(`${error.message}\n`);
      settle(null);
    });
    child.once("exit", (code) => {
      // A child in the background may hold the pipes open for ever; it belongs to the group and ends with it.
      const drained = setTimeout(() => {
        endGroup(child.pid, "SIGKILL");
        child.stdout.destroy();
        child.stderr.destroy();
      }, DRAIN);
      child.once("close", () => {
        clearTimeout(drained);
        endGroup(child.pid, "SIGKILL");
        settle(code);
      });
    });
  });
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function start(run: CommandRun, mark: string): Child {
  const options = {
    cwd: run.cwd,
    env: { ...run.env, [CALL_MARK]: mark },
    detached: process.platform !== "win32",
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"],
  };
  if (run.command === undefined) return spawn(run.file ?? "", [...(run.args ?? [])], options);
  return spawn(run.shell, [...shellFlags(run.shell), run.command], options);
}

/** No start files, no aliases: what the line says is what runs. */
function shellFlags(shell: string): readonly string[] {
  const name = (shell.split(/[/\\]/).at(-1) ?? "").toLowerCase().replace(/\.exe$/, "");
  if (name === "bash") return ["--noprofile", "--norc", "-c"];
  if (name === "zsh") return ["-f", "-c"];
  if (name === "cmd") return ["/d", "/s", "/c"];
  if (name === "powershell" || name === "pwsh") return ["-NoProfile", "-NonInteractive", "-Command"];
  return ["-c"];
}

/** Streams are bytes: a character may be cut between two pieces. */
function collect(stream: Readable, add: (text: string) => void): () => void {
  const decoder = new StringDecoder("utf8");
  stream.on("data", (bytes: Buffer) => add(decoder.write(bytes)));
  return () => add(decoder.end());
}

function endAll(child: Child, mark: string): void {
  const send = (signal: NodeJS.Signals): void => {
    endGroup(child.pid, signal);
    endMarked(mark, signal);
  };
  send("SIGTERM");
  setTimeout(() => send("SIGKILL"), GRACE).unref();
}

/** Characters of a line that was cut that are left out with the rest of it. */
const LONGEST_PIECE = 2_048;

/** Half of a line may be half of a token, which nothing tells from other text. */
function wholeLines(text: string, which: "first" | "last" = "first"): string {
  const end = which === "first" ? text.lastIndexOf("\n") : text.indexOf("\n") + 1;
  const piece = which === "first" ? text.length - end : end;
  if (end <= 0 || piece > LONGEST_PIECE || piece === text.length) return text;
  return which === "first" ? text.slice(0, end) : text.slice(end);
}

interface Kept {
  readonly add: (text: string) => void;
  readonly take: () => { readonly output: string; readonly cut: number };
}

/** The first half of the limit and the last: what a command begins with and how it ended. */
function keepOutput(limit: number, onOutput: ((text: string) => void) | undefined): Kept {
  const half = Math.floor(limit / 2);
  let head = "";
  let tail = "";
  let cut = 0;
  const add = (text: string): void => {
    if (text === "") return;
    onOutput?.(text);
    const room = half - head.length;
    head += text.slice(0, Math.max(0, room));
    tail += text.slice(Math.max(0, room));
    if (tail.length <= half * 2) return;
    cut += tail.length - half;
    tail = tail.slice(-half);
  };
  const take = (): { output: string; cut: number } => {
    const over = Math.max(0, tail.length - half);
    if (cut + over === 0) return { output: head + tail, cut: 0 };
    const [first, last] = [wholeLines(head), wholeLines(tail.slice(over), "last")];
    const all = cut + head.length - first.length + tail.length - last.length;
    return { output: `${first}\n(${all} characters left out)\n${last}`, cut: all };
  };
  return { add, take };
}
