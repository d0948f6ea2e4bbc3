import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import { createServer as createRawServer, type AddressInfo, type Server } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GuardProxy, startGuardProxy } from "../../../src/host/tools/browser/guard-proxy.ts";
import { PUBLIC_NETWORK } from "../../../src/host/tools/net/network.ts";

let proxy: GuardProxy;
let server: Server;
const admitted = new Set<string>();

beforeEach(async () => {
  proxy = await startGuardProxy({ network: PUBLIC_NETWORK, admitted });
});
afterEach(() => {
  proxy.close();
  server.close();
});

async function serve(started: Server): Promise<void> {
  server = started.listen(0, "127.0.0.1");
  await once(server, "listening");
  admitted.add(addressOf());
}

const addressOf = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

async function get(headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { hostname, port } = new URL(proxy.url);
  const asked = request({ hostname, port, path: `http://${addressOf()}/`, headers, agent: false }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer;
}

/** A server that answers with these bytes, whatever it is asked. */
const raw = (answer: string) =>
  serve(createRawServer((socket) => socket.on("error", () => {}).once("data", () => socket.end(answer))));

test("headers of one connection do not pass, and what a server sends of them breaks nothing", async () => {
  await raw(
    "HTTP/1.1 200 OK\r\nTrailer: x\r\nKeep-Alive: 5\r\nConnection: x-own\r\nX-Own: 1\r\nX-End: 1\r\nContent-Length: 4\r\n\r\nbody",
  );
  const answer = await get();
  expect([answer.statusCode, await text(answer)]).toEqual([200, "body"]);
  expect(answer.headers).toMatchObject({ "x-end": "1", "content-length": "4" });
  for (const name of ["trailer", "x-own"]) expect(answer.headers).not.toHaveProperty(name);
});

test("an answer that cannot be passed on ends both sides, and the proxy goes on", async () => {
  await raw("HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n");
  await expect(get()).rejects.toMatchObject({ code: "ECONNRESET" });
  server.close();
  await raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  expect(await text(await get())).toBe("ok");
});

test("a server sees no header that is the proxy's", async () => {
  let seen: IncomingMessage["headers"] = {};
  await serve(createServer((incoming, response) => void response.end(String((seen = incoming.headers)["x-end"]))));
  const answer = await get({
    "proxy-authorization": "secret",
    te: "trailers",
    connection: "x-own",
    "x-own": "1",
    "x-end": "1",
  });
  expect(await text(answer)).toBe("1");
  for (const name of ["proxy-authorization", "te", "x-own"]) expect(seen).not.toHaveProperty(name);
});
