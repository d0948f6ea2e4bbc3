import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestText, sendRaw } from "./raw.ts";
import { serve, type TestHost, type TestSession } from "./serve.ts";

/** Requests with the answers that are right for them; kept apart from this project. */
const FILE = join(process.env["ASSENT_CASES"] ?? "", "security/hostile-http.json");

interface Case {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly raw?: string;
  readonly expected: string;
  readonly any_of?: readonly (number | "close")[];
  readonly must: readonly string[];
  readonly why: string;
}

const present = process.env["ASSENT_CASES"] !== undefined && existsSync(FILE);
const cases = present ? (JSON.parse(readFileSync(FILE, "utf8")) as { readonly cases: readonly Case[] }).cases : [];

describe.skipIf(!present)("hostile requests (set ASSENT_CASES to the folder of cases to run these)", () => {
  let host: TestHost;
  let fill: (text: string) => string;
  let secrets: readonly string[];

  beforeAll(async () => {
    host = await serve();
    const session = await host.login();
    const other = await host.login();
    const revoked = await host.login();
    await revoked.send("POST", "/api/logout");
    fill = filler(host, session, { other, revoked });
    secrets = [host.agentToken, session.csrf, host.services.dataDir];
  });
  afterAll(() => host.close());

  it.each(cases)("$id $why", async (row) => {
    host.gate.add("apr_open");
    host.gate.add("apr_decided", { state: "denied" });
    host.gate.acts.length = 0;
    const { status, text } = await sendRaw(host.port, row.raw === undefined ? toRequest(row, fill) : fill(row.raw));
    const fits =
      row.any_of === undefined ? String(status).startsWith(row.expected.charAt(0)) : row.any_of.includes(status);
    expect({ status, fits }).toEqual({ status, fits: true });
    if (row.must.includes("no_state_change")) expect(host.gate.acts).toEqual([]);
    if (row.must.includes("no_acao_header")) expect(text).not.toMatch(/access-control-allow/i);
    if (row.must.includes("no_secret_in_body")) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

/** Our decision names its approval in the body. */
function toRequest(row: Case, fill: (text: string) => string): string {
  const id = row.path.includes("DECIDED") ? "apr_decided" : "apr_open";
  const body = row.body?.replace('{"decision"', `{"id":"${id}","decision"`).replaceAll('"allow_once"', '"allow"') ?? "";
  const headers = Object.fromEntries(Object.entries(row.headers).map(([name, value]) => [name, fill(value)]));
  return requestText(`${row.method} ${fill(row.path)}`, headers, fill(body));
}

function filler(
  host: TestHost,
  session: TestSession,
  others: { readonly other: TestSession; readonly revoked: TestSession },
): (text: string) => string {
  const decide = "/api/tools/authorization/decide";
  const values: Readonly<Record<string, string>> = {
    HOST: `127.0.0.1:${host.port}`,
    PORT: String(host.port),
    ORIGIN: host.url,
    COOKIE: session.cookie,
    COOKIE_NAME: host.cookieName,
    COOKIE_REVOKED: others.revoked.cookie,
    CSRF: session.csrf,
    CSRF_OTHER_SESSION: others.other.csrf,
    AGENT_TOKEN: host.agentToken,
    FOREIGN_AUDIENCE_TOKEN: "A".repeat(43),
    DECIDE: decide,
    DECIDE_DECIDED: decide,
    DIGEST: "d1",
    WRONG_DIGEST: "d2",
    READ: "/api/me",
    UI: "/",
    EVENTS: "/api/events",
    WS: "/api/events",
    MCP: "/api/calls",
    PAIR_COMPLETE: "/api/pairing/complete",
    PAIR_CODE: "123456",
    PAIR_CODE_USED: "123456",
  };
  return (text) =>
    text.replace(/\{(\w+)(?:\*(\d+))?\}/g, (found, name: string, times: string | undefined) => {
      if (times !== undefined) return (name === "NEST" ? "[" : name).repeat(Number(times));
      return values[name] ?? found;
    });
}
