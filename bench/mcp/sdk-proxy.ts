/** What most gates are: the SDK's client and server back to back, each message read, checked and written anew. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  SetLevelRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

const info = { name: "proxy", version: "1" };
const client = new Client(info);
await client.connect(new StdioClientTransport({ command: process.execPath, args: process.argv.slice(2) }));
const server = new Server(info, { capabilities: { tools: {}, logging: {} } });
server.setRequestHandler(ListToolsRequestSchema, ({ params }) => client.listTools(params));
server.setRequestHandler(CallToolRequestSchema, ({ params }) => client.callTool(params));
server.setRequestHandler(SetLevelRequestSchema, ({ params }) => client.setLoggingLevel(params.level));
await server.connect(new StdioServerTransport());
