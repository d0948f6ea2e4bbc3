import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { GateHost, ProposedCall, Waiting } from "../../../src/adapters/mcp/forwarder-options.ts";
import { createForwarder } from "../../../src/adapters/mcp/forwarder.ts";
import type { CallAnswer } from "../../../src/wire/call.ts";

/** A forwarder with a host that answers as it is told, and what went through it. */
function bench(change: Partial<GateHost> = {}) {
  const toClient: string[] = [];
  const toServer: string[] = [];
  const told: unknown[] = [];
  const ticks: (() => void)[] = [];
  const log: string[] = [];
  let count = 0;
  const host: GateHost = {
    hidden: async () => [],
    propose: async () => ({ answer: "allow", approval: "apr_1" }),
    answer: async () => true,
    withdraw: async (callId) => void told.push(["withdraw", callId]),
    outcome: async (approval, outcome) => void told.push([approval, outcome.state, outcome.text]),
    ...change,
  };
  const forwarder = createForwarder({
    host,
    toClient: (bytes) => toClient.push(bytes.toString()),
    toServer: (bytes) => toServer.push(bytes.toString()),
    newId: () => `${(count += 1)}`,
    every: (_ms, work) => (ticks.push(work), () => void ticks.splice(ticks.indexOf(work), 1)),
    log: (message) => log.push(message),
    onBroken: () => told.push("broken"),
    lineLimit: 10_000,
  });
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) await turn();
  };
  return {
    toClient,
    toServer,
    told,
    ticks,
    log,
    forwarder,
    settle,
    async client(message: object | string) {
      forwarder.fromClient(Buffer.from(typeof message === "string" ? message : line(message)));
      await settle();
    },
    async server(message: object | string) {
      forwarder.fromServer(Buffer.from(typeof message === "string" ? message : line(message)));
      await settle();
    },
    /** The server's list, told to the gate when it asks for it. */
    async lists(tools: readonly object[]) {
      const asked = JSON.parse(toServer.at(-1) as string) as { id: string; method: string };
      expect(asked.method).toBe("tools/list");
      toServer.pop();
      await this.server({ jsonrpc: "2.0", id: asked.id, result: { tools } });
    },
    lastToClient: () => JSON.parse(toClient.at(-1) as string),
  };
}

function line(message: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}

const TOOL = { name: "t", inputSchema: { type: "object" } };
const OTHER = { name: "u", inputSchema: { type: "object" } };
const CALL = { id: 1, method: "tools/call", params: { name: "t", arguments: { a: 1 } } };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};
const LIST = { id: 9, method: "tools/list" };
const CHANGED = line({ method: "notifications/tools/list_changed" });

describe("a call", () => {
  it("goes on with its own bytes once it is allowed, and its outcome is told after the client has it", async () => {
    const proposed: ProposedCall[] = [];
    const gate = bench({ propose: async (call) => (proposed.push(call), { answer: "allow", approval: "apr_1" }) });
    const odd = ' {"params" : {"name":"t", "arguments":{"a":1.0}},"id":1,  "method":"tools\\/call"}\n';
    await gate.client(odd);
    await gate.lists([TOOL]);
    expect(gate.toServer).toEqual([odd]);
    expect(proposed).toEqual([{ tool: "t", descriptor: TOOL, args: { a: 1 }, beside: {}, callId: "1:1" }]);
    const result = '{"id":1, "result":{"content":[{"type":"text","text":"done"}]}}\n';
    await gate.server(result);
    expect([gate.toClient, gate.told]).toEqual([[result], [["apr_1", "executed", "done"]]]);
  });

  it.each<[string, () => Promise<CallAnswer>, object]>([
    [
      "denied",
      async () => ({ answer: "deny", code: "EDENIED", reason: "user denied" }),
      {
        code: "EDENIED",
        reason: "user denied",
        next: "Do not try to reach the same in another way; ask the person what they want instead.",
      },
    ],
    [
      "unanswered in time",
      async () => ({ answer: "pending", approval: "apr_7", reason: "" }),
      {
        code: "EPENDING",
        approval: "apr_7",
        reason: "approval apr_7 waits for a person; make the same call again once it is answered",
      },
    ],
    [
      "undecided",
      () => Promise.reject(new Error("gone")),
      { code: "EUNAVAILABLE", reason: "the call was not made: gone" },
    ],
  ])("that is %s never reaches the server", async (_name, propose, told) => {
    const gate = bench({ propose });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    expect(gate.toServer).toEqual([]);
    const { result } = gate.lastToClient();
    expect([result.isError, JSON.parse(result.content[0].text)]).toEqual([true, { ok: false, ...told }]);
  });

  it("of a tool that the server does not list is proposed as such", async () => {
    const proposed: ProposedCall[] = [];
    const gate = bench({ propose: async (call) => (proposed.push(call), { answer: "deny", code: "E", reason: "" }) });
    await gate.client(CALL);
    await gate.lists([OTHER]);
    expect(proposed.map(({ descriptor }) => descriptor)).toEqual([null]);
  });

  it("is refused where the server's tools cannot be listed", async () => {
    const gate = bench();
    await gate.client(CALL);
    const asked = JSON.parse(gate.toServer.pop() as string) as { id: string };
    await gate.server({ id: asked.id, error: { code: -32601, message: "no" } });
    expect([gate.toServer, gate.lastToClient().result.isError]).toEqual([[], true]);
  });

  it("that a person edited runs as edited, and the model is told", async () => {
    const gate = bench({ propose: async () => ({ answer: "allow", approval: "apr_1", edited: true, args: { a: 2 } }) });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    expect(JSON.parse(gate.toServer[0] as string).params).toEqual({ name: "t", arguments: { a: 2 } });
    await gate.server({ id: 1, result: { content: [] } });
    expect(gate.lastToClient().result.content[0].text).toContain('{"a":2}');
  });

  it.each<[string, object, object]>([
    ["a task", { task: { ttl: 1 } }, { task: { ttl: 1 } }],
    ["what a later protocol adds", { extra: [1] }, { extra: [1] }],
    ["its `_meta`", { _meta: { "x/id": "a", progressToken: 1 } }, { _meta: { "x/id": "a" } }],
    ["what is about the message alone", { _meta: { progressToken: 1 } }, {}],
    ["what is about the connection alone", { _meta: META }, {}],
    ["a `_meta` that is none", { _meta: "a" }, { _meta: "a" }],
    ["an answer to the server", { requestState: "s", inputResponses: {} }, { requestState: "s", inputResponses: {} }],
    [
      "an answer to the gate",
      {
        requestState: "assent:s",
        inputResponses: { assent: { action: "accept", content: { decision: "allow once" } } },
      },
      {},
    ],
  ])("is proposed with what goes along with its arguments: %s", async (_what, along, beside) => {
    const proposed: ProposedCall[] = [];
    const gate = bench({ propose: async (call) => (proposed.push(call), { answer: "deny", code: "E", reason: "" }) });
    await gate.client({ ...CALL, params: { ...CALL.params, ...along } });
    await gate.lists([TOOL]);
    expect(proposed.map((call) => call.beside)).toEqual([beside]);
  });

  it.each<[string, object, object, object]>([
    [
      "another `_meta`",
      { _meta: { id: "a" } },
      { _meta: { id: "b", progressToken: 2 } },
      { _meta: { id: "a", progressToken: 2 } },
    ],
    ["a `_meta` where there was none", {}, { _meta: { id: "b" } }, {}],
    ["none where there was one", { _meta: { id: "a" } }, {}, { _meta: { id: "a" } }],
    ["another task", { task: { ttl: 1 } }, { task: { ttl: 2 } }, { task: { ttl: 1 } }],
    ["the same in another order", { _meta: { a: 1, b: 2 } }, { _meta: { b: 2, a: 1 } }, { _meta: { b: 2, a: 1 } }],
  ])("takes along what was approved, and not %s", async (_what, beside, along, sent) => {
    const gate = bench({ propose: async () => ({ answer: "allow", approval: "apr_1", beside: { ...beside } }) });
    await gate.client({ ...CALL, params: { ...CALL.params, ...along } });
    await gate.lists([TOOL]);
    expect(JSON.parse(gate.toServer[0] as string).params).toEqual({ ...CALL.params, ...sent });
  });

  it("is withdrawn by a cancellation, and what was allowed meanwhile is not sent", async () => {
    const answers: ((answer: CallAnswer) => void)[] = [];
    const gate = bench({ propose: () => new Promise((resolve) => answers.push(resolve)) });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    await gate.client({ method: "notifications/cancelled", params: { requestId: 1 } });
    answers[0]?.({ answer: "allow", approval: "apr_1" });
    await gate.settle();
    expect([gate.toServer, gate.toClient]).toEqual([[], []]);
    expect(gate.told).toEqual([
      ["withdraw", "1:1"],
      ["apr_1", "failed", "cancelled before it was sent"],
    ]);
  });

  it("that the server works on is unknown after a cancellation, which goes on to the server", async () => {
    const gate = bench();
    await gate.client(CALL);
    await gate.lists([TOOL]);
    const cancel = line({ method: "notifications/cancelled", params: { requestId: 1 } });
    await gate.client(cancel);
    expect(gate.toServer[1]).toBe(cancel);
    expect(gate.told).toEqual([["apr_1", "unknown", "cancelled by the client while it ran"]]);
  });

  it("that the server works on is unknown when the server ends", async () => {
    const gate = bench();
    await gate.client(CALL);
    await gate.lists([TOOL]);
    await gate.forwarder.serverEnded();
    expect(gate.told).toEqual([["apr_1", "unknown", "the server ended while this ran"]]);
  });

  it("with the id of one that is on its way is refused", async () => {
    const gate = bench();
    await gate.client(CALL);
    await gate.lists([TOOL]);
    await gate.client(CALL);
    expect([gate.toServer.length, gate.lastToClient().error.code]).toEqual([1, -32600]);
  });

  it("is proposed with what the client was told of its tool, where the gate is told something else", async () => {
    const proposed: ProposedCall[] = [];
    const gate = bench({ propose: async (call) => (proposed.push(call), { answer: "allow", approval: "apr_1" }) });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    await gate.server({ id: 1, result: {} });
    const another = { ...TOOL, description: "another" };
    await gate.client(LIST);
    await gate.server({ id: 9, result: { tools: [another], nextCursor: "never asked for" } });
    await gate.client(CALL);
    expect(proposed.map(({ descriptor, shown }) => [descriptor, shown])).toEqual([
      [TOOL, undefined],
      [TOOL, another],
    ]);
  });

  it("is not sent where its tool was described otherwise before it was allowed", async () => {
    const waiting = Promise.withResolvers<CallAnswer>();
    const gate = bench({ propose: () => waiting.promise });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    await gate.server(CHANGED);
    await gate.lists([{ ...TOOL, description: "another" }]);
    waiting.resolve({ answer: "allow", approval: "apr_1" });
    await gate.settle();
    expect(gate.toServer).toEqual([]);
    expect(gate.lastToClient().result.content[0].text).toContain("ECONFLICT");
    expect(gate.told).toMatchObject([["apr_1", "failed", expect.any(String)]]);
  });

  it("is sent where the server told of a change that was none", async () => {
    const waiting = Promise.withResolvers<CallAnswer>();
    const gate = bench({ propose: () => waiting.promise });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    await gate.server(CHANGED);
    await gate.lists([TOOL]);
    waiting.resolve({ answer: "allow", approval: "apr_1" });
    await gate.settle();
    expect(gate.toServer).toEqual([line(CALL)]);
  });

  it("is refused where the server does not say which tools it has", async () => {
    const gate = bench();
    await gate.client(CALL);
    gate.toServer.pop();
    gate.ticks.forEach((tick) => tick());
    await gate.settle();
    expect([gate.toServer, gate.lastToClient().result.content[0].text]).toEqual([
      [],
      expect.stringContaining("does not say which tools"),
    ]);
  });

  it("that was not sent has no answer of the server's", async () => {
    const gate = bench({ propose: () => new Promise(() => {}) });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    await gate.server({ id: 1, result: { content: [] } });
    await gate.server({ id: 2, result: { content: [] } });
    expect(gate.toClient.map((text) => JSON.parse(text).id)).toEqual([2]);
  });

  it("and a list cannot have one id", async () => {
    const gate = bench({ hidden: async () => ["u"] });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    await gate.client({ ...LIST, id: 1 });
    expect(gate.lastToClient()).toMatchObject({ id: 1, error: { message: expect.stringContaining("on its way") } });
    expect(gate.toServer).toEqual([line(CALL)]);
    await gate.client(LIST);
    await gate.client({ ...CALL, id: 9 });
    expect(gate.lastToClient()).toMatchObject({ id: 9, error: { message: expect.stringContaining("on its way") } });
  });

  it("shows that it is alive where a token came, with values that increase into the server's own", async () => {
    let wait: (waiting: Waiting) => void = () => {};
    const gate = bench({ propose: (_call, onWaiting) => ((wait = onWaiting), new Promise(() => {})) });
    await gate.client({ ...CALL, params: { ...CALL.params, _meta: { progressToken: "p" } } });
    await gate.lists([TOOL]);
    wait({ approval: "apr_1" });
    gate.ticks[0]?.();
    gate.ticks[0]?.();
    const values = gate.toClient.map((text) => JSON.parse(text).params.progress as number);
    expect([
      values.length,
      values.every((value, at) => value < 0 && (at === 0 || value > (values[at - 1] as number))),
    ]).toEqual([3, true]);
  });

  it("shows nothing where no token came", async () => {
    let wait: (waiting: Waiting) => void = () => {};
    const gate = bench({ propose: (_call, onWaiting) => ((wait = onWaiting), new Promise(() => {})) });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    wait({ approval: "apr_1" });
    expect([gate.toClient, gate.ticks]).toEqual([[], []]);
  });
});

describe("a call of the stateless protocol", () => {
  const MODERN = { ...CALL, params: { ...CALL.params, _meta: META } };

  it("that the server answers with a question goes on in its next round without another approval, once", async () => {
    let proposals = 0;
    const gate = bench({ propose: async () => ({ answer: "allow", approval: `apr_${(proposals += 1)}` }) });
    await gate.client(MODERN);
    await gate.lists([TOOL]);
    await gate.server({ id: 1, result: { resultType: "input_required", inputRequests: {}, requestState: "s" } });
    expect(gate.told).toEqual([]);
    const round = { ...MODERN, id: 2, params: { ...MODERN.params, requestState: "s", inputResponses: {} } };
    await gate.client(round);
    expect([proposals, gate.toServer.at(-1)]).toEqual([1, line(round)]);
    await gate.server({ id: 2, result: { resultType: "complete", content: [] } });
    expect(gate.told.length).toBe(1);
    await gate.client({ ...round, id: 3 });
    expect(proposals).toBe(2);
  });

  it("that a person edited stays edited in each round, with what the client answered", async () => {
    const gate = bench({ propose: async () => ({ answer: "allow", approval: "apr_1", edited: true, args: { a: 2 } }) });
    await gate.client(MODERN);
    await gate.lists([TOOL]);
    for (const [id, requestState] of [
      [2, "s"],
      [3, "s2"],
    ] as const) {
      await gate.server({ id: id - 1, result: { resultType: "input_required", inputRequests: {}, requestState } });
      const params = { ...MODERN.params, requestState, inputResponses: { q: id } };
      await gate.client({ ...MODERN, id, params });
      const sent = JSON.parse(gate.toServer.at(-1) as string);
      expect([sent.id, sent.params]).toEqual([id, { ...params, arguments: { a: 2 } }]);
    }
    await gate.server({ id: 3, result: { resultType: "complete", content: [] } });
    expect(gate.lastToClient().result.content[0].text).toContain('{"a":2}');
  });

  it("takes along what was approved in each round", async () => {
    const gate = bench();
    const first = { ...CALL, params: { ...CALL.params, _meta: { id: "a" } } };
    await gate.client(first);
    await gate.lists([TOOL]);
    await gate.server({ id: 1, result: { resultType: "input_required", inputRequests: {}, requestState: "s" } });
    const answer = { requestState: "s", inputResponses: { q: 1 } };
    await gate.client({ ...CALL, id: 2, params: { ...CALL.params, ...answer, _meta: { id: "b", progressToken: 3 } } });
    expect(JSON.parse(gate.toServer.at(-1) as string).params).toEqual({
      ...first.params,
      ...answer,
      _meta: { id: "a", progressToken: 3 },
    });
  });

  it("does not go on where its tool was turned off between two rounds", async () => {
    let hidden: string[] = [];
    const gate = bench({ hidden: async () => hidden });
    await gate.client(CALL);
    await gate.lists([TOOL]);
    await gate.server({ id: 1, result: { resultType: "input_required", inputRequests: {}, requestState: "s" } });
    hidden = ["t"];
    await gate.client({ ...CALL, id: 2, params: { ...CALL.params, requestState: "s" } });
    expect(gate.toServer).toEqual([line(CALL)]);
    expect(gate.lastToClient().result.content[0].text).toContain("ETOOL_DISABLED");
    expect(gate.told).toMatchObject([["apr_1", "unknown", expect.any(String)]]);
  });

  it("with other arguments is another call, whatever its state says", async () => {
    let proposals = 0;
    const gate = bench({ propose: async () => ({ answer: "allow", approval: `apr_${(proposals += 1)}` }) });
    await gate.client(MODERN);
    await gate.lists([TOOL]);
    await gate.server({ id: 1, result: { resultType: "input_required", requestState: "s" } });
    await gate.client({ ...MODERN, id: 2, params: { ...MODERN.params, arguments: { a: 2 }, requestState: "s" } });
    expect(proposals).toBe(2);
  });

  it("is asked about in the client only where the host says so, and runs after the answer", async () => {
    const answered: unknown[] = [];
    let asks = true;
    const gate = bench({
      propose: (_call, onWaiting, signal) => {
        if (!asks) return Promise.resolve({ answer: "allow", approval: "apr_1" });
        onWaiting({ approval: "apr_1", ask: { question: "may it?", state: "assent:s" } });
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("left"))));
      },
      answer: async (said) => (answered.push(said), true),
    });
    await gate.client(MODERN);
    await gate.lists([TOOL]);
    const { result } = gate.lastToClient();
    expect([result.resultType, result.requestState, gate.toServer]).toEqual(["input_required", "assent:s", []]);
    asks = false;
    const responses = { assent: { action: "accept", content: { decision: "allow once" } } };
    const params = { ...MODERN.params, requestState: "assent:s", inputResponses: responses };
    await gate.client({ ...MODERN, id: 2, params });
    expect(answered).toEqual([{ tool: "t", args: { a: 1 }, beside: {}, state: "assent:s", decision: "allow" }]);
    expect(JSON.parse(gate.toServer[0] as string).params).toEqual(MODERN.params);
  });

  it("is refused where the answer does not count, or was no", async () => {
    const gate = bench({ answer: async () => false });
    for (const decision of ["allow once", "deny"]) {
      const inputResponses = { assent: { action: "accept", content: { decision } } };
      await gate.client({ ...MODERN, params: { ...MODERN.params, requestState: "assent:s", inputResponses } });
      expect(gate.lastToClient().result).toMatchObject({ isError: true, resultType: "complete" });
    }
    expect(gate.toServer).toEqual([]);
  });
});

describe("a question in the client", () => {
  const ask = { question: "may it?", state: "assent:s" };

  async function asked(elicits: boolean) {
    const answered: unknown[] = [];
    let end: (answer: CallAnswer) => void = () => {};
    const gate = bench({
      propose: (_call, onWaiting) => (onWaiting({ approval: "apr_1", ask }), new Promise((resolve) => (end = resolve))),
      answer: async ({ decision }) => (answered.push(decision), true),
    });
    await gate.client({ id: 0, method: "initialize", params: { capabilities: elicits ? { elicitation: {} } : {} } });
    await gate.client(CALL);
    gate.toServer.shift();
    await gate.lists([TOOL]);
    return { gate, answered, end };
  }

  it.each([
    ["yes", { action: "accept", content: { decision: "allow once" } }, ["allow"]],
    ["no", { action: "accept", content: { decision: "deny" } }, ["deny"]],
    ["no to the form", { action: "decline" }, ["deny"]],
    ["nothing", { action: "cancel" }, []],
    ["something else", { action: "accept", content: { decision: "always" } }, []],
  ])("that is answered with %s", async (_name, result, decisions) => {
    const { gate, answered } = await asked(true);
    const request = gate.lastToClient();
    expect([request.method, request.params.message]).toEqual(["elicitation/create", "may it?"]);
    await gate.client({ id: request.id, result });
    expect([answered, gate.toServer]).toEqual([decisions, []]);
  });

  it("is taken back when it is answered elsewhere", async () => {
    const { gate, end } = await asked(true);
    const { id } = gate.lastToClient();
    end({ answer: "allow", approval: "apr_1" });
    await gate.settle();
    expect(gate.lastToClient()).toMatchObject({ method: "notifications/cancelled", params: { requestId: id } });
    expect(gate.toServer).toEqual([line(CALL)]);
  });

  it("is not put to a client that cannot ask", async () => {
    expect((await asked(false)).gate.toClient).toEqual([]);
  });
});

describe("the list of tools", () => {
  it("has the server's own bytes where nothing is hidden", async () => {
    const gate = bench();
    await gate.client(LIST);
    const answer = '{"id":9, "result":{"tools":[{"name":"t","inputSchema":{"type":"object"}, "x-unknown":1}]}}\n';
    await gate.server(answer);
    expect(gate.toClient).toEqual([answer]);
  });

  it("lacks what is hidden, keeps the rest, and no cache may share it", async () => {
    const gate = bench({ hidden: async () => ["u"] });
    await gate.client(LIST);
    await gate.server({ id: 9, result: { tools: [TOOL, OTHER], ttlMs: 60_000, cacheScope: "public", other: 1 } });
    expect(gate.lastToClient().result).toEqual({ tools: [TOOL], ttlMs: 5_000, cacheScope: "private", other: 1 });
  });

  it.each([
    ["in a batch", (answer: object) => `[${JSON.stringify(answer)}]\n`],
    ["behind a carriage return", (answer: object) => `{"method":"a"}\r${JSON.stringify(answer)}\r\n`],
  ])("is not passed on %s", async (_name, spelled) => {
    const gate = bench();
    await gate.client(LIST);
    await gate.server(spelled({ jsonrpc: "2.0", id: 9, result: { tools: [TOOL] } }));
    expect([gate.toClient, gate.log]).toMatchObject([[], [expect.stringContaining("not passed on")]]);
  });

  it("lacks what is hidden in an answer that says it is a request too", async () => {
    const gate = bench({ hidden: async () => ["u"] });
    await gate.client(LIST);
    await gate.server({ id: 9, method: "a", result: { tools: [TOOL, OTHER] } });
    expect(gate.lastToClient().result.tools).toEqual([TOOL]);
  });

  it("is an error where the host does not say what may be named", async () => {
    const gate = bench({ hidden: () => Promise.reject(new Error("gone")) });
    await gate.client(LIST);
    await gate.server({ id: 9, result: { tools: [TOOL] } });
    expect(gate.lastToClient()).toMatchObject({ id: 9, error: { code: -32603 } });
  });

  it("is refused where a cursor repeats, and not where each page has its own", async () => {
    const gate = bench();
    const page = async (id: number, cursor: string | null, next: string | null, tool: object): Promise<void> => {
      await gate.client({ id, method: "tools/list", ...(cursor && { params: { cursor } }) });
      await gate.server({ id, result: { tools: [tool], ...(next && { nextCursor: next }) } });
    };
    await page(1, null, "a", TOOL);
    await page(2, "a", "b", OTHER);
    expect(gate.toClient.every((text) => text.includes("result"))).toBe(true);
    await page(3, "b", "a", { ...TOOL, name: "v" });
    expect(gate.lastToClient().error.message).toBe("the server repeats a cursor in its list of tools");
  });

  it("names a tool once: under the description that came first", async () => {
    const gate = bench();
    await gate.client(LIST);
    await gate.server({ id: 9, result: { tools: [TOOL, { ...TOOL, description: "another" }] } });
    expect(gate.lastToClient().result.tools).toEqual([TOOL]);
  });

  it("is walked to its end before a call, and a cursor that repeats refuses the call", async () => {
    const gate = bench();
    await gate.client(CALL);
    for (const next of ["a", "b", "a"]) {
      const { id } = JSON.parse(gate.toServer.at(-1) as string) as { id: string };
      await gate.server({ id, result: { tools: [], nextCursor: next } });
    }
    expect(gate.lastToClient().result.isError).toBe(true);
    expect(gate.toServer.map((text) => JSON.parse(text).params)).toEqual([{}, { cursor: "a" }, { cursor: "b" }]);
  });
});

describe("a change of the list", () => {
  async function listed(hidden: { names: readonly string[] }) {
    const gate = bench({ hidden: async () => hidden.names });
    await gate.client(LIST);
    await gate.server({ id: 9, result: { tools: [TOOL, OTHER] } });
    gate.toServer.splice(0);
    gate.toClient.splice(0);
    return gate;
  }

  it("of the server is told where it changes what the client sees", async () => {
    const gate = await listed({ names: ["u"] });
    await gate.server(CHANGED);
    await gate.lists([{ ...TOOL, description: "new" }, OTHER]);
    expect(gate.toClient).toEqual([CHANGED]);
  });

  it("of what is hidden is not told", async () => {
    const gate = await listed({ names: ["u"] });
    await gate.server(CHANGED);
    await gate.lists([TOOL, { ...OTHER, description: "new" }]);
    expect(gate.toClient).toEqual([]);
  });

  it("of policy is told where it changes what the client sees, and only then", async () => {
    const hidden = { names: [] as string[] };
    const gate = await listed(hidden);
    gate.forwarder.policyChanged();
    await gate.settle();
    expect(gate.toClient).toEqual([]);
    hidden.names = ["u"];
    gate.forwarder.policyChanged();
    await gate.settle();
    expect(gate.toClient).toEqual([CHANGED]);
  });

  it("of policy is told on each stream of the stateless protocol", async () => {
    const hidden = { names: [] as string[] };
    const gate = await listed(hidden);
    await gate.client({
      id: "s1",
      method: "subscriptions/listen",
      params: { notifications: { toolsListChanged: true } },
    });
    hidden.names = ["u"];
    gate.forwarder.policyChanged();
    await gate.settle();
    expect(gate.lastToClient().params._meta).toEqual({ "io.modelcontextprotocol/subscriptionId": "s1" });
  });

  it("makes the next call wait for the new list", async () => {
    const gate = await listed({ names: [] });
    await gate.server(CHANGED);
    await gate.client(CALL);
    expect(gate.toServer.map((text) => JSON.parse(text).method)).toEqual(["tools/list"]);
    await gate.lists([TOOL]);
    expect(gate.toServer).toEqual([line(CALL)]);
  });
});

describe("a message that is too long", () => {
  it("of the client is refused, and the next one goes on", async () => {
    const gate = bench();
    await gate.client({ id: 1, method: "ping", params: { a: "x".repeat(20_000) } });
    await gate.client({ id: 2, method: "ping" });
    expect([gate.lastToClient().error.code, gate.toServer]).toEqual([-32600, [line({ id: 2, method: "ping" })]]);
  });

  it("of the server ends the connection", async () => {
    const gate = bench();
    await gate.server(`${"x".repeat(20_000)}\n`);
    expect([gate.told, gate.toClient]).toEqual([["broken"], []]);
  });
});
