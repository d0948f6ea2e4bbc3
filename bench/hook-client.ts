import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { join } from "node:path";

/** Sends events as Claude Code's HTTP hook does, on one connection; resolves with what the host answers. */
export function hookClient(host: {
  readonly url: string;
  readonly dataDir: string;
}): (event: string) => Promise<string> {
  const token = readFileSync(join(host.dataDir, "agents/claude-code.token"), "utf8").split("\n")[0] as string;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (event) =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(event),
      };
      const options = { method: "POST", agent, headers };
      const sent = request(`${host.url}/api/hooks/claude-code`, options, (response) => {
        text(response).then(resolve, reject);
      });
      sent.on("error", reject);
      sent.end(event);
    });
}
