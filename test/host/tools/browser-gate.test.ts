import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createRunner, type Runner } from "../../../src/host/tools/runner.ts";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import type { ToolChat, ToolResult } from "../../../src/host/tools/tool-context.ts";
import { launchChromium } from "../../support/chromium.ts";
import { type Bench, HOST, openBench, OWNER } from "../gate/harness.ts";

/** The browser behind the gate, as the engine drives it: proposed, answered, claimed, run. */
let bench: Bench;
let runner: Runner;
let server: Server;
let url: string;
let seen: string[];

beforeAll(async () => {
  await (await launchChromium()).close();
  server = createServer((request, response) => {
    seen.push(request.url ?? "");
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>Page</title><a href="/clicked">go</a> <a href="http://localhost:${port()}/other">other</a>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${port()}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  seen = [];
  bench = await openBench({ chat: { approvalMode: "full" } });
  runner = createRunner({
    world: () => nodeWorld({ env: { PATH: "/usr/bin:/bin" }, cwd: bench.project }),
    outputLimit: async () => 5_000,
  });
});
afterEach(async () => {
  await runner.close();
  await bench.close();
});

const port = (): number => (server.address() as AddressInfo).port;
const chat: ToolChat = {
  id: "chat",
  run: "run-1",
  root: "run-1",
  callId: "1",
  project: null,
  plan: { items: async () => [], put: async () => {} },
};

async function runClaimed(id: string, asked: boolean): Promise<ToolResult | number> {
  const claimed = await bench.gate.claim(id, HOST);
  if (!claimed.ok) return claimed.status;
  const decide = async (call: Parameters<Bench["gate"]["check"]>[0]) => (await bench.gate.check(call, "chat")).decision;
  return runner.run(claimed, { asked, chat, decide });
}

async function answer(id: string, decision: "allow" | "deny") {
  const view = await bench.gate.get(id, OWNER);
  return bench.gate.decide({ id, digest: view?.digest ?? "", decision }, OWNER);
}

it("opens a page near by in full access, and clicks only once a person allowed it", async () => {
  const opened = await bench.propose("browser_navigate", { url });
  expect(opened.effect).toBe("allow");
  expect(await runClaimed(opened.approvalId, false)).toMatchObject({ ok: true });

  const click = () => bench.propose("browser_click", { selector: "text=go" });
  const declined = await click();
  expect(declined).toMatchObject({ effect: "ask", decision: { answerBy: "person", offers: [] } });
  expect(await runClaimed(declined.approvalId, true)).toBe(409);
  await answer(declined.approvalId, "deny");
  expect(await runClaimed(declined.approvalId, true)).toBe(409);
  expect(seen).not.toContain("/clicked");

  const allowed = await click();
  await answer(allowed.approvalId, "allow");
  expect(await runClaimed(allowed.approvalId, true)).toMatchObject({ ok: true });
  expect(seen).toContain("/clicked");
  expect(await runClaimed(allowed.approvalId, true)).toBe(409);
});

it("goes where a rule lets it, and not where one denies", async () => {
  const rule = { scope: "project", target: "prj", createdBy: "t", createdAt: 0 } as const;
  const opened = await bench.propose("browser_navigate", { url });
  await runClaimed(opened.approvalId, false);
  await bench.store.rules.add({
    ...rule,
    id: "no",
    tool: "browser_navigate",
    pattern: `http://127.0.0.1:${port()}/clicked`,
    decision: "deny",
  });
  const click = async (selector: string) => {
    const { approvalId } = await bench.propose("browser_click", { selector });
    await answer(approvalId, "allow");
    return runClaimed(approvalId, true);
  };
  expect(await click("text=go")).toMatchObject({
    ok: true,
    output: expect.stringContaining("policy does not allow") as string,
  });
  expect(seen).not.toContain("/clicked");
  // Control: full access lets it go elsewhere near by.
  expect(await click("text=other")).toMatchObject({
    ok: true,
    output: expect.stringMatching(/^http:\/\/localhost/) as string,
  });
});

it("ends with its run", async () => {
  const opened = await bench.propose("browser_navigate", { url });
  await runClaimed(opened.approvalId, false);
  await runner.endRun("run-1");
  const read = await bench.propose("browser_read", {});
  expect(read.effect).toBe("allow");
  expect(await runClaimed(read.approvalId, false)).toMatchObject({
    ok: true,
    output: expect.stringContaining("about:blank") as string,
  });
});
