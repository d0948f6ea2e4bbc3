import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RealHost, startReal } from "../real-host.ts";
import { EVERYTHING, FILESYSTEM, MEMORY } from "./gated.ts";
import { open, rawClient, type RawClient } from "./raw-client.ts";

// Each test starts a dozen processes.
vi.setConfig({ testTimeout: 120_000 });

/** Requests of every feature that the server has, one after the other. */
const FEATURES: readonly (readonly [method: string, params?: object])[] = [
  ["ping"],
  ["tools/list"],
  ["prompts/list"],
  ["prompts/get", { name: "simple-prompt" }],
  ["prompts/get", { name: "args-prompt", arguments: { city: 'Zürich \u2028 "x"', state: "ZH" } }],
  ["prompts/get", { name: "resource-prompt", arguments: { resourceType: "Text", resourceId: "1" } }],
  ["prompts/get", { name: "nowhere" }],
  ["resources/list"],
  ["resources/templates/list"],
  ["resources/read", { uri: "demo://resource/static/document/architecture.md" }],
  ["resources/read", { uri: "demo://resource/dynamic/text/1" }],
  ["resources/read", { uri: "demo://nowhere" }],
  ["resources/subscribe", { uri: "demo://resource/dynamic/text/1" }],
  ["resources/unsubscribe", { uri: "demo://resource/dynamic/text/1" }],
  [
    "completion/complete",
    { ref: { type: "ref/prompt", name: "completable-prompt" }, argument: { name: "department", value: "E" } },
  ],
  ["logging/setLevel", { level: "debug" }],
  ["no/such/method", { a: ["tools/call", "\\"] }],
  ...call("echo", { message: 'für "tools/call" \u0000\n{}' }),
  ...call("get-annotated-message", { messageType: "error", includeImage: true }),
  ...call("get-env"),
  ...call("get-resource-links", { count: 3 }),
  ...call("get-resource-reference", { resourceType: "Text", resourceId: 1 }),
  ...call("get-roots-list"),
  ...call("get-structured-content", { location: "Chicago" }),
  ...call("get-sum", { a: 0.1, b: 1e21 }),
  ...call("get-tiny-image"),
  ...call("gzip-file-as-resource", { name: "a.gz", data: "data:text/plain;base64,YQ==", outputType: "resource" }),
  ...call("trigger-sampling-request", { prompt: "hello", maxTokens: 5 }),
  ...call("trigger-elicitation-request"),
  ...call("trigger-long-running-operation", { duration: 0.3, steps: 3 }, { _meta: { progressToken: "p-1" } }),
  ...call("simulate-research-query", { topic: "x" }, { task: { ttl: 60_000 } }),
  ["tasks/list"],
  ...call("get-sum", { a: "no", b: 1 }),
  ...call("no-such-tool"),
];

function call(name: string, args: object = {}, more: object = {}): readonly (readonly [string, object])[] {
  return [["tools/call", { name, arguments: args, ...more }]];
}

const CAPABILITIES = { sampling: {}, elicitation: { form: {}, url: {} }, roots: { listChanged: true } };

const REPLIES: Readonly<Record<string, object>> = {
  "sampling/createMessage": {
    role: "assistant",
    model: "m",
    stopReason: "endTurn",
    content: { type: "text", text: "hi" },
  },
  "elicitation/create": { action: "decline" },
  "roots/list": { roots: [{ uri: "file:///tmp", name: "tmp" }] },
};

describe("servers behind the gate", () => {
  let real: RealHost;
  let files = 0;
  beforeAll(async () => {
    real = await startReal();
  });
  afterAll(() => real.close());

  function client(server: readonly string[], gated: boolean): RawClient {
    const reply = (method: string): object | undefined => REPLIES[method];
    // Each process remembers in a file of its own.
    const env = { MEMORY_FILE_PATH: join(real.dataDir, `memory-${(files += 1)}.jsonl`) };
    return rawClient(server, { cwd: real.project, dataDir: real.dataDir, env, reply, ...(gated && { gate: [] }) });
  }

  /** A tool that is first seen after its server was allowed is asked about: so they are seen, then allowed. */
  async function allow(server: readonly string[]): Promise<void> {
    const raw = client(server, true);
    await open(raw, CAPABILITIES);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await raw.ask("tools/list");
    await raw.close();
    const patch = { mcp: { shared: { mode: "allow" } } };
    expect((await real.person.send("PUT", "/api/tools/authorization?scope=app", patch)).status).toBe(200);
  }

  async function walk(server: readonly string[], gated: boolean, features: typeof FEATURES): Promise<string[]> {
    const raw = client(server, gated);
    await open(raw, CAPABILITIES);
    // The server asks for roots a while after the start.
    await new Promise((resolve) => setTimeout(resolve, 600));
    for (const [method, params] of features) await raw.ask(method, params);
    await raw.close();
    // How far a task of its own has come depends on the moment.
    return raw.lines
      .filter((line) => !line.includes('"notifications/tasks/status"'))
      .map(steady)
      .sort();
  }

  it("everything: each feature gives the same bytes, but for two calls that the gate refuses", async () => {
    await allow(EVERYTHING);
    const [straight, gated] = [await walk(EVERYTHING, false, FEATURES), await walk(EVERYTHING, true, FEATURES)];
    const missing = straight.filter((line) => !gated.includes(line));
    const added = gated.filter((line) => !straight.includes(line));
    expect([missing.length, straight.length - gated.length]).toEqual([2, 0]);
    // The server would have refused both by itself, in words of its own.
    expect(added).toEqual([expect.stringContaining("EINVALID"), expect.stringContaining("ETOOL_DISABLED")]);
  });

  it.each([
    ["filesystem", () => [FILESYSTEM, real.project], [["tools/list"], ...call("read_text_file", { path: "a.txt" })]],
    [
      "memory",
      () => [MEMORY],
      [
        ["tools/list"],
        ...call("create_entities", { entities: [{ name: "a", entityType: "b", observations: [] }] }),
        ...call("read_graph"),
      ],
    ],
  ] as const)("%s: the same bytes", async (_name, server, features) => {
    await allow(server());
    const [straight, gated] = [await walk(server(), false, features), await walk(server(), true, features)];
    expect(gated).toEqual(straight);
  });
});

/** Without what differs from one run of the server to the next. */
function steady(line: string): string {
  return line
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "DATE")
    .replaceAll(/\d{1,2}:\d{2}:\d{2}\s?(?:AM|PM)?/g, "TIME")
    .replaceAll(/"statusMessage":"[^"]*"/g, '"statusMessage":"S"')
    .replaceAll(/memory-\d+\.jsonl/g, "memory.jsonl")
    .replaceAll(/"taskId":"[0-9a-f]+"/g, '"taskId":"T"');
}
