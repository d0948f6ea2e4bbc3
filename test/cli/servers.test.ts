import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bench, openBench } from "../host/gate/harness.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;
const TOKEN = `ghp_${"a1B2".repeat(9)}`;

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await bench.store.ownServers.put({
    slug: "notes",
    entry: {
      kind: "stdio",
      command: "node",
      file: "/usr/bin/node",
      canonical: "/usr/bin/node",
      args: ["notes.js", `--token=${TOKEN}`],
      env: {},
      secrets: [],
      cwd: "/",
      sandboxed: false,
    },
    confirmed: "c",
    enabled: true,
    projects: null,
    createdAt: 0,
  });
  await bench.stop();
});
afterAll(() => bench.close());

test.each([[["servers"]], [["servers", "--json"]]])(
  "`assent %s` shows a server and no secret of it",
  (words) => {
    const env = { PATH: process.env["PATH"], HOME: bench.dir, ASSENT_HOME: bench.dataDir };
    const { stdout } = spawnSync(process.execPath, [MAIN, ...words], { env, encoding: "utf8" });
    expect(stdout).toContain("notes.js");
    expect(stdout).not.toContain(TOKEN);
  },
  60_000,
);
