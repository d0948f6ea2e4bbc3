import { readAgentToken } from "../host/auth/agent-token.ts";
import { isRunning, readRuntime } from "../host/http/runtime.ts";
import type { ApiError } from "../wire/error.ts";
import type { TerminalAnswer, TerminalBody } from "../wire/terminal.ts";
import { dataDir } from "./data-dir.ts";
import { CliError, EXIT, print } from "./output.ts";

/** Asks the running host to do something that a person confirms in a logged-in session, and waits for that. */
export async function askTerminal(command: TerminalBody["command"]): Promise<void> {
  const dir = dataDir();
  const runtime = readRuntime(dir);
  const credential = readAgentToken(dir, "terminal");
  if (runtime === null || credential === null || !(await isRunning(runtime))) {
    throw new CliError("no host is running", "start it with `assent`, and try again in another terminal");
  }
  const url = `http://127.0.0.1:${runtime.port}`;
  if (command.do !== "stop") process.stderr.write(`waits for a person: confirm it in the inbox, ${url}/inbox\n`);
  const response = await fetch(`${url}/api/terminal`, {
    method: "POST",
    headers: { authorization: `Bearer ${credential.token}`, "content-type": "application/json" },
    body: JSON.stringify({ cwd: process.cwd(), command } satisfies TerminalBody),
  });
  const body = (await response.json()) as TerminalAnswer | ApiError;
  if (!response.ok || "code" in body) throw new CliError("message" in body ? body.message : `the host answered ${response.status}`);
  if (body.state === "done") return print(body.text);
  if (body.state === "pending") print(`approval ${body.approval} waits in the inbox`);
  else print(`refused: ${body.text}`);
  process.exitCode = body.state === "pending" ? EXIT.ask : EXIT.deny;
}
