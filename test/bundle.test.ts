import { type Plugin, rolldown } from "rolldown";
import { expect, test } from "vitest";

import { programs } from "../src/read/knowledge/index.ts";
import { withoutSources } from "../tools/without-sources.ts";

const KNOWLEDGE = "src/read/knowledge/index.ts";

test("the knowledge in a bundle is what the sources say, but for the manuals", async () => {
  expect(await programsOf([])).toStrictEqual(programs());
  const bare = programs().map(({ source: _, ...program }) => program);
  expect(await programsOf([withoutSources()])).toStrictEqual(bare);
});

/** One character beyond ASCII makes an engine read and hold the whole bundle the slow way. */
test("the embed bundle is plain ASCII", async () => {
  expect(/[^\0-\x7f]+/u.exec(await bundle("src/index.ts", []))).toBeNull();
});

async function programsOf(plugins: readonly Plugin[]): Promise<unknown> {
  const code = await bundle(KNOWLEDGE, plugins);
  const made = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { programs(): unknown };
  return made.programs();
}

async function bundle(input: string, plugins: readonly Plugin[]): Promise<string> {
  const build = await rolldown({ input: new URL(`../${input}`, import.meta.url).pathname, plugins: [...plugins] });
  const { output } = await build.generate({ minify: true });
  return output[0].code;
}
