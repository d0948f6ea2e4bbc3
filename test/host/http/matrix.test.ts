import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestText, sendRaw } from "./raw.ts";
import { serve, type TestHost, type TestSession } from "./serve.ts";

/** Every combination of what a page cannot choose, with a credential that would be enough. */
const METHODS = {
  GET: "/api/me",
  POST: "/api/level",
  PUT: "/api/settings/command-rules",
  DELETE: "/api/settings/command-rules",
  OPTIONS: "/api/level",
};
const SITES = [null, "same-origin", "same-site", "cross-site", "none"];
const ORIGINS = [
  null,
  "http://{own}",
  "http://{localhost}",
  "http://127.0.0.1:1",
  "http://evil.example",
  "null",
  "https://{own}",
];
const HOSTS = ["{own}", "{localhost}", "127.0.0.1", "127.0.0.1:1", "evil.example:{port}", null];

const BODIES = {
  POST: { stopped: true },
  PUT: { id: "none", tool: "shell", pattern: "git *", decision: "allow", scope: "global" },
  DELETE: { id: "none" },
};
/** Statuses that come from behind the gate: done, or done to a rule that is not there. */
const REACHED = new Set<number | string>([200, 404]);

describe("method x Sec-Fetch-Site x Origin x Host", () => {
  let host: TestHost;
  let session: TestSession;
  beforeAll(async () => {
    host = await serve();
    session = await host.login();
  });
  afterAll(() => host.close());

  const names = (text: string): string =>
    text
      .replaceAll("{own}", `127.0.0.1:${host.port}`)
      .replaceAll("{localhost}", `localhost:${host.port}`)
      .replaceAll("{port}", String(host.port));

  function isRight(
    method: string,
    { site, origin, name }: { site: string | null; origin: string | null; name: string | null },
  ): boolean {
    if (name !== "{own}" && name !== "{localhost}") return false;
    if (origin !== null && origin !== `http://${name}`) return false;
    if (method === "GET") return site === null || site === "same-origin" || site === "none";
    return method !== "OPTIONS" && site === "same-origin" && origin !== null;
  }

  it.each(Object.entries(METHODS))("%s is served only as the page itself sends it", async (method, path) => {
    const wrong: string[] = [];
    let reached = 0;
    for (const name of HOSTS) {
      for (const origin of ORIGINS) {
        for (const site of SITES) {
          const headers = {
            ...(name === null ? {} : { Host: names(name) }),
            ...(origin === null ? {} : { Origin: names(origin) }),
            ...(site === null ? {} : { "Sec-Fetch-Site": site }),
            Cookie: session.cookie,
            "X-CSRF-Token": session.csrf,
            "Content-Type": "application/json",
          };
          host.gate.acts.length = 0;
          const body = method in BODIES ? JSON.stringify(BODIES[method as keyof typeof BODIES]) : "";
          const { status, text } = await sendRaw(host.port, requestText(`${method} ${path}`, headers, body));
          const through = REACHED.has(status);
          if (through) reached++;
          const where = `${name} ${origin} ${site} → ${status}`;
          if (through !== isRight(method, { site, origin, name })) wrong.push(where);
          if (!through && (host.gate.acts.length > 0 || text.includes(session.csrf)))
            wrong.push(`${where}, with an effect`);
          if (/access-control-allow/i.test(text) || !text.includes("frame-ancestors 'none'"))
            wrong.push(`${where}, headers`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(reached).toBe(method === "GET" ? 12 : method === "OPTIONS" ? 0 : 2);
  });
});

describe("what else the gate in front refuses", () => {
  let host: TestHost;
  let session: TestSession;
  beforeAll(async () => {
    host = await serve();
    session = await host.login();
  });
  afterAll(() => host.close());

  const page = (change: Readonly<Record<string, string>> = {}): Record<string, string> => ({
    Host: `127.0.0.1:${host.port}`,
    Origin: host.url,
    "Sec-Fetch-Site": "same-origin",
    Cookie: session.cookie,
    "X-CSRF-Token": session.csrf,
    "Content-Type": "application/json",
    ...change,
  });
  const level = '{"stopped":true}';

  it.each([
    ["control", () => requestText("POST /api/level", page(), level), 200],
    [
      "control: a charset is no other type",
      () => requestText("POST /api/level", page({ "Content-Type": "application/json; charset=utf-8" }), level),
      200,
    ],
    [
      "control: forwarding headers count for nothing",
      () =>
        requestText(
          "POST /api/level",
          page({ "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "1.2.3.4" }),
          level,
        ),
      200,
    ],
    [
      "a form",
      () =>
        requestText("POST /api/level", page({ "Content-Type": "application/x-www-form-urlencoded" }), "stopped=true"),
      415,
    ],
    ["JSON sent as text", () => requestText("POST /api/level", page({ "Content-Type": "text/plain" }), level), 415],
    ["a compressed body", () => requestText("POST /api/level", page({ "Content-Encoding": "gzip" }), level), 415],
    ["no CSRF token", () => requestText("POST /api/level", page({ "X-CSRF-Token": "" }), level), 403],
    ["a name twice in the body", () => requestText("POST /api/level", page(), '{"stopped":false,"stopped":true}'), 400],
    [
      "a name twice, once escaped",
      () => requestText("POST /api/level", page(), '{"stopped":false,"stoppe\\u0064":true}'),
      400,
    ],
    [
      "a name that the route does not know",
      () => requestText("POST /api/level", page(), '{"stopped":true,"also":1}'),
      400,
    ],
    ["a body over the limit", () => requestText("POST /api/level", page(), `"${"x".repeat(1024 * 1024)}"`), 413],
    ["control: a body of untold length", () => chunked(page(), level), 200],
    ["a body of untold length over the limit", () => chunked(page(), `"${"x".repeat(1024 * 1024)}"`), 413],
    ["a body of two lengths", () => chunked(page({ "Content-Length": "2" }), level), 400],
    ["deep nesting", () => requestText("POST /api/level", page(), "[".repeat(100) + "]".repeat(100)), 400],
    [
      "our cookie twice",
      () => requestText("POST /api/level", page({ Cookie: `${session.cookie}; ${host.cookieName}=x` }), level),
      400,
    ],
    [
      "control: another program's cookie",
      () => requestText("POST /api/level", page({ Cookie: `other=1; ${session.cookie}; other=2` }), level),
      200,
    ],
    [
      "cookie and bearer",
      () => requestText("POST /api/level", page({ Authorization: `Bearer ${host.agentToken}` }), level),
      400,
    ],
    [
      "two Host headers",
      () => requestText("POST /api/level", page(), level).replace("Origin:", `Host: 127.0.0.1:${host.port}\r\nOrigin:`),
      400,
    ],
    ["an upgrade", () => requestText("GET /api/events", page({ Connection: "Upgrade", Upgrade: "websocket" })), 400],
    [
      "an upgrade by another host",
      () => requestText("GET /api/events", page({ Host: "evil.example", Connection: "Upgrade", Upgrade: "websocket" })),
      421,
    ],
    ["CONNECT", () => requestText("CONNECT evil.example:443", page()), 405],
    ["an expectation", () => requestText("POST /api/level", page({ Expect: "100-continue" }), level), 417],
    ["a dot segment", () => requestText("GET /assets/../api/me", page()), 400],
    ["an encoded dot segment", () => requestText("GET /assets/%2e%2e/api/me", page()), 400],
    ["an absolute target", () => requestText("GET http://evil.example/api/me", page()), 400],
    [
      "the page in a frame",
      () =>
        requestText(
          "GET /",
          page({
            Origin: "",
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "iframe",
          }),
        ).replace("Origin: \r\n", ""),
      403,
    ],
    [
      "control: a link to the page",
      () =>
        requestText(
          "GET /",
          page({
            Origin: "",
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
          }),
        ).replace("Origin: \r\n", ""),
      200,
    ],
    [
      "an answer of the API by a link",
      () =>
        requestText(
          "GET /api/me",
          page({
            Origin: "",
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
          }),
        ).replace("Origin: \r\n", ""),
      403,
    ],
    [
      "an answer of the API by a link that spells it otherwise",
      () =>
        requestText(
          "GET /%61pi/me",
          page({
            Origin: "",
            "Sec-Fetch-Site": "same-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "document",
          }),
        ).replace("Origin: \r\n", ""),
      403,
    ],
  ])("%s", async (_name, request, status) => {
    expect(await sendRaw(host.port, request())).toMatchObject({ status });
  });
});

function chunked(headers: Readonly<Record<string, string>>, body: string): string {
  const head = requestText("POST /api/level", { ...headers, "Transfer-Encoding": "chunked" });
  return `${head}${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}
