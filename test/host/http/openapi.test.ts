import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API } from "../../../src/wire/api.ts";
import { createClient, requestOf } from "../../../src/wire/client.ts";
import { createApp } from "../../../src/host/http/app.ts";
import { defineRoute, json } from "../../../src/host/http/route.ts";
import { serve, type TestHost, type TestSession } from "./serve.ts";

let host: TestHost;
let person: TestSession;
beforeAll(async () => {
  host = await serve();
  person = await host.login();
});
afterAll(() => host.close());

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: object } } };
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;
const documented = async (): Promise<Document> =>
  (await (await person.send("GET", "/api/openapi.json")).json()) as Document;

describe("the OpenAPI document", () => {
  it("has every route of the table, and no other", async () => {
    const { openapi, paths } = await documented();
    const names = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    );
    expect(openapi).toBe("3.1.1");
    expect(names.sort()).toEqual(host.routes.map(nameOf).sort());
  });

  it("is of the schemas that requests are checked by", () => {
    const described = Object.entries(API) as [string, { body?: unknown; query?: unknown; answer: unknown }][];
    for (const [name, { body, query, answer }] of described) {
      const route = host.routes.find((each) => nameOf(each) === name);
      expect([
        name,
        route?.body === body || name.includes("/hooks/"),
        route?.query === query,
        route?.answer === answer,
      ]).toEqual([name, true, true, true]);
    }
  });

  it("describes the answer of every route", () => {
    const described = new Set(Object.keys(API));
    // The hook of each agent is in that agent's own words.
    const left = host.routes.map(nameOf).filter((name) => !described.has(name) && !name.includes("/hooks/"));
    expect(left).toEqual([]);
  });

  it("names each operation once, and who may call it", async () => {
    const operations = Object.values((await documented()).paths).flatMap((methods) => Object.values(methods));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(operations.filter(({ security }) => security.length === 0).map(({ operationId }) => operationId)).toEqual([
      "postLogin",
    ]);
  });

  it("says what a route takes and answers", async () => {
    const { paths } = await documented();
    const decide = paths["/api/tools/authorization/decide"]?.["post"];
    expect(decide?.requestBody?.content["application/json"].schema).toMatchObject({
      required: ["id", "digest", "decision"],
      properties: { decision: { enum: ["allow", "deny"] } },
      additionalProperties: false,
    });
    expect(decide?.responses["2XX"]?.content).toMatchObject({
      "application/json": { schema: { required: ["approval", "resettled", "saved"] } },
    });
    expect(paths["/api/approvals/{id}"]?.["get"]?.parameters).toMatchObject([
      { name: "id", in: "path", required: true },
      { name: "unmask", in: "query", required: false },
    ]);
  });

  it("is for a logged-in person only", async () => {
    expect((await fetch(`${host.url}/api/openapi.json`)).status).toBe(401);
  });
});

describe("an answer that is not as described", () => {
  it.each([
    ["fits", { ok: true, version: "1" }, 200],
    ["lacks a field", { ok: true }, 500],
    ["has one more", { ok: true, version: "1", secret: "x" }, 500],
  ])("%s", async (_name, body, status) => {
    const open = { kind: "open", reason: "a test" } as const;
    const routes = [defineRoute("GET /api/health", { access: open }, async () => json(body))];
    const auth = host.services as never;
    const app = createApp({ routes, auth, page: async () => null, checkAnswers: true, onDefect: () => undefined });
    expect((await app.request("/api/health")).status).toBe(status);
  });
});

describe("the typed client", () => {
  it("reaches the host's routes by their names", async () => {
    const client = createClient(async ({ method, path, body }) => (await person.send(method, path, body)).json());
    expect((await client("GET /api/me")).person.id).toBe("owner");
    expect(await client("GET /api/approvals", { query: { recent: 1 } })).toEqual({ approvals: [] });
    const { rule } = await client("POST /api/settings/command-rules", {
      body: { tool: "shell", pattern: "make *", decision: "ask", scope: "global" },
    });
    expect((await client("DELETE /api/settings/command-rules", { body: { id: rule.id } })).rule).toEqual(rule);
  });

  it("escapes what it is given", () => {
    expect(
      requestOf("GET /api/approvals/:id", { params: { id: "a/../b?c" }, query: { unmask: "1", x: undefined } }),
    ).toEqual({ method: "GET", path: "/api/approvals/a%2F..%2Fb%3Fc?unmask=1", body: undefined });
  });

  it("does not compile with a wrong body, a missing parameter or an unknown route", () => {
    const client = createClient(async () => ({}));
    // @ts-expect-error no such route
    void client("GET /api/nothing");
    // @ts-expect-error the id is missing
    void client("GET /api/approvals/:id");
    // @ts-expect-error a text is not a boolean
    void client("POST /api/level", { body: { stopped: "yes" } });
    expect(client).toBeDefined();
  });
});
