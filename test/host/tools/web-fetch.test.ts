import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isPublicAddress } from "../../../src/host/tools/net/network.ts";
import type { ToolContext } from "../../../src/host/tools/tool-context.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

let box: Sandbox;
let server: Server;
let port: number;
let seen: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  box = makeSandbox();
  seen = [];
  server = createServer((request, response) => {
    seen.push(`${request.headers.host} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  box.remove();
});

/** A network on which this one address of the test's own server is a public one. */
const LOOP = { resolve: async () => ["127.0.0.1"], admits: (address: string) => address === "127.0.0.1" };

const fetchPage = (path: string, over: Partial<ToolContext> = {}) =>
  box.run("web_fetch", { url: `http://site.test:${port}${path}` }, { network: LOOP, ...over });
const send = (type: string, body: string | Buffer, headers = {}) => {
  answer = (_request, response) => response.writeHead(200, { "content-type": type, ...headers }).end(body);
};

describe("a fetched page", () => {
  it("is told as a reader sees it", async () => {
    send(
      "text/html; charset=utf-8",
      `<!doctype html><title>T</title><style>p{}</style><nav>menu</nav><h1>Näme</h1><p>One <a href="https://a.test/x">link</a></p>
       <script>alert(1)</script><table><tr><td>1<td>2<tr><td>3<td>4</table><ul><li>first<li>second</ul><img src="/x.png" alt="pic">`,
    );
    const result = await fetchPage("/a?q='x'");
    expect(result).toEqual({
      ok: true,
      output: `http://site.test:${port}/a?q=%27x%27\n\nNäme\n\nOne link [https://a.test/x]\n\n1 | 2 |\n3 | 4 |\n\n * first\n * second`,
      cut: 0,
    });
    expect(seen).toEqual([`site.test:${port} /a?q=%27x%27`]);
  });

  it.each([
    ["text/plain", "a < b", "a < b"],
    ["application/json", '{"a":1}', '{"a":1}'],
    ["application/problem+json", "{}", "{}"],
    ["", "plain", "plain"],
    ["text/plain; charset=iso-8859-1", Buffer.from("n\xe4me", "latin1"), "näme"],
    ["text/html", Buffer.from('<meta charset="iso-8859-1"><p>n\xe4me', "latin1"), "näme"],
  ])("of type %j", async (type, body, text) => {
    answer = (_request, response) => response.writeHead(200, type === "" ? {} : { "content-type": type }).end(body);
    expect(await fetchPage("/")).toMatchObject({ ok: true, output: `http://site.test:${port}/\n\n${text}` });
  });

  it.each([
    ["gzip", gzipSync("packed")],
    ["br", brotliCompressSync("packed")],
  ])("is unpacked from %s", async (encoding, body) => {
    send("text/plain", body, { "content-encoding": encoding });
    expect(await fetchPage("/")).toMatchObject({ output: `http://site.test:${port}/\n\npacked` });
  });

  it("with an error status says so", async () => {
    answer = (_request, response) => response.writeHead(404, { "content-type": "text/plain" }).end("no such page");
    expect(await fetchPage("/")).toMatchObject({
      ok: true,
      output: `http://site.test:${port}/\n404 Not Found\n\nno such page`,
    });
  });

  it.each([
    ["image/png", "x", "EENCODING"],
    ["application/octet-stream", "x", "EENCODING"],
    ["text/plain; charset=klingon", "x", "EENCODING"],
    ["text/plain", Buffer.alloc(6 * 1024 * 1024, 97), "ETOOLARGE"],
  ])("of type %s is refused: %#", async (type, body, code) => {
    send(type, body);
    expect(await fetchPage("/")).toMatchObject({ ok: false, code });
  });

  it("that is small and unpacks to a large one is refused", async () => {
    send("text/plain", gzipSync(Buffer.alloc(64 * 1024 * 1024)), { "content-encoding": "gzip" });
    expect(await fetchPage("/")).toMatchObject({ ok: false, code: "ETOOLARGE" });
  });

  it.each([
    ["deep", "<div>".repeat(300_000)],
    ["deep in several ways", "<p><li><b></i>".repeat(100_000)],
    ["closed more than opened", "</x>".repeat(100_000) + "<div></span>".repeat(150_000)],
    ["wide", "<p>x".repeat(300_000)],
    ["as a wide table", "<table><tr><td colspan=9999999 rowspan=9999999>x".repeat(50)],
    ["of open brackets", "<".repeat(1_500_000)],
    ["of attributes", `<p ${"a=1 ".repeat(300_000)}>`],
  ])("that is %s ends soon", async (_name, html) => {
    send("text/html", html);
    const start = performance.now();
    expect(await fetchPage("/")).toMatchObject({ ok: true });
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("that never comes is ended at the time limit, and when the call is stopped", async () => {
    answer = () => {};
    expect(await fetchPage("/", { timeoutMs: 100 })).toMatchObject({ ok: false, code: "ETIMEOUT" });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect(await fetchPage("/", { signal: stop.signal })).toMatchObject({ ok: false, code: "ESTOPPED" });
  });

  it("of a server that is not there says why", async () => {
    server.close();
    server.closeAllConnections();
    expect(await fetchPage("/")).toMatchObject({
      ok: false,
      code: "ENETWORK",
      message: expect.stringContaining("ECONNREFUSED") as string,
    });
  });
});

describe("addresses", () => {
  it.each([
    [["127.0.0.1"]],
    [["10.1.2.3"]],
    [["169.254.169.254"]],
    [["::1"]],
    [["::ffff:127.0.0.1"]],
    [["fe80::1"]],
    [["fd00:ec2::254"]],
    [["93.184.216.34", "127.0.0.1"]],
  ])("%j behind a name are not connected to", async (addresses) => {
    send("text/plain", "inside");
    const network = { resolve: async () => addresses, admits: isPublicAddress };
    expect(await fetchPage("/", { network })).toMatchObject({ ok: false, code: "EPOLICY" });
    expect(seen).toEqual([]);
  });

  it("are asked for once, and the answer is what is connected to", async () => {
    send("text/plain", "pinned");
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const network = { ...LOOP, resolve: async () => answers.shift() ?? [] };
    expect(await fetchPage("/", { network })).toMatchObject({ ok: true });
    expect(answers).toEqual([["127.0.0.2"]]);
  });

  it("that the call spells are refused before anybody is asked", async () => {
    for (const host of ["127.0.0.1", "2130706433", "[::1]", "localhost", "169.254.169.254", "router.lan"])
      expect(await box.run("web_fetch", { url: `http://${host}:${port}/` })).toMatchObject({
        ok: false,
        code: "EINVALID",
      });
    expect(seen).toEqual([]);
  });

  it.each([
    ["8.8.8.8", true],
    ["2606:4700::1111", true],
    ["192.168.1.1", false],
    ["fe80::1%eth0", false],
    ["64:ff9b::7f00:1", false],
    ["example.org", false],
  ])("%s public: %s", (address, expected) => expect(isPublicAddress(address)).toBe(expected));
});

describe("a redirect", () => {
  const redirect = (to: string) => {
    answer = (request, response) =>
      request.url === "/from"
        ? response.writeHead(302, { location: to }).end()
        : response.writeHead(200).end("arrived");
  };
  const decide = (effect: "allow" | "ask" | "deny", code = "level-ask") => {
    const asked: unknown[] = [];
    return {
      asked,
      over: { decide: async ({ args }: { args: unknown }) => (asked.push(args), { effect, code }) },
    };
  };

  it.each([
    ["to another host that policy allows", "http://other.test:PORT/there", decide("allow"), "arrived"],
    ["on the same host, where policy would ask", "/there", decide("ask"), "arrived"],
  ])("%s is followed", async (_name, to, policy, text) => {
    redirect(to.replace("PORT", String(port)));
    expect(await fetchPage("/from", policy.over)).toMatchObject({
      ok: true,
      output: expect.stringContaining(text) as string,
    });
    expect(policy.asked).toEqual([{ url: expect.stringMatching(/\/there$/) as string }]);
  });

  it.each([
    ["to another host, where policy would ask", "http://other.test:PORT/there", decide("ask")],
    ["on the same host, where a rule asks", "/there", decide("ask", "rule-ask")],
    ["on the same host, where a rule that cannot be read asks", "/there", decide("ask", "rule-unreadable")],
    ["where nothing decides", "/there", { over: {} }],
  ])("%s is told and not followed", async (_name, to, policy) => {
    redirect(to.replace("PORT", String(port)));
    expect(await fetchPage("/from", policy.over)).toMatchObject({
      ok: true,
      output: expect.stringMatching(/redirects to http.*there, which/) as string,
    });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["to what policy denies", "/there", decide("deny"), "EPOLICY"],
    ["to another scheme", "file:///etc/passwd", decide("allow"), "EPOLICY"],
    ["without end", "/from", decide("allow"), "ENETWORK"],
  ])("%s ends the call", async (_name, to, policy, code) => {
    redirect(to);
    expect(await fetchPage("/from", policy.over)).toMatchObject({ ok: false, code });
  });

  it("to a private address is not followed, whatever policy says", async () => {
    redirect(`http://inside.test:${port}/there`);
    const network = {
      resolve: async (name: string) => [name === "inside.test" ? "10.0.0.1" : "127.0.0.1"],
      admits: LOOP.admits,
    };
    expect(await fetchPage("/from", { network, ...decide("allow").over })).toMatchObject({
      ok: false,
      code: "EPOLICY",
    });
  });
});
