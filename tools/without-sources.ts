import { type ESTree, parseSync, Visitor } from "rolldown/utils";

/**
 * A plugin for rolldown and vite that leaves out of a bundle what no decision reads: the manual that each entry of the
 * knowledge was written from.
 */
export function withoutSources(): {
  readonly name: string;
  readonly enforce: "pre";
  transform(code: string, id: string): string | null;
} {
  return {
    name: "without-sources",
    enforce: "pre",
    transform: (code, id) => (/\/src\/read\/knowledge\/[a-z-]+\.ts$/u.test(id) ? leaveOut(code) : null),
  };
}

function leaveOut(code: string): string {
  const found: ESTree.ObjectProperty[] = [];
  new Visitor({
    ObjectExpression({ properties }) {
      found.push(...properties.filter((one) => one.type === "Property").filter(isSource));
    },
  }).visit(parseSync("entries.ts", code).program);
  return found
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/u, ""), code);
}

/** A subcommand may be called so too; what it holds is an object. */
function isSource({ key, value }: ESTree.ObjectProperty): boolean {
  const isText = ["Literal", "TemplateLiteral", "Identifier"].includes(value.type);
  return isText && key.type === "Identifier" && key.name === "source";
}
