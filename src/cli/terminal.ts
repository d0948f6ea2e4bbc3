import { request } from "node:http";
import { json } from "node:stream/consumers";

import { visible } from "../core/explain.ts";
import { readAgentToken } from "../host/auth/agent-token.ts";
import { isRunning, readRuntime } from "../host/http/runtime.ts";
import { type ApiRequest, type Client, createClient } from "../wire/client.ts";
import type { ApiError } from "../wire/error.ts";
import type { TerminalAnswer, TerminalBody } from "../wire/terminal.ts";
import { typed } from "./command-name.ts";
import { dataDir } from "./data-dir.ts";
import { CliError, EXIT, print } from "./output.ts";

/** Asks the running host to do something that a person confirms in a logged-in session, and waits for that. */
export async function askTerminal(command: TerminalBody["command"]): Promise<void> {
  const { url, host } = await terminalHost();
  if (command.do !== "stop")
    process.stderr.write(`waits for a person: confirm it in the inbox, ${url}/inbox (Ctrl-C withdraws it)\n`);
  const answer = await host("POST /api/terminal", { body: { cwd: process.cwd(), command } });
  printAnswer(answer);
}

/** One line of what was done, or why not. */
export function printAnswer({ done, text }: TerminalAnswer): void {
  print(visible(done ? text : `refused: ${text}`));
  if (!done) process.exitCode = EXIT.deny;
}

/** The host that runs, as a terminal may talk to it. */
export async function terminalHost(): Promise<{ readonly url: string; readonly host: Client }> {
  const dir = dataDir();
  const runtime = readRuntime(dir);
  const credential = readAgentToken(dir, "terminal");
  if (runtime === null || credential === null || !(await isRunning(runtime))) {
    throw new CliError("no host is running", `start it with \`${typed("")}\`, and try again in another terminal`);
  }
  const url = `http://127.0.0.1:${runtime.port}`;
  return { url, host: createClient((asked) => send(url, credential.token, asked)) };
}

/** Waits as long as the person does; `fetch` would give up after five minutes. */
function send(url: string, token: string, { method, path, body }: ApiRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = request(url + path, { method, headers }, (response) => {
      json(response).then((answer) => {
        if (response.statusCode === 200) resolve(answer);
        else reject(new CliError((answer as ApiError).message));
      }, reject);
    });
    sent.on("error", () =>
      reject(
        new CliError("the host went away before anybody answered", `start it with \`${typed("")}\`, and try again`),
      ),
    );
    sent.end(JSON.stringify(body));
  });
}
