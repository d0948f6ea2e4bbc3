import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CARDS } from "./cards.ts";
import { CHATS } from "./chats.ts";
import { PICTURES, WRITES } from "./check.ts";
import { PAGES } from "./pages.ts";
import { picturesOf, type Screen } from "./screen.ts";

const LIST = join(PICTURES, "README.md");
const GROUPS: readonly (readonly [string, readonly Screen[]])[] = [
  ["Pages", PAGES],
  ["Cards", CARDS],
  ["Chats", CHATS],
];

it("every picture is listed, and every screen has its pictures", () => {
  const list = listOf();
  const pictures = GROUPS.flatMap(([, screens]) => screens.flatMap(picturesOf)).toSorted();
  const there = (): readonly string[] => readdirSync(PICTURES).filter((name) => name.endsWith(".png"));
  if (WRITES) {
    // The pictures are made beside this, by other tests.
    for (const name of there().filter((each) => !pictures.includes(each))) rmSync(join(PICTURES, name));
    return writeFileSync(LIST, list);
  }
  expect(readFileSync(LIST, "utf8")).toBe(list);
  expect(there()).toEqual(pictures);
});

function listOf(): string {
  const lines = GROUPS.flatMap(([title, screens]) => [
    "",
    `## ${title}`,
    "",
    ...screens.map((screen) => `- ${screen.says}: ${picturesOf(screen).map(linkOf).join(", ")}`),
  ]);
  return `# Screens\n\nEvery page and card in its states, made by \`npm run screens\`; \`npm test\` opens each of them as well.\n${lines.join("\n")}\n`;
}

function linkOf(picture: string): string {
  return `[${picture.replace(".png", "")}](${picture})`;
}
