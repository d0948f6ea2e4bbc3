import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";

import { createForwarder } from "../adapters/mcp/forwarder.ts";
import { DECIDES_WHAT_RUNS } from "../host/mcp/entry.ts";
import type { GateBody } from "../wire/mcp.ts";
import { typed } from "./command-name.ts";
import { makeDataDir } from "./data-dir.ts";
import { connectHost } from "./gate-host.ts";
import { CliError, UsageError } from "./output.ts";

export interface McpOptions {
  readonly name?: string;
  readonly project?: string;
  readonly waitMs: string;
}

/**
 * `assent mcp -- COMMAND…`: starts the server and stands between it and the client that started this process. Standard
 * output belongs to the protocol; what a person should read goes to standard error. Ends with the server's exit code.
 */
export async function mcp(words: readonly string[], options: McpOptions): Promise<void> {
  const dir = makeDataDir();
  enableCompileCache(join(dir, "cache"));
  const gate = gateOf(words, options);
  const waitMs = toWaitMs(options.waitMs);
  const server = await startServer(gate);
  const host = connectHost({
    dataDir: dir,
    gate,
    waitMs,
    onChange: () => forwarder.policyChanged(),
  });
  const forwarder = createForwarder({
    host,
    toClient: (bytes) => write(process.stdout, bytes, server.stdout),
    toServer: (bytes) => write(server.stdin, bytes, process.stdin),
    newId: randomUUID,
    every,
    log,
    onBroken: () => void server.kill("SIGTERM"),
  });
  const outputs = [process.stdout, server.stdin];
  server.stdout.on("data", (chunk: Buffer) => together(outputs, () => forwarder.fromServer(chunk)));
  process.stdin.on("data", (chunk: Buffer) => together(outputs, () => forwarder.fromClient(chunk)));
  process.stdin.once("end", () => {
    forwarder.clientEnded();
    endServer(server);
  });
  process.stdout.on("error", () => endServer(server)); // the client is gone
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => endServer(server));
  const code = await endOf(server);
  await forwarder.serverEnded();
  await Promise.all([host.end(), flushed(process.stdout)]);
  process.exit(code);
}

function gateOf([command = "", ...args]: readonly string[], { name, project }: McpOptions): GateBody {
  const cwd = process.cwd();
  return {
    session: randomUUID(),
    entry: {
      command,
      args,
      env: Object.keys(process.env)
        .filter((key) => DECIDES_WHAT_RUNS.test(key))
        .sort(),
      cwd,
    },
    name: name === undefined ? null : toName(name),
    project: project === undefined ? null : toFolder(project),
  };
}

function toName(name: string): string {
  if (name !== "" && name.length <= 64) return name;
  throw new UsageError(`\`${name}\` cannot be the name of a server`, "it has 1 to 64 characters");
}

/** Policy of a folder that is not there would be that of none. */
function toFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return resolve(path);
  throw new UsageError(`there is no folder \`${path}\``, typed("mcp --project DIR -- COMMAND"));
}

type ServerProcess = ChildProcessByStdio<Writable, Readable, null>;

/** Rejects where the program cannot be started. */
function startServer({ entry }: GateBody): Promise<ServerProcess> {
  const server = spawn(entry.command, [...entry.args], { stdio: ["pipe", "pipe", "inherit"] });
  server.stdin.on("error", () => undefined); // it has closed its input: its end is seen by its exit
  return new Promise((resolved, reject) => {
    server.once("spawn", () => resolved(server));
    server.once("error", ({ message }) =>
      reject(
        new CliError(
          `\`${entry.command}\` cannot be started: ${message}`,
          `the command stands after \`${typed("mcp --")}\``,
        ),
      ),
    );
  });
}

/** A side that does not read makes the other one wait, not this process grow. */
function write(to: Writable, bytes: Buffer, from: Readable): void {
  if (!to.writable || to.write(bytes) || from.isPaused()) return;
  from.pause();
  to.once("drain", () => from.resume());
}

/** Lines that came in one piece go on in one. */
function together(outputs: readonly Writable[], work: () => void): void {
  for (const output of outputs) output.cork();
  work();
  for (const output of outputs) output.uncork();
}

/** An exit drops what was not read yet; who reads nothing any more is not waited for. */
function flushed(output: Writable): Promise<void> {
  return new Promise((resolved) => {
    setTimeout(resolved, END_LIMIT);
    output.once("close", resolved).end(resolved);
  });
}

/** How long a server may take to end after its input has, and then after it was asked to, ms. */
const END_LIMIT = 3_000;

function endServer(server: ServerProcess): void {
  server.stdin.end();
  setTimeout(() => server.kill("SIGTERM"), END_LIMIT).unref();
  setTimeout(() => server.kill("SIGKILL"), 2 * END_LIMIT).unref();
}

function endOf(server: ServerProcess): Promise<number> {
  return new Promise((resolved) => server.once("close", (code) => resolved(code ?? 1)));
}

function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms);
  return () => clearInterval(timer);
}

function log(message: string): void {
  process.stderr.write(`assent: ${message}\n`);
}

function toWaitMs(text: string): number {
  const ms = Number(text);
  if (Number.isInteger(ms) && ms >= 0 && ms <= 3_600_000) return ms;
  throw new UsageError(`\`${text}\` is not a time in ms`, typed("mcp --wait-ms 50000 -- COMMAND"));
}
