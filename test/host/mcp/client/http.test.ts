import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callsIn } from "../../engine/chat-client.ts";
import { call, type Scripted, startScripted } from "../../engine/scripted.ts";
import { type HttpServer, startHttpServer } from "./http-server.ts";
import { type Own, ownOf } from "./own.ts";

let host: Scripted;
let own: Own;
let remote: HttpServer;
beforeEach(async () => {
  host = await startScripted();
  own = ownOf(host.real);
  remote = await startHttpServer("the-secret-key");
});
afterEach(async () => {
  await host.close();
  await remote.close();
});

const entry = (url: string, secrets: object = { "x-key": "the-secret-key" }) => ({ kind: "http", url, secrets });

describe("a server that is reached by HTTP", () => {
  test("is there at once, is sent its secret header, and is called after a card", async () => {
    const added = await own.propose({ name: "remote", entry: entry(`${remote.url}/mcp`) });
    expect([added.code, added.server?.entry]).toEqual([
      null,
      { kind: "http", url: `${remote.url}/mcp`, secrets: ["x-key"] },
    ]);
    const chat = await host.chat();
    host.provider.script({ calls: [call("mcp__remote__greet", {})] }, { text: "done" });
    await chat.send("greet");
    await chat.answer("allow");
    const done = await chat.reaches("idle");
    expect(callsIn(done.messages)[0]).toMatchObject({ state: "executed", result: { text: "hello" } });
    expect((await own.view("remote"))?.state).toBe("running");
    const files = ["secrets.json", "assent.db"].map((name) => readFileSync(join(host.real.dataDir, name), "latin1"));
    expect(files.join("")).not.toContain("the-secret-key");
  });

  test("is failed with its reason where it wants another secret", async () => {
    await own.propose({ name: "remote", entry: entry(`${remote.url}/mcp`, { "x-key": "another" }) });
    await host.real.person.send("POST", "/api/mcp/servers/remote/restart", {});
    const view = await own.reaches("remote", "failed");
    expect(view.reason).toMatch(/401|unauthorized/iu);
    expect(JSON.stringify(view)).not.toContain("another");
  });

  test("is not followed to another place, which would be given the secret", async () => {
    const moving = await startHttpServer("x", `${remote.url}/mcp`);
    await own.propose({ name: "remote", entry: entry(`${moving.url}/moved`) });
    await host.real.person.send("POST", "/api/mcp/servers/remote/restart", {});
    await own.reaches("remote", "failed");
    await moving.close();
    expect([moving.seen.length > 0, remote.seen]).toEqual([true, []]);
  });

  test.each([
    ["http on another machine", "http://mcp.example.com/mcp"],
    ["a password in the address", "https://ana:secret@mcp.example.com/mcp"],
    ["no address of the web", "file:///etc/passwd"],
  ])("is refused: %s", async (_what, url) => {
    const response = await host.real.person.send("POST", "/api/mcp/servers", { name: "x", entry: entry(url) });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "EBODY"]);
  });
});
