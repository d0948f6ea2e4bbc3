import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

import { commandAnywhere, seeDoctor, typed } from "./command-name.ts";
import { makeDataDir } from "./data-dir.ts";
import { CliError, EXIT, print, UsageError } from "./output.ts";
import { packageRoot, version } from "./version.ts";

export interface StartOptions {
  readonly port?: string;
  readonly open: boolean;
  readonly recover?: true;
}

/** `assent`: the host in this terminal until it is stopped; a second one joins the first and ends. */
export async function start(options: StartOptions): Promise<void> {
  const dir = makeDataDir();
  enableCompileCache(join(dir, "cache"));
  const [{ startHost }, { ADAPTERS }] = await Promise.all([import("../host/start.ts"), import("./adapters.ts")]);
  const web = join(packageRoot(), "dist/web");
  const host = await startHost({
    dataDir: dir,
    ...(options.port === undefined ? {} : { port: toPort(options.port) }),
    adapters: ADAPTERS,
    command: commandAnywhere(),
    startedIn: process.cwd(),
    webDir: existsSync(web) ? web : null,
    version: version(),
    ...(options.recover ? { recover: true } : {}),
    onSuperseded: () => {
      process.stderr.write("another host has taken this data directory: this one has ended\n");
      process.exit(EXIT.failure);
    },
    onDefect: (error) =>
      process.stderr.write(`defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
  }).catch((error: unknown) => {
    throw new CliError(`the host cannot start: ${(error as Error).message}`, seeDoctor());
  });
  print(`${host.joined ? "assent runs already at" : "assent listens on"} ${host.url}`);
  if (host.loginLink === null) print("log in there with a session you have, or make a link in Settings");
  else print(`log in once:  ${host.loginLink}`);
  if (options.open && process.stdout.isTTY) openBrowser(host.loginLink ?? host.url);
  if (host.joined) return;
  print("stop with Ctrl-C; approvals that wait stay waiting");
  const stop = (): void => void host.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`\`${text}\` is not a port`, typed("--port 4747"));
}

/** Where there is no browser the printed link is enough. */
function openBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(program as string, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};
