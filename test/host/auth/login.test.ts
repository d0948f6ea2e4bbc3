import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLink, firstLink, forgetLogins } from "../../../src/host/auth/login.ts";
import { logIn, pageHeaders, serve, type TestHost } from "../http/serve.ts";

describe("login by a one-time link", () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await serve();
  });
  afterAll(() => host.close());

  const use = (token: string, headers = pageHeaders(host.url)): Promise<Response> =>
    fetch(`${host.url}/api/login`, { method: "POST", headers, body: JSON.stringify({ token }) });

  it("works once, of two at the same time for one", async () => {
    const token = (await firstLink(host.services.store, Date.now())) as string;
    const statuses = (await Promise.all([use(token), use(token)]))
      .map((response) => response.status)
      .toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 401]);
    expect((await use(token)).status).toBe(401);
  });

  it("leaves no other free link behind", async () => {
    await forgetLogins(host.services.recorder, Date.now());
    const [mine, other] = [
      await firstLink(host.services.store, Date.now()),
      await firstLink(host.services.store, Date.now()),
    ];
    expect([(await use(mine as string)).status, (await use(other as string)).status]).toEqual([200, 401]);
  });

  it("is free for the first of a data directory only", async () => {
    expect(await firstLink(host.services.store, Date.now())).toBeNull();
  });

  it("sets a cookie that scripts and other sites do not get", async () => {
    const response = await use(await addLink(host.services.store, "owner", Date.now()));
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      new RegExp(`^assent-${host.port}=[\\w-]{43}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Strict$`),
    );
  });

  it.each([
    [
      "a page of another site",
      { origin: "http://evil.example", "sec-fetch-site": "cross-site", "content-type": "application/json" },
      403,
    ],
    ["no browser", { "content-type": "application/json" }, 403],
  ])("refuses %s and keeps the link", async (_name, headers, status) => {
    const token = await addLink(host.services.store, "owner", Date.now());
    expect((await use(token, headers as Record<string, string>)).status).toBe(status);
    expect((await use(token)).status).toBe(200);
  });

  it("is over after an hour", async () => {
    const token = await addLink(host.services.store, "owner", Date.now() - 3_700_000);
    expect((await use(token)).status).toBe(401);
  });

  it("makes a later link in a session", async () => {
    const session = await logIn(host.url, await addLink(host.services.store, "owner", Date.now()));
    const { link } = (await (await session.send("POST", "/api/login/links")).json()) as { link: string };
    const [page, token] = link.split("#");
    expect(page).toBe(`${host.url}/login`);
    expect((await use(token as string)).status).toBe(200);
  });

  it("ends with the logout, and for all by a recovery", async () => {
    const [first, second] = [await host.login(), await host.login()];
    expect((await first.send("POST", "/api/logout")).status).toBe(200);
    expect([(await first.send("GET", "/api/me")).status, (await second.send("GET", "/api/me")).status]).toEqual([
      401, 200,
    ]);
    await forgetLogins(host.services.recorder, Date.now());
    expect((await second.send("GET", "/api/me")).status).toBe(401);
    expect(await firstLink(host.services.store, Date.now())).toMatch(/^[\w-]{43}$/);
  });

  it("stores no token", async () => {
    const session = await host.login();
    const stored = JSON.stringify(await host.services.store.sessions.list());
    expect(stored).not.toContain(session.cookie.split("=")[1]);
    expect(stored).toContain(session.csrf); // control: what is stored would show
  });

  it("leaves its mark in the audit trail", async () => {
    const types = (await host.services.store.audit.find({ limit: 100 })).map((line) => line.type);
    expect(types).toEqual(expect.arrayContaining(["login", "login.link", "session.revoked", "login.recovered"]));
  });
});
