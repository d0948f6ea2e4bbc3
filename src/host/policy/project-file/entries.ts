import { findNodeAtLocation, type JSONPath, type Node, type ParseError, printParseErrorCode } from "jsonc-parser";
import { isRecord } from "../../../core/faults.ts";
import { MODES, type Entry, type Layer, type Mode } from "../../../core/policy.ts";
import { readers } from "../../../read/read.ts";
import type { FileFault } from "../../../wire/project-file.ts";
import { layerFault } from "../fault.ts";

/** Where in a file something is read. */
export interface Place {
  readonly text: string;
  readonly root: Node;
}

interface Context<T> {
  readonly at: Place;
  readonly path: JSONPath;
  /** The layer that holds what is read and nothing else. */
  readonly of: (read: T) => Layer;
}

type Entries = Readonly<Record<string, Entry>>;

/** The entries of one map under their canonical keys; null where the file has no such map. */
export function readEntries(
  given: unknown,
  { at, path, of, key }: Context<Entries> & { readonly key: (name: string) => string },
): { readonly entries: Entries | null; readonly faults: readonly FileFault[] } {
  if (!isRecord(given)) return { entries: null, faults: [] };
  const entries = new Map<string, Entry>();
  const faults: FileFault[] = [];
  for (const [name, value] of Object.entries(given)) {
    const here = [...path, name];
    const read = readEntry(value, { at, path: here, of: (entry) => of({ [name]: entry }) });
    const before = entries.get(key(name));
    faults.push(...read.faults);
    if (before !== undefined) faults.push(placed(at, here, `a second entry for \`${key(name)}\``));
    entries.set(key(name), before === undefined ? read.entry : { mode: strictestMode([before.mode, read.entry.mode]) });
  }
  return { entries: Object.fromEntries(entries), faults };
}

/** One entry; where it cannot be read as it stands, the strictest that it may have been meant as, with what is wrong. */
export function readEntry(
  given: unknown,
  { at, path, of }: Context<Entry>,
): { readonly entry: Entry; readonly faults: readonly FileFault[] } {
  if (!isRecord(given)) return { entry: { mode: "off" }, faults: [placed(at, path, "not an object")] };
  // When an entry began to count, and whether it was accepted, is the host's to say.
  const { since: _since, proposed: _proposed, ...entry } = given;
  const fault = layerFault({ readers }, { layer: "project" }, of(entry));
  if (fault === null) return { entry, faults: [] };
  const [, field, index] = /\.(\w+)(?:\[(\d+)\])?$/.exec(fault.path ?? "") ?? [];
  const steps = [field, index === undefined ? undefined : Number(index)].filter((step) => step !== undefined);
  return { entry: asStrictAsMeant(entry), faults: [placed(at, [...path, ...steps], fault.message)] };
}

/** INVARIANT: a deny that cannot be read denies. What is certainly no deny asks. Source: decision.md. */
function asStrictAsMeant({ mode, enforced }: Readonly<Record<string, unknown>>): Entry {
  const mayDeny = mode === "off" || (mode !== undefined && !(MODES as readonly unknown[]).includes(mode));
  const tightens = mayDeny || mode === "ask";
  return {
    mode: mayDeny ? "off" : "ask",
    ...(tightens && enforced !== undefined && enforced !== false && { enforced: true }),
  };
}

function strictestMode(modes: readonly (Mode | undefined)[]): Mode {
  return modes.includes("off") ? "off" : "ask";
}

/** At the value, or at the nearest that stands around it. */
function placed({ text, root }: Place, path: JSONPath, message: string): FileFault {
  for (let steps = path; ; steps = steps.slice(0, -1)) {
    const node = findNodeAtLocation(root, [...steps]);
    if (node !== undefined) return { ...faultAt(text, node.offset, message), path: path.join(".") };
  }
}

export function faultAt(text: string, offset: number, message: string): FileFault {
  const before = text.slice(0, offset).split("\n");
  return { message, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

export function sayError({ error }: ParseError): string {
  const words = printParseErrorCode(error).replace(/([a-z])([A-Z])/g, "$1 $2");
  return `it is not JSON: ${words.toLowerCase()}`;
}
