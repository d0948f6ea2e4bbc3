/**
 * A small MCP server that speaks both generations of the protocol by hand. Its tools' descriptions come from the file
 * named by its argument, so that a test can change them under way; SIGUSR1 tells of a change.
 */
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
      return whole({ tools: tools() });
    case "tools/call":
      return callTool(params, whole);
    case "subscriptions/listen":
      return null;
    default:
      return whole({});
  }
}

function callTool({ name, arguments: args, inputResponses }: any, whole: (result: object) => object): object | null {
  if (name === "slow") return (appendFileSync(log, "slow\n"), null);
  if (name === "question" && inputResponses === undefined) {
    const requestedSchema = { type: "object", properties: { colour: { type: "string" } } };
    const params = { mode: "form", message: "which colour?", requestedSchema };
    const inputRequests = { q: { method: "elicitation/create", params } };
    return { resultType: "input_required", inputRequests, requestState: "state-of-the-server" };
  }
  appendFileSync(log, `${name} ${args?.text ?? ""}\n`);
  return whole(text(`${name} ${args?.text ?? ""} ${JSON.stringify(inputResponses ?? null)}`));
}

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
  if (result !== null) say({ id: request.id, result });
});
