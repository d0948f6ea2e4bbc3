/**
 * A small MCP server that speaks both generations of the protocol by hand. Its tools' descriptions come from the file
 * named by its argument, so that a test can change them under way; SIGUSR1 tells of a change. What a tool does hangs on
 * its name. With FIXTURE_ENDLESS its list of tools never ends.
 */
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , file = "", log = ""] = process.argv;
const say = (message: object): void => void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (value: string) => ({ content: [{ type: "text", text: value }] });

function tools(): object[] {
  const described = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  return Object.entries(described).map(([name, description]) => ({
    name,
    description,
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
  }));
}

interface Request {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: any;
}

function answer({ method, params }: Request): object | null {
  const modern = params?._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
  const capabilities = { tools: { listChanged: true } };
  const cached = modern ? { ttlMs: 0, cacheScope: "public" } : {};
  const whole = (result: object): object => (modern ? { resultType: "complete", ...cached, ...result } : result);
  switch (method) {
    case "initialize":
      return { protocolVersion: "2025-11-25", capabilities, serverInfo: { name: "fixture", version: "1" } };
    case "server/discover":
      return whole({ supportedVersions: ["2026-07-28"], capabilities });
    case "tools/list":
      return whole({ tools: tools(), ...(process.env["FIXTURE_ENDLESS"] ? { nextCursor: "again" } : {}) });
    case "tools/call":
      return callTool(params, whole);
    case "subscriptions/listen":
      return null;
    default:
      return whole({});
  }
}

function callTool(params: any, whole: (result: object) => object): object | null {
  const { name, arguments: args, inputResponses, ...along } = params;
  if (name === "along") return (appendFileSync(log, `${JSON.stringify(along)}\n`), whole(text("")));
  if (name === "slow") return (appendFileSync(log, "slow\n"), null);
  if (name === "crash") {
    process.stderr.write("cannot go on\n");
    appendFileSync(log, "crash\n");
    process.exit(3);
  }
  if (name === "child") {
    const { pid } = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    return whole(text(`${pid}`));
  }
  const special = SPECIAL[name];
  if (special !== undefined) return whole(special);
  if (name === "question" && inputResponses === undefined) {
    const requestedSchema = { type: "object", properties: { colour: { type: "string" } } };
    const params = { mode: "form", message: "which colour?", requestedSchema };
    const inputRequests = { q: { method: "elicitation/create", params } };
    return { resultType: "input_required", inputRequests, requestState: "state-of-the-server" };
  }
  appendFileSync(log, `${name} ${args?.text ?? ""}\n`);
  return whole(text(`${name} ${args?.text ?? ""} ${JSON.stringify(inputResponses ?? null)}`));
}

/** A picture of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SPECIAL: Readonly<Record<string, object>> = {
  fails: { ...text("it did not work"), isError: true },
  picture: {
    content: [
      { type: "text", text: "look" },
      { type: "image", data: PNG, mimeType: "image/png" },
    ],
  },
  structured: { content: [], structuredContent: { answer: 42 } },
  long: text("x".repeat(200_000)),
  strange: { content: [{ type: "hologram", data: 7 }, ...text("look").content] },
  many: { content: Array.from({ length: 100_000 }, () => ({ type: "x" })) },
  hole: { content: [null, ...text("look").content] },
  task: { task: { taskId: "1", status: "working" } },
  pid: text(`${process.pid}`),
  environment: text(JSON.stringify(process.env)),
};

process.on("SIGUSR1", () => say({ method: "notifications/tools/list_changed" }));
process.stdin.on("end", () => process.exit(0));
createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line) as Request;
  if (request.id === undefined) return;
  if (request.method === "subscriptions/listen") {
    const _meta = { "io.modelcontextprotocol/subscriptionId": request.id };
    const params = { notifications: request.params.notifications, _meta };
    return say({ method: "notifications/subscriptions/acknowledged", params });
  }
  const result = answer(request);
  if (request.params?.name !== "steps") return result === null ? undefined : say({ id: request.id, result });
  tellSteps(request.params._meta?.progressToken);
  // Who follows the call sees its progress before its end.
  setTimeout(() => say({ id: request.id, result }), 500);
});

function tellSteps(progressToken: unknown): void {
  if (progressToken === undefined) return;
  for (const progress of [1, 2]) {
    const params = { progressToken, progress, total: 2, message: `step ${progress}` };
    say({ method: "notifications/progress", params });
  }
}
