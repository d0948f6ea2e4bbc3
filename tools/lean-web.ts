import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "rolldown/utils";

const ICON = join(import.meta.dirname, "../src/web/parts/icon.ts");
const ICONS = /\/lucide-react\/dist\/esm\/icons\/(?!index\.)[\w-]+\.mjs$/u;
const MARKDOWN = /\/marked\/lib\/marked\.esm\.js$/u;

/**
 * A plugin for vite that leaves out of the page what it would fetch and never use: of an icon all but its lines, and of the
 * Markdown parser what makes HTML. A package that has changed so that nothing is found fails the build.
 */
export function leanWeb(): {
  readonly name: string;
  readonly enforce: "pre";
  transform(code: string, id: string): string | null;
} {
  return {
    name: "lean-web",
    enforce: "pre",
    transform: (code, id) => (ICONS.test(id) ? iconLines(code) : MARKDOWN.test(id) ? lexerAlone(code) : null),
  };
}

/** The lines of an icon, without the keys that React wants of a list only, nor names that nobody looks for. */
function iconLines(code: string): string {
  const properties = propertiesOf(code);
  const node = properties.find(({ key }) => nameOf(key) === "node")?.value;
  if (node === undefined) throw new Error("an icon has no lines");
  const lines = properties
    .filter(({ key, start }) => nameOf(key) === "key" && start > node.start)
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start }) => without(text, start - node.start), code.slice(node.start, node.end));
  return `import { createIcon } from ${JSON.stringify(ICON)};\nexport default createIcon(${lines});\n`;
}

/** A key stands last in its object. */
function without(text: string, start: number): string {
  return text.slice(0, start).replace(/,\s*$/u, "") + text.slice(start).replace(/^key: "\w+"/u, "");
}

function propertiesOf(code: string): ESTree.ObjectProperty[] {
  const found: ESTree.ObjectProperty[] = [];
  new Visitor({
    ObjectExpression({ properties }) {
      found.push(...properties.filter((one) => one.type === "Property"));
    },
  }).visit(parseSync("icon.mjs", code).program);
  return found;
}

function nameOf(key: ESTree.PropertyKey): string | null {
  return key.type === "Identifier" ? key.name : null;
}

/** What comes after the lexer runs when the module is loaded, so a bundler has to keep it. */
function lexerAlone(code: string): string {
  const end = /var (\w+)=new \w+;function \w+\(\w+,\w+\)\{return \1\.parse\(/u.exec(code)?.index;
  const lexer = /export\{.*?\b(\w+) as Lexer\b/u.exec(code)?.[1];
  if (end === undefined || lexer === undefined) throw new Error("the lexer of the Markdown parser is not found");
  return `${code.slice(0, end)}export{${lexer} as Lexer};\n`;
}
