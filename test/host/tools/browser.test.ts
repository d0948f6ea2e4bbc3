import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createSocket } from "node:dgram";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createBrowsers, type Browsers } from "../../../src/host/tools/browser/session.ts";
import { isPublicAddress } from "../../../src/host/tools/net/network.ts";
import type { ToolChat, ToolContext, ToolResult } from "../../../src/host/tools/tool-context.ts";
import { launchChromium } from "../../support/chromium.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

let box: Sandbox;
let server: Server;
let port: number;
let seen: string[];
let browsers: Browsers;

const PAGES: Readonly<Record<string, () => string>> = {
  "/": () => `<title>Home</title><h1>Hello</h1>
    <form action="/sent"><label>Name <input name="who"></label><button>Send</button></form>
    <a href="http://other.test:${port}/there">elsewhere</a> <a href="/next">on</a>
    <a href="http://other.test:${port}/popup" target="_blank">window</a>
    <a href="/file.zip" download>download</a>
    <iframe src="http://frame.test:${port}/inner"></iframe>
    <img src="http://127.0.0.1:${port}/near.png"><img src="http://inside.test:${port}/inside.png">`,
  "/next": () => "<title>Next</title><h1>Second page</h1>",
  "/sent": () => "<title>Sent</title><h1>Thanks</h1>",
  "/there": () => "<title>There</title><h1>Other host</h1>",
  "/inner": () => "<p>inner frame</p>",
};

beforeAll(async () => {
  // Where it is missing, it is installed by this.
  await (await launchChromium()).close();
  server = createServer(({ headers, url = "" }, response) => {
    seen.push(`${headers.host?.split(":")[0]}${url}`);
    if (url === "/away") return void response.writeHead(302, { location: `http://other.test:${port}/there` }).end();
    const page = PAGES[url.split("?")[0] ?? ""];
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" }).end(page?.() ?? "nothing");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  box = makeSandbox();
  seen = [];
  browsers = createBrowsers({
    network: {
      resolve: async (name) => [name === "inside.test" ? "10.0.0.7" : "127.0.0.1"],
      // The test's own server stands for the internet, by name alone.
      admits: (address) => address === "127.0.0.1",
    },
  });
});
afterEach(async () => {
  await browsers.closeAll();
  box.remove();
});

const chat: ToolChat = {
  id: "c",
  run: "run1",
  root: "run1",
  callId: "1",
  project: null,
  plan: { items: async () => [], put: async () => {} },
};
type Decide = NonNullable<ToolContext["decide"]>;
const decide =
  (effect: "allow" | "ask" | "deny", code = "level-ask"): Decide =>
  async () => ({ effect, code });
const act = (name: string, args: object, over: Partial<ToolContext> = {}): Promise<ToolResult> =>
  box.run(`browser_${name}`, args, { chat, browsers, asked: true, decide: decide("ask"), ...over });
const open = (path = "/") => act("navigate", { url: `http://site.test:${port}${path}` });

describe("the browser", () => {
  it("opens, reads and shows a page", async () => {
    expect(await open()).toMatchObject({ ok: true, output: `http://site.test:${port}/\nHome` });
    const read = await act("read", {}, { asked: false });
    expect(read).toMatchObject({
      ok: true,
      output: expect.stringMatching(/heading "Hello"[\s\S]*textbox "Name"/) as string,
    });
    const shot = await act("screenshot", {}, { asked: false });
    expect(shot.ok && shot.image?.mime).toBe("image/png");
    expect(
      shot.ok &&
        Buffer.from(shot.image?.base64 ?? "", "base64")
          .subarray(1, 4)
          .toString(),
    ).toBe("PNG");
    expect(await open("/nowhere")).toMatchObject({
      ok: true,
      output: expect.stringContaining("it answered 404") as string,
    });
  });

  it("takes several steps that one card showed", async () => {
    await open();
    const steps = [
      { act: "fill", selector: "input", value: "Ann" },
      { act: "evaluate", script: "document.querySelector('input').value" },
      { act: "submit", selector: "input" },
      { act: "read" },
    ];
    const result = await act("act", { steps });
    expect(result).toMatchObject({
      ok: true,
      output: expect.stringMatching(/^http.*\/sent\?who=Ann\nSent\n[\s\S]*"Ann"[\s\S]*Thanks/) as string,
    });
  });

  it.each([
    ["click", { selector: "text=on" }],
    ["fill", { selector: "input", value: "x" }],
    ["submit", { selector: "input" }],
    ["evaluate", { script: "1" }],
    ["act", { steps: [{ act: "click", selector: "text=on" }] }],
  ])("does not %s without a person's yes", async (name, args) => {
    await open();
    seen = [];
    expect(await act(name, args, { asked: false })).toMatchObject({ ok: false, code: "EPOLICY" });
    expect(seen).toEqual([]);
    expect(await act(name, args)).toMatchObject({ ok: true });
  });

  it("belongs to one run, and ends with it", async () => {
    await open();
    const other = { ...chat, run: "run2" };
    expect(await act("read", {}, { chat: other })).toMatchObject({
      output: expect.stringContaining("about:blank") as string,
    });
    const { page } = await browsers.of("run1");
    await browsers.close("run1");
    expect(page.isClosed()).toBe(true);
    expect(await act("read", {})).toMatchObject({ output: expect.stringContaining("about:blank") as string });
  });

  it("takes one call at a time", async () => {
    const [first, read, second] = await Promise.all([open("/"), act("read", {}), open("/next")]);
    expect([first, read, second]).toMatchObject([
      { output: `http://site.test:${port}/\nHome` },
      { output: expect.stringContaining("Hello") as string },
      { output: `http://site.test:${port}/next\nNext` },
    ]);
  });

  it("ends when its call is stopped", async () => {
    await open();
    const stop = new AbortController();
    void setTimeout(200).then(() => stop.abort());
    expect(await act("evaluate", { script: "new Promise(() => {})" }, { signal: stop.signal })).toMatchObject({
      code: "ESTOPPED",
    });
    expect(await act("evaluate", { script: "new Promise(() => {})" }, { timeoutMs: 200 })).toMatchObject({
      code: "ETIMEOUT",
    });
  });

  describe("of a call that was stopped", () => {
    let homes: string;
    beforeEach(() => void vi.stubEnv("TMPDIR", (homes = mkdtempSync(join(tmpdir(), "assent-homes-")))));
    afterEach(async () => {
      vi.unstubAllEnvs();
      await browsers.closeAll();
      rmSync(homes, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });
    const opened = () => readdirSync(homes).filter((name) => name.startsWith("assent-browser-"));

    it("does not open where it was stopped before it began", async () => {
      const stop = new AbortController();
      const stopped = act("read", {}, { signal: stop.signal });
      // What runs it is still being loaded.
      stop.abort();
      expect(await stopped).toMatchObject({ code: "ESTOPPED" });
      expect(opened()).toEqual([]);
      expect(await act("read", {})).toMatchObject({ ok: true });
      expect(opened().length).toBe(1);
    });

    it("does not open where it was stopped while it waited for another", async () => {
      const stop = new AbortController();
      const script = "new Promise(() => {})";
      const both = [act("evaluate", { script }, { signal: stop.signal }), act("read", {}, { signal: stop.signal })];
      await expect.poll(() => opened().length, { timeout: 5_000 }).toBe(1);
      await setTimeout(1_000);
      stop.abort();
      expect(await Promise.all(both)).toMatchObject([{ code: "ESTOPPED" }, { code: "ESTOPPED" }]);
      await expect.poll(opened, { timeout: 5_000 }).toEqual([]);
    }, 15_000);
  });

  it("is not forgotten when the one before it has gone", async () => {
    await browsers.of("run1");
    const closing = browsers.close("run1");
    const next = browsers.of("run1");
    await closing;
    const { page } = await next;
    expect((await browsers.of("run1")).page).toBe(page);
  });

  it("takes no step after its time is over", async () => {
    await open();
    const script = "new Promise((resolve) => setTimeout(resolve, 600))";
    const steps = [
      { act: "evaluate", script },
      { act: "click", selector: "text=on" },
    ];
    expect(await act("act", { steps }, { timeoutMs: 300 })).toMatchObject({ ok: false, code: "ETIMEOUT" });
    const late = [{ act: "click", selector: "#late" }];
    expect(await act("act", { steps: late }, { timeoutMs: 300 })).toMatchObject({ ok: false, code: "ETIMEOUT" });
    await setTimeout(1_000);
    expect(seen).not.toContain("site.test/next");
    expect(await act("act", { steps })).toMatchObject({ ok: true });
    expect(seen).toContain("site.test/next");
  });

  it("says what it does not find", async () => {
    await open();
    expect(await act("evaluate", { script: "nothing.here" })).toMatchObject({ ok: false, code: "ENOMATCH" });
    expect(await act("submit", { selector: "h1" })).toMatchObject({ ok: false, code: "ENOMATCH" });
  });
});

describe("where a page goes", () => {
  it("on its own host is open to it, another host is not", async () => {
    await open();
    expect(await act("click", { selector: "text=on" })).toMatchObject({
      output: `http://site.test:${port}/next\nNext\n\nclicked \`text=on\``,
    });
    await open();
    const result = await act("click", { selector: "text=elsewhere" });
    expect(result).toMatchObject({
      ok: true,
      output: expect.stringMatching(
        /^http:\/\/site\.test[\s\S]*wanted to open http:\/\/other\.test.*a call of/,
      ) as string,
    });
    expect(seen).not.toContain("other.test/there");
  });

  it("is decided by policy", async () => {
    await open();
    expect(await act("click", { selector: "text=elsewhere" }, { decide: decide("allow") })).toMatchObject({
      output: expect.stringContaining("There") as string,
    });
    await open();
    expect(await act("click", { selector: "text=on" }, { decide: decide("deny") })).toMatchObject({
      output: expect.stringMatching(/^http:\/\/site\.test:\d+\/\n[\s\S]*policy does not allow/) as string,
    });
    expect(await act("click", { selector: "text=on" }, { decide: decide("ask", "rule-ask") })).toMatchObject({
      output: expect.stringMatching(/a call of `browser_navigate`/) as string,
    });
    const broken: Decide = () => Promise.reject(new Error("no policy"));
    expect(await act("click", { selector: "text=on" }, { decide: broken })).toMatchObject({
      output: expect.stringContaining("policy does not allow") as string,
    });
  });

  it("holds for redirects too", async () => {
    await open();
    expect(await open("/away")).toMatchObject({ ok: false, code: "EPOLICY" });
    expect(seen).not.toContain("other.test/there");
    expect(await act("navigate", { url: `http://site.test:${port}/away` }, { decide: decide("allow") })).toMatchObject({
      ok: true,
    });
    expect(seen).toContain("other.test/there");
  });

  it("in a new window is nowhere, and nothing is downloaded", async () => {
    await open();
    expect(await act("click", { selector: "text=window" }, { decide: decide("allow") })).toMatchObject({
      output: expect.stringMatching(/^http:\/\/site\.test[\s\S]*window of its own/) as string,
    });
    expect(seen).not.toContain("other.test/popup");
    await act("click", { selector: "text=download" });
    expect((await browsers.of("run1")).page.context().pages()).toHaveLength(1);
  });

  it("inside of frames is denied where policy denies it", async () => {
    await open();
    await act("read", {});
    expect(seen).toContain("frame.test/inner");
    seen = [];
    await act("navigate", { url: `http://site.test:${port}/` }, { decide: decide("deny") });
    await act("read", {}, { decide: decide("deny") });
    expect(seen).toContain("site.test/");
    expect(seen).not.toContain("frame.test/inner");
  });
});

describe("addresses near by", () => {
  it("are not reached by a page", async () => {
    await open();
    await act("evaluate", {
      script: `fetch("http://localhost:${port}/loop", { mode: "no-cors" }).catch((e) => String(e))`,
    });
    await act("read", {});
    expect(seen.filter((place) => /near|inside|loop/.test(place))).toEqual([]);
  });

  it("are not reached by calls that no proxy carries", async () => {
    let packets = 0;
    const udp = createSocket("udp4").on("message", () => (packets += 1));
    await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
    const tcp = createTcpServer((socket) => (socket.destroy(), (packets += 1)));
    await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
    const urls = [`stun:127.0.0.1:${udp.address().port}`];
    const turn = `turn:127.0.0.1:${(tcp.address() as AddressInfo).port}?transport=tcp`;
    const script = `(async () => {
      const iceServers = [{ urls: ${JSON.stringify(urls)} }, { urls: "${turn}", username: "u", credential: "c" }];
      const peer = new RTCPeerConnection({ iceServers });
      peer.createDataChannel("x");
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise((resolve) => setTimeout(resolve, 1500));
    })()`;
    const free = await launchChromium();
    const page = await free.newPage();
    await page.goto(`http://127.0.0.1:${port}/next`);
    await page.evaluate(script);
    await free.close();
    expect(packets).toBeGreaterThan(0);
    packets = 0;
    await open();
    expect(await act("evaluate", { script })).toMatchObject({ ok: true });
    expect(packets).toBe(0);
    udp.close();
    tcp.close();
  });

  it("are reached where the call that opens them was allowed", async () => {
    const strict = createBrowsers({ network: { resolve: async () => ["127.0.0.1"], admits: isPublicAddress } });
    try {
      const near = (url: string) => act("navigate", { url }, { browsers: strict });
      expect(await near(`http://site.test:${port}/`)).toMatchObject({
        output: expect.stringContaining("it answered 403") as string,
      });
      expect(await near(`http://127.0.0.1:${port}/next`)).toMatchObject({
        ok: true,
        output: expect.stringContaining("Next") as string,
      });
      expect(await near(`http://localhost:${port}/next`)).toMatchObject({
        ok: true,
        output: expect.stringContaining("Next") as string,
      });
      expect(seen).not.toContain("site.test/");
    } finally {
      await strict.closeAll();
    }
  });
});
