import { applyEdits, type FormattingOptions, getNodeValue, type JSONPath, modify, type Node } from "jsonc-parser";
import { isRecord } from "../../../core/faults.ts";
import { nativeKey } from "../../../core/names.ts";
import type { Entry } from "../../../core/policy.ts";
import type { ProjectFileKind } from "../../../store/tables/project-files.ts";
import type { LayerPatch } from "../layer-patch.ts";
import { rootOf } from "./parse.ts";

/** What a file begins as. Other programs want `mcpServers` in theirs. */
const NEW: Readonly<Record<ProjectFileKind, string>> = { assent: "{}\n", mcp: '{\n  "mcpServers": {}\n}\n' };

/**
 * The file's text with these entries in it; everything else stays as it stands, comments, unknown keys and indentation
 * too. Null where nothing of the change belongs to this file, or the text cannot be read.
 */
export function editProjectFile(kind: ProjectFileKind, text: string | null, patch: LayerPatch): string | null {
  const before = text ?? NEW[kind];
  const root = rootOf(before);
  if (!("type" in root)) return null;
  const edits = kind === "assent" ? nativeEdits(root, patch) : mcpEdits(patch);
  // What is set goes first: a map is never empty in between, which would take its comments along.
  const sorted = edits.toSorted((a, b) => Number(a.value === undefined) - Number(b.value === undefined));
  const after = sorted.reduce(setValue, before);
  return after === before ? null : after;
}

interface Edit {
  readonly path: JSONPath;
  /** Undefined: taken out. */
  readonly value: unknown;
}

/** A tool that the file spells otherwise is changed where it stands. */
function nativeEdits(root: Node, { native = {} }: LayerPatch): readonly Edit[] {
  const names = Object.keys(recordAt(root, ["tools"]));
  return Object.entries(native).flatMap(([name, entry]) => {
    const [first = name, ...others] = names.filter((each) => nativeKey(each) === nativeKey(name));
    return [
      { path: ["tools", first], value: written(entry) },
      ...others.map((other) => ({ path: ["tools", other], value: undefined })),
    ];
  });
}

const SHARED = ["mode", "allowlist", "enforced", "callsPerRun", "defaultTimeoutMs", "maxTimeoutMs"] as const;

function mcpEdits({ mcp = {} }: LayerPatch): readonly Edit[] {
  const { shared, servers = {}, tools = {} } = mcp;
  return [
    ...(shared === undefined ? [] : SHARED.map((name) => ({ path: ["authorization", name], value: shared?.[name] }))),
    ...Object.entries(servers).map(([slug, entry]) => ({
      path: ["authorization", "servers", slug],
      value: written(entry),
    })),
    ...Object.entries(tools).map(([name, entry]) => ({
      path: ["authorization", "tools", name],
      value: written(entry),
    })),
  ];
}

/** When an entry began to count is the host's to know, not the file's. */
function written(entry: Entry | null): unknown {
  if (entry === null) return undefined;
  const { since: _since, ...rest } = entry;
  return rest;
}

function setValue(text: string, { path, value }: Edit): string {
  const root = rootOf(text);
  if (!("type" in root) || (value === undefined && valueAt(getNodeValue(root), path) === undefined)) return text;
  return applyEdits(text, modify(text, [...path], value, { formattingOptions: formatOf(text) }));
}

function recordAt(root: Node, path: JSONPath): Readonly<Record<string, unknown>> {
  const value = valueAt(getNodeValue(root), path);
  return isRecord(value) ? value : {};
}

function valueAt(value: unknown, path: JSONPath): unknown {
  return path.reduce<unknown>((at, step) => (isRecord(at) ? at[String(step)] : undefined), value);
}

function formatOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
