import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, HOST, openBench, OWNER } from "./harness.ts";

/** A second host on the same data: `node child.ts FOLDER GO-FILE decide|claim|hold ID…`; prints one JSON line. */
const [dir = "", go = "", act = "", ...ids] = process.argv.slice(2);
const bench = await openBench({ dir });
console.log("ready");
while (!existsSync(go)) await sleep(1);

const results = [];
for (const id of ids) results.push(await actOn(bench, id));
console.log(JSON.stringify(results));
if (act === "hold") await sleep(60_000);
await bench.stop();

async function actOn({ gate, store }: Bench, id: string): Promise<string> {
  if (act !== "decide") return summarise(await gate.claim(id, HOST));
  const digest = (await store.approvals.get(id))?.digest ?? "";
  return summarise(await gate.decide({ id, digest, decision: "allow" }, OWNER));
}

function summarise(result: { readonly ok: boolean; readonly code?: string }): string {
  return result.ok ? "won" : (result.code ?? "");
}
