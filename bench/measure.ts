/** CPU time of this process for one call of `work`, in µs: the median of several rounds. */
export async function cpuPerCall(
  work: (i: number) => unknown,
  options: { rounds?: number; budgetMs?: number; warmMs?: number } = {},
): Promise<number> {
  const { rounds = 5, budgetMs = 150, warmMs = 0 } = options;
  await calibrate(work, warmMs); // what is measured is a running host, not its first calls
  const calls = await calibrate(work, budgetMs);
  const results: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    for (let i = 0; i < calls; i += 1) {
      const result = work(i);
      if (result instanceof Promise) await result;
    }
    const spent = process.cpuUsage(before);
    results.push((spent.user + spent.system) / calls);
  }
  return median(results);
}

async function calibrate(work: (i: number) => unknown, budgetMs: number): Promise<number> {
  const start = process.cpuUsage();
  let calls = 0;
  for (;;) {
    const result = work(calls);
    if (result instanceof Promise) await result;
    calls += 1;
    const spent = process.cpuUsage(start);
    if ((spent.user + spent.system) / 1000 > budgetMs) return Math.max(1, calls);
  }
}

/** Spans of each contender in µs wall; one call of each after the other, so that all meet the same disk. */
export async function inTurn(
  works: readonly (() => Promise<unknown>)[],
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
): Promise<readonly number[][]> {
  const spans: number[][] = works.map(() => []);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const [at, work] of works.entries()) {
      const start = performance.now();
      await work();
      if (round >= 0) spans[at]?.push((performance.now() - start) * 1000);
    }
  }
  return spans;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * p) / 100))] ?? Number.NaN;
}

/** A small deterministic generator, so that every run measures the same work. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  process.stdout.write(`\n${title}\n`);
  for (const row of rows) {
    process.stdout.write(
      `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ")}\n`,
    );
  }
}

export function micros(value: number): string {
  if (Number.isNaN(value)) return "–";
  return value < 10 ? value.toFixed(2) : value < 1000 ? value.toFixed(1) : Math.round(value).toString();
}

export function times(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return `${value < 10 ? value.toFixed(2) : Math.round(value)}×`;
}
