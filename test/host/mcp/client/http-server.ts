import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

/** A server on this machine that is reached by HTTP and wants a header; `/moved` leads to `to`. */
export interface HttpServer {
  readonly url: string;
  /** Headers of all requests that came. */
  readonly seen: IncomingMessage["headers"][];
  close(): Promise<void>;
}

export async function startHttpServer(key: string, to = ""): Promise<HttpServer> {
  const seen: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    if (request.url === "/moved") return void response.writeHead(307, { location: to }).end();
    if (request.headers["x-key"] !== key) return void response.writeHead(401).end();
    void serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const server = new McpServer({ name: "remote", version: "1" });
  server.registerTool("greet", { description: "says hello" }, () => ({ content: [{ type: "text", text: "hello" }] }));
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on("close", () => void transport.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}
