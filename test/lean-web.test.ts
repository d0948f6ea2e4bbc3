import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { marked } from "marked";
import { expect, test } from "vitest";
import { leanWeb } from "../tools/lean-web.ts";

const { transform } = leanWeb();
const load = (code: string): Promise<Record<string, unknown>> =>
  import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`) as Promise<Record<string, unknown>>;

test("an icon keeps its lines, and nothing else", async () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve("lucide-react/package.json")), "dist/esm/icons");
  const names = readdirSync(folder).filter((name) => name.endsWith(".mjs") && name !== "index.mjs");
  const icons = names
    .map((name) => join(folder, name))
    .filter((file) => readFileSync(file, "utf8").includes("__iconData ="));
  expect(icons.length).toBeGreaterThan(1_000);
  for (const file of icons.filter((_, at) => at % 20 === 0)) {
    const code = transform(readFileSync(file, "utf8"), file) as string;
    const { default: lean } = await load(code.replace(/^import .*$/mu, "const createIcon = (lines) => lines;"));
    const { __iconData } = (await import(file)) as { __iconData: { node: [string, Record<string, string>][] } };
    expect(lean).toEqual(__iconData.node.map(([tag, { key: _, ...attributes }]) => [tag, attributes]));
  }
  expect(() => transform("export default 1;", join(folder, "trash.mjs"))).toThrow("an icon has no lines");
});

test("the Markdown parser keeps its lexer, and what makes HTML is left out", async () => {
  const file = createRequire(import.meta.url)
    .resolve("marked")
    .replace(/marked\.umd\.js$/u, "marked.esm.js");
  const kept = await load(transform(readFileSync(file, "utf8"), file) as string);
  const text = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  expect(Object.keys(kept)).toEqual(["Lexer"]);
  expect((kept["Lexer"] as typeof marked.Lexer).lex(text)).toEqual(marked.lexer(text));
  expect(() => transform("export {};", file)).toThrow("is not found");
});
