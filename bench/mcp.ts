/**
 * What the gate costs between a client and a stdio server, against a process that only copies bytes and against a proxy
 * made of the SDK's client and server. Wall time of one request at a time; the contenders take turns in one run. A
 * message that is not held shows the forwarding alone; a call of a tool also its decision, which is durable with its
 * audit line before the server sees the call: beside it stands what this disk takes for one durable write.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

import { createLineSplitter } from "../src/adapters/mcp/lines.ts";
import { openSqlite } from "../src/store/sqlite.ts";
import { startHostProcess } from "../test/e2e/host-process.ts";
import { median, micros, percentile, printTable, times } from "./measure.ts";

const HERE = import.meta.dirname;
const SERVER = join(HERE, "mcp/echo-server.ts");
/** Series of requests, the first of which warms up; short ones, so that all contenders meet the same machine. */
const FORWARDED = { series: 61, requests: 25 } as const;
const HELD = { series: 4, requests: 40 } as const;

interface Contender {
  readonly name: string;
  readonly words: readonly string[];
}

export async function run(): Promise<void> {
  delete process.env["NODE_EXTRA_CA_CERTS"];
  const host = await startHostProcess();
  try {
    const gate = [join(HERE, "../bin/assent.js"), "mcp", "--", process.execPath, SERVER];
    await allowSeen(gate, host.dataDir, host.project);
    const contenders: readonly Contender[] = [
      { name: "straight", words: [SERVER] },
      { name: "byte pipe", words: [join(HERE, "mcp/byte-pipe.ts"), SERVER] },
      { name: "assent mcp", words: gate },
      { name: "SDK client + server", words: [join(HERE, "mcp/sdk-proxy.ts"), SERVER] },
    ];
    const clients = contenders.map(({ words }) => connect(words, { dataDir: host.dataDir, cwd: host.project }));
    for (const client of clients) await client.open();
    const ways = contenders.map(({ name }, at) => ({ name, ask: clients[at]!.ask }));
    await compare("a message that is not held", ways, {
      ...FORWARDED,
      method: "logging/setLevel",
      params: { level: "info" },
    });
    const call = { name: "echo", arguments: { text: "x".repeat(200) } };
    await compare("tools/call, decided and recorded", ways, { ...HELD, method: "tools/call", params: call });
    printTable("one durable write of this disk (µs wall)", [
      ["p50", micros(median(durableWrites(join(host.dataDir, "probe"), 60)))],
    ]);
    for (const client of clients) client.end();
  } finally {
    await host.close();
  }
}

interface Way {
  readonly name: string;
  readonly ask: (method: string, params: object) => Promise<unknown>;
}

interface Work {
  readonly series: number;
  readonly requests: number;
  readonly method: string;
  readonly params: object;
}

async function compare(title: string, ways: readonly Way[], { series, requests, method, params }: Work): Promise<void> {
  const spans: number[][] = ways.map(() => []);
  for (let round = 0; round < series; round += 1) {
    for (const [at, { ask }] of ways.entries()) {
      for (let i = 0; i < requests; i += 1) {
        const start = performance.now();
        await ask(method, params);
        if (round > 0) spans[at]?.push((performance.now() - start) * 1000);
      }
    }
  }
  const [, pipe = 1, , sdk = 1] = spans.map(median);
  printTable(`${title} (µs wall; ${series - 1} × ${requests} requests each)`, [
    ["way", "p50", "p99", "÷ byte pipe", "÷ SDK proxy"],
    ...ways.map(({ name }, at) => {
      const own = spans[at] ?? [];
      return [
        name,
        micros(median(own)),
        micros(percentile(own, 99)),
        times(median(own) / pipe),
        times(median(own) / sdk),
      ];
    }),
  ]);
}

function durableWrites(file: string, count: number): number[] {
  const fd = openSync(file, "a");
  const spans = Array.from({ length: count }, () => {
    const start = performance.now();
    writeSync(fd, "x".repeat(4096));
    fdatasyncSync(fd);
    return (performance.now() - start) * 1000;
  });
  closeSync(fd);
  return spans;
}

/** A tool is pinned when it is first seen; then every MCP tool is allowed. */
async function allowSeen(gate: readonly string[], dataDir: string, cwd: string): Promise<void> {
  const client = connect(gate, { dataDir, cwd });
  await client.open();
  client.end();
  const store = await openSqlite(join(dataDir, "assent.db"));
  await store.modes.set({ layer: "app", id: "" }, { mcp: { shared: { mode: "allow" } } }, Date.now());
  await store.close();
}

function connect(words: readonly string[], { dataDir, cwd }: { readonly dataDir: string; readonly cwd: string }) {
  const env = { ...process.env, ASSENT_HOME: dataDir };
  const child: ChildProcess = spawn(process.execPath, words, { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map<number, (answer: unknown) => void>();
  let count = 0;
  const onLine = (line: Buffer): void => {
    const answer = JSON.parse(line.toString()) as { id: number; result?: { isError?: boolean } };
    if (answer.result?.isError === true) throw new Error(`refused: ${line.toString()}`);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  child.stdout?.on("data", createLineSplitter({ limit: 1e9, onLine, onTooLong: () => {} }).push);
  const send = (message: object): unknown => child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      const id = (count += 1);
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  return {
    ask,
    async open(): Promise<void> {
      const clientInfo = { name: "bench", version: "1" };
      await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
      send({ method: "notifications/initialized" });
      await ask("tools/list");
    },
    end: () => child.kill(),
  };
}
