import { describe, expect, it } from "vitest";
import { CLASSES } from "../../../src/core/class.ts";
import { knowledgeOf, programs } from "../../../src/read/knowledge/index.ts";
import { type Option, OPTION_EFFECTS, parseOperand, parseOption, words } from "../../../src/read/knowledge/parse.ts";
import type { Command, Form, Program } from "../../../src/read/knowledge/schema.ts";
import { commandsOf, nameOf } from "./walk.ts";

const FIELDS = new Set(
  "names source separator equals globals anywhere class style options operands subs aliases forms implies info exact does edits reveals prints changes stdin projectCode language".split(
    " ",
  ),
);
const FORM_FIELDS = new Set("if class operands exact does edits reveals prints changes projectCode stdin".split(" "));
const STYLES: ReadonlySet<string> = new Set(["gnu", "exact-long", "posix", "single-dash", "none"]);

describe("knowledge", () => {
  it("knows at least 200 programs", () => {
    expect(programs().length).toBeGreaterThanOrEqual(200);
  });

  it("gives each name one entry", () => {
    const names = programs().flatMap((program) => words(program.names));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    for (const program of programs()) for (const name of words(program.names)) expect(knowledgeOf(name)).toBe(program);
  });

  it("knows nothing of names that only look like one", () => {
    expect(["", "gitt", "constructor", "__proto__", "toString"].map(knowledgeOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each(programs().map((program) => [words(program.names)[0]!, program] as const))(
    "%s fits the schema",
    (_, program) => {
      expect(faultsOf(program)).toEqual([]);
    },
  );
});

function faultsOf(program: Program): readonly string[] {
  const faults = program.source.length < 5 ? ["no source"] : [];
  faults.push(...optionFaults(program.globals), ...optionFaults(program.anywhere));
  for (const { command, path } of commandsOf(program)) {
    faults.push(...commandFaults(command).map((fault) => `${nameOf(program, path)}: ${fault}`));
  }
  return faults;
}

function commandFaults(command: Command): readonly string[] {
  return [
    ...Object.keys(command).flatMap((key) => (FIELDS.has(key) ? [] : [`field ${key}`])),
    ...(command.class === undefined || CLASSES.includes(command.class) ? [] : [`class ${command.class}`]),
    ...(command.style === undefined || STYLES.has(command.style) ? [] : [`style ${command.style}`]),
    ...(command.class === undefined && command.subs === undefined ? ["neither a class nor subcommands"] : []),
    ...(command.exact === "destructive" && !command.does ? ["destroys without saying what"] : []),
    ...optionFaults(command.options),
    ...operandFaults(command.operands),
    ...(command.forms ?? []).flatMap((form) => formFaults(form, command)),
    ...subcommandFaults(command),
  ];
}

function formFaults(form: Form, command: Command): readonly string[] {
  return [
    ...Object.keys(form).flatMap((key) => (FORM_FIELDS.has(key) ? [] : [`form field ${key}`])),
    ...(words(form.if).length > 0 ? [] : ["form without a test"]),
    ...(command.does && form.class?.endsWith("read") && form.does === undefined ? [`${form.if} keeps \`does\``] : []),
    ...operandFaults(form.operands),
  ];
}

function optionFaults(text = ""): readonly string[] {
  const faults: string[] = [];
  const seen = new Map<string, Option>();
  for (const token of words(text)) {
    const parsed = parseOption(token);
    if (!parsed) {
      faults.push(`option ${token}`);
      continue;
    }
    if (parsed.names.some((name) => name.slice(0, -1).includes("*"))) faults.push(`mask ${token}`);
    for (const effect of parsed.option.effects) if (!OPTION_EFFECTS.includes(effect)) faults.push(`effect ${token}`);
    if (/\+(?!deep|first|last|end)[a-z]/.test(token.replace(/^\+/, ""))) faults.push(`mark ${token}`);
    for (const name of parsed.names) {
      // A later token may replace an earlier one, but not what that one does.
      const before = seen.get(name);
      if (before && doing(before) && !doing(parsed.option)) faults.push(`listed again without its effect: ${name}`);
      seen.set(name, parsed.option);
    }
  }
  return faults;
}

function doing({ effects, value }: Option): boolean {
  return effects.length > 0 || (value !== undefined && "wWedDxpsa".includes(value));
}

function operandFaults(text = ""): readonly string[] {
  const list = words(text).map((token) => [token, parseOperand(token)] as const);
  return [
    ...list.flatMap(([token, operand]) => (operand ? [] : [`operand ${token}`])),
    ...(list.filter(([, operand]) => operand?.repeats).length > 1 ? [`two repeated operands: ${text}`] : []),
  ];
}

/** A later key takes a name from an earlier one only where the family spreads a common list first. */
function subcommandFaults(command: Command): readonly string[] {
  return Object.entries(command.subs ?? {}).flatMap(([key, sub]) =>
    words(key).length > 1 && sub.aliases ? [`aliases of several names: ${key.slice(0, 40)}`] : [],
  );
}
