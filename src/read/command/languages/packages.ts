import { isReadOnly } from "../../../core/class.ts";
import { knowledgeOf } from "../../knowledge/index.ts";
import { literal } from "../arg.ts";
import { showWords } from "../behind.ts";
import { guardModules } from "../planted.ts";
import { loosens, readAs, type Start } from "../program.ts";
import { addCarrier } from "../code.ts";
import { applyValue } from "../values.ts";

/** `python -m module`: a module that is known is read as the program that it is. */
export function readPython(start: Start): void {
  const { options, operands, draft } = start;
  const module = options.find(({ name }) => name === "-m")?.value;
  if (module === undefined) return;
  const entry = module.kind === "literal" ? knowledgeOf(`python:${module.text}`) : undefined;
  const harmless = options.every(
    ({ name, option }) => name === "-m" || (option.effects.length === 0 && option.value === undefined),
  );
  if (entry !== undefined && harmless) {
    const sub = readAs(start, entry, operands);
    // INVARIANT: `python *` reaches no module that does more than tell; its name stands in the pattern.
    if (!isReadOnly(draft.class) && draft.exactOnly !== "destructive") {
      draft.exactOnly = "launcher";
      start.spelled = [`-m=${module.text}`];
      draft.head = [...start.spelled, ...sub];
    }
    return guardModules(start);
  }
  addCarrier(start, { arg: module, name: "-m" });
  draft.projectCode = false;
}

/** `npx tool`: the project's own where it is installed there, else a download. */
export function readNpx(start: Start): void {
  const { options, operands, draft, at } = start;
  const [tool] = operands;
  const packages = options.filter(({ name }) => name === "--package").flatMap(({ value }) => (value ? [value] : []));
  for (const arg of packages) addCarrier(start, { arg, name: "--package" });
  if (tool === undefined) return;
  addCarrier(start, { arg: tool });
  // What the tool does with its words is said by what stands for it.
  draft.mentions.length = 0;
  showWords(start, [
    tool.kind === "literal" ? literal(tool.text.replace(/(?<=.)@.*$/, "")) : tool,
    ...operands.slice(1),
  ]);
  if (/^assent(@|$)/.test(tool.text)) loosens(draft);
  const { project } = at.line.call;
  const offline = options.some(({ name }) => name === "--no" || name === "--no-install" || name === "--offline");
  const bin = project === null ? null : at.line.world.readdir(`${project}/node_modules/.bin`);
  const installed = tool.kind === "literal" && bin?.includes(tool.text) === true;
  draft.projectCode = packages.length === 0 && (installed || offline) && tool.kind === "literal";
}

/** `uv run cmd`: prepares the project's environment, then runs the command in it. */
export function readUvRun(start: Start): void {
  start.opaque = true;
  const [first] = start.read.argv ?? [];
  if (first === undefined) addCarrier(start, { arg: literal("") });
}

/** `pytest FILE::CLASS::TEST`: what is named is run, wherever it lies. */
export function readPytest(start: Start): void {
  for (const arg of start.operands) {
    const cut = arg.kind === "literal" ? arg.text.indexOf("::") : -1;
    applyValue(start, { kind: "s", arg: cut < 0 ? arg : literal(arg.text.slice(0, cut)) });
  }
}
