import { z } from "zod";
import { apiError } from "../../wire/answers.ts";
import type { Access } from "../auth/require-auth.ts";
import type { Route } from "./route.ts";

/**
 * The HTTP API as an OpenAPI 3.1 document, made from the route table and the schemas that requests are checked by; JSON
 * Schema 2020-12 is its own dialect. Source: host.md, "HTTP API"; OpenAPI 3.1.1.
 */
export function openApi(routes: readonly Route[], version: string): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.1",
    info: { title: "Assent", version, description: "Decides whether an AI agent's tool call runs." },
    paths,
    components: {
      schemas: { Error: schemaOf(apiError, "output") },
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "session",
          description: "A person, in a browser or on a device.",
        },
        csrf: {
          type: "apiKey",
          in: "header",
          name: "X-CSRF-Token",
          description: "Beside the session, to change something.",
        },
        token: { type: "http", scheme: "bearer", description: "An agent, which can only propose calls." },
      },
    },
  };
}

function operationOf(route: Route): unknown {
  const { method, path, body, query } = route;
  return {
    operationId: `${method.toLowerCase()}${path.replace(/^\/api/, "").replace(/\/:?(\w)|[.-](\w)/g, upper)}`,
    description: sayAccess(route.access),
    parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query))],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } } }),
    responses: {
      "2XX": { description: "done", ...answerContent(route) },
      default: {
        description: "refused; `code` stands in docs/errors.md",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
    security: securityOf(route.access, method),
  };
}

function answerContent({ answer }: Route): object {
  if (answer === null) return {}; // a stream or a file
  return { content: { "application/json": { schema: answer === undefined ? {} : schemaOf(answer, "output") } } };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): unknown {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function pathParameters(path: string): readonly unknown[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryParameters(query: z.ZodType): readonly unknown[] {
  const { properties = {}, required = [] } = schemaOf(query, "input") as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

function sayAccess(access: Access): string {
  if (access.kind === "open") return `Without a credential: ${access.reason}.`;
  if (access.kind === "person") return `A person: ${access.role}.`;
  return access.kind === "either" ? "A person or an agent." : "An agent.";
}

function securityOf(access: Access, method: Route["method"]): readonly unknown[] {
  const person = method === "GET" ? { session: [] } : { session: [], csrf: [] };
  if (access.kind === "open") return [];
  if (access.kind === "person") return [person];
  return access.kind === "agent" ? [{ token: [] }] : [person, { token: [] }];
}

function upper(_match: string, ...letters: readonly string[]): string {
  return (letters[0] ?? letters[1] ?? "").toUpperCase();
}
