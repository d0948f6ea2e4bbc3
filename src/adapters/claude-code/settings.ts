import {
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  type FormattingOptions,
  type JSONPath,
  type ParseError,
} from "jsonc-parser";
import { isRecord } from "../../core/faults.ts";
import { inQuotes } from "../../core/shell-quote.ts";

/** How Claude Code reaches Assent. A command can start the host; an HTTP hook needs one that runs. */
export type HookForm =
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "http"; readonly url: string; readonly token: string };

export type SettingsEdit =
  | { readonly ok: true; readonly text: string; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

/** Name of the launcher's file: how an entry of ours is known again. */
export const LAUNCHER_FILE = "assent-claude-code.sh";
export const HTTP_ROUTE = "/api/hooks/claude-code";

/** Seconds. A held call waits for a person, so the call's own hook has as long as Claude Code gives by default. */
const CALL_TIMEOUT = 600;
const NOTE_TIMEOUT = 15;

/** Event, and whether it is about a tool (and so takes a matcher). */
const EVENTS: readonly (readonly [name: string, ofTool: boolean])[] = [
  ["PreToolUse", true],
  ["PostToolUse", true],
  ["PostToolUseFailure", true],
  ["SessionStart", false],
  ["SessionEnd", false],
];

/**
 * `~/.claude/settings.json` with Assent's hooks in it; everything else stays as it stands, comments and indentation
 * too. Doing it again changes nothing. Not changed where the file cannot be read for certain.
 */
export function installHooks(text: string, form: HookForm): SettingsEdit {
  const fault = findFault(text);
  if (fault !== null) return { ok: false, message: fault };
  if (isInstalled(text, form)) return { ok: true, text, warnings: warningsFor(text) };
  const base = uninstallHooks(text);
  if (!base.ok) return base;
  const start = base.text.trim() === "" ? "{}\n" : base.text;
  const next = EVENTS.reduce(
    (now, [event, ofTool]) => appendItem(now, ["hooks", event], hookGroup(event, ofTool, form)),
    start,
  );
  return { ok: true, text: next, warnings: warningsFor(next) };
}

/**
 * The same file without them. `original` is the text from before the install, where it was kept: if nothing else was
 * edited since, it comes back byte for byte.
 */
export function uninstallHooks(
  text: string,
  kept?: { readonly original: string; readonly form: HookForm },
): SettingsEdit {
  const fault = findFault(text);
  if (fault !== null) return { ok: false, message: fault };
  if (kept !== undefined && isInstallOf(kept.original, kept.form, text))
    return { ok: true, text: kept.original, warnings: [] };
  const next = Object.keys(readHooks(text)).reduce(removeOurs, text);
  const emptied = next !== text && Object.keys(readHooks(next)).length === 0;
  return { ok: true, text: emptied ? removeAt(next, ["hooks"]) : next, warnings: [] };
}

/** Whether every event has exactly the hook that this form would write. */
export function isInstalled(text: string, form: HookForm): boolean {
  const hooks = readHooks(text);
  return EVENTS.every(([event, ofTool]) => {
    const ours = (hooks[event] ?? []).filter((group) => ourHooks(group).length > 0);
    return ours.length === 1 && JSON.stringify(ours[0]) === JSON.stringify(hookGroup(event, ofTool, form));
  });
}

/** The hook's command line: fixed interpreter, cleared environment (a project's settings may set one), no start-up files. */
export function hookCommand(launcher: string): string {
  return `/usr/bin/env -i /bin/bash -p ${inQuotes(launcher)}`;
}

interface Hook {
  readonly type?: unknown;
  readonly command?: unknown;
  readonly url?: unknown;
}
interface Group {
  readonly matcher?: unknown;
  readonly hooks?: readonly Hook[];
}

function hookGroup(event: string, ofTool: boolean, form: HookForm) {
  const isCall = event === "PreToolUse";
  const reach =
    form.kind === "command"
      ? { type: "command", command: form.command }
      : { type: "http", url: form.url, headers: { Authorization: `Bearer ${form.token}` } };
  // Without `onFailure: "block"` a hook that cannot start, crashes or runs out of time lets the call through.
  const hook = { ...reach, timeout: isCall ? CALL_TIMEOUT : NOTE_TIMEOUT, ...(isCall ? { onFailure: "block" } : {}) };
  return { ...(ofTool ? { matcher: "*" } : {}), hooks: [hook] };
}

function ourHooks(group: Group): readonly Hook[] {
  return (Array.isArray(group?.hooks) ? group.hooks : []).filter(isOurs);
}

function isOurs(hook: Hook): boolean {
  const has = (value: unknown, text: string): boolean => typeof value === "string" && value.includes(text);
  return has(hook?.command, LAUNCHER_FILE) || has(hook?.url, HTTP_ROUTE);
}

/** Takes our hooks out of one event, and what is left empty by that. */
function removeOurs(text: string, event: string): string {
  const groups = readHooks(text)[event] ?? [];
  const index = groups.findIndex((group) => ourHooks(group).length > 0);
  const group = groups[index];
  if (group === undefined) return text;
  if (ourHooks(group).length < (group.hooks?.length ?? 0)) {
    const inner = group.hooks?.findIndex(isOurs) ?? -1;
    return removeOurs(removeAt(text, ["hooks", event, index, "hooks", inner]), event);
  }
  const path: JSONPath = groups.length === 1 ? ["hooks", event] : ["hooks", event, index];
  return removeOurs(removeAt(text, path), event);
}

function isInstallOf(original: string, form: HookForm, text: string): boolean {
  const installed = installHooks(original, form);
  return installed.ok && installed.text === text;
}

function readHooks(text: string): Record<string, readonly Group[]> {
  const settings = parseSettings(text).value as { hooks?: Record<string, readonly Group[]> } | undefined;
  return settings?.hooks ?? {};
}

function findFault(text: string): string | null {
  if (text.trim() === "") return null;
  const { value, errors } = parseSettings(text);
  const first = errors[0];
  if (first !== undefined)
    return `line ${text.slice(0, first.offset).split("\n").length} of the settings cannot be read`;
  if (!isRecord(value)) return "the settings are not an object";
  if (value.hooks === undefined) return null;
  if (!isRecord(value.hooks)) return "`hooks` in the settings is not an object";
  const odd = Object.entries(value.hooks).find(([, groups]) => !Array.isArray(groups));
  return odd === undefined ? null : `\`hooks.${odd[0]}\` in the settings is not a list`;
}

function warningsFor(text: string): readonly string[] {
  const settings = parseSettings(text).value as { disableAllHooks?: unknown } | undefined;
  return settings?.disableAllHooks === true
    ? ["`disableAllHooks` is set: Claude Code runs no hook, this one included"]
    : [];
}

function parseSettings(text: string): { readonly value: unknown; readonly errors: readonly ParseError[] } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return { value, errors };
}

function appendItem(text: string, path: JSONPath, value: unknown): string {
  const present = readHooks(text)[String(path[1])] !== undefined;
  if (!present) return setValue(text, path, [value]);
  return applyEdits(
    text,
    modify(text, [...path, -1], value, { formattingOptions: formatOf(text), isArrayInsertion: true }),
  );
}

function setValue(text: string, path: JSONPath, value: unknown): string {
  return applyEdits(text, modify(text, path, value, { formattingOptions: formatOf(text) }));
}

/** Cuts an item or a property out, with one comma beside it; the parser's own removal assumes how a list is laid out. */
function removeAt(text: string, path: JSONPath): string {
  const value = findNodeAtLocation(
    parseTree(text, [], { allowTrailingComma: true }) ?? { type: "null", offset: 0, length: 0 },
    path,
  );
  const node = value?.parent?.type === "property" ? value.parent : value;
  const siblings = node?.parent?.children ?? [];
  if (node === undefined || node.parent === undefined) return text;
  const at = siblings.indexOf(node);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const end = node.offset + node.length;
  if (before !== undefined) return text.slice(0, before.offset + before.length) + text.slice(end);
  if (after !== undefined) return text.slice(0, node.offset) + text.slice(after.offset);
  return text.slice(0, node.parent.offset + 1) + text.slice(node.parent.offset + node.parent.length - 1);
}

function formatOf(text: string): FormattingOptions {
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
