/** The least that an MCP server can be: one tool that says what it is told. */
import { createInterface } from "node:readline";

const echo = { name: "echo", inputSchema: { type: "object", properties: { text: { type: "string" } } } };

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly arguments: { readonly text: string } };
}

function answer({ method, params }: Request): object {
  if (method === "initialize") {
    const serverInfo = { name: "echo", version: "1" };
    return { protocolVersion: "2025-11-25", capabilities: { tools: { listChanged: true }, logging: {} }, serverInfo };
  }
  if (method === "tools/list") return { tools: [echo] };
  return method === "tools/call" ? { content: [{ type: "text", text: params.arguments.text }] } : {};
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line) as Request;
  if (request.id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, result: answer(request) })}\n`);
});
