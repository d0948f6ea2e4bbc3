import { loadRegex, matchRegex, type LinearRegex } from "../../core/allowlist/match.ts";
import type { PathUse } from "../../core/reading.ts";
import { matchSegments, segmentsOf } from "../../core/rule/match-path.ts";
import { readPathPattern } from "../../read/path/pattern.ts";
import { protectionByName } from "../../read/path/protection.ts";
import { readContent } from "./file-content.ts";
import { walkFolder, type Found } from "./file-walk.ts";
import { lookAt, withPlace, type HeldPlace } from "./held-directory.ts";
import { readText } from "./text-file.ts";
import { canonicalOf, cutText, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault, toFault } from "./tool-fault.ts";

const MOST_ENTRIES = 50_000;
const MOST_MATCHES = 500;
/** Larger files are passed over, in bytes. */
const LARGEST = 4 * 1024 * 1024;
/** Characters of a line that are compared and shown. */
const LONGEST_LINE = 2_000;
const LINE_BUDGET = 500_000;

interface SearchArgs {
  readonly pattern: string;
  readonly glob?: string;
}

/**
 * `search_files`: `path:line: text` of each line that matches a regular expression. One engine everywhere, linear in the
 * length of the text, so that a hostile pattern cannot hold the host up and results do not hang on what is installed.
 * Files that ask before they are read are passed over and counted.
 */
export async function runSearchFiles(args: SearchArgs, use: PathUse, context: ToolContext): Promise<ToolResult> {
  const search = {
    matches: lineMatcher(args.pattern),
    wanted: nameMatcher(args.glob),
    lines: [] as string[],
    skipped: 0,
    context,
  };
  const path = canonicalOf(use);
  if (use.kind !== "dir") await withPlace(path, context.roots ?? [], (place) => searchFile(place, place.name, search));
  else await searchFolder(path, search);
  const notes = [
    ...(search.skipped === 0 ? [] : [`(${search.skipped} protected files were not searched)`]),
    ...(search.lines.length < MOST_MATCHES ? [] : [`(stopped at ${MOST_MATCHES} lines)`]),
  ];
  const text = search.lines.length === 0 ? "no line matches" : search.lines.join("\n");
  return { ok: true, ...cutText([text, ...notes].join("\n"), context.outputLimit) };
}

interface Search {
  readonly matches: (line: string) => boolean;
  readonly wanted: (path: string) => boolean;
  readonly lines: string[];
  skipped: number;
  readonly context: ToolContext;
}

async function searchFolder(path: string, search: Search): Promise<void> {
  const { roots = [], signal } = search.context;
  await walkFolder(path, {
    roots,
    signal,
    limit: MOST_ENTRIES,
    enter: ({ name }) => name !== ".git" && name !== "node_modules" && search.lines.length < MOST_MATCHES,
    visit: (found) => visit(found, path, search),
  });
}

function visit(found: Found, root: string, search: Search): void {
  if (found.kind !== "file" || search.lines.length >= MOST_MATCHES || !search.wanted(found.path)) return;
  const path = `${root === "/" ? "" : root}/${found.path}`;
  const guard = protectionByName(path, search.context.world);
  if (guard !== undefined && guard.class !== "W") {
    search.skipped += 1;
    return;
  }
  searchFile({ folder: found.folder, name: found.name, path }, found.path, search);
}

function searchFile(place: HeldPlace, shown: string, search: Search): void {
  let text: string | undefined;
  try {
    if ((lookAt(place)?.size ?? 0n) > BigInt(LARGEST)) return;
    text = readText(readContent(place, { limit: LARGEST, mayBeLinked: false }).bytes)?.text;
  } catch (error) {
    // verdict: passed over (it went away, may not be read, or has a second name that may lie outside)
    if (toFault(error, shown).code === "ESTOPPED") throw error;
    return;
  }
  for (const [at, line] of (text ?? "").split(/\r?\n/).entries()) {
    if (search.lines.length >= MOST_MATCHES) return;
    const cut = line.slice(0, LONGEST_LINE);
    if (search.matches(cut)) search.lines.push(`${shown}:${at + 1}: ${cut}`);
  }
}

function lineMatcher(pattern: string): (line: string) => boolean {
  if (/^[\w\s"'<>=:;,/@#%&~`!-]+$/.test(pattern)) return (line) => line.includes(pattern);
  const loaded = loadRegex(`[\\s\\S]*(?:${pattern})[\\s\\S]*`);
  if (!loaded.ok) throw new ToolFault("EINVALID", `the pattern cannot be searched for: ${loaded.message}`);
  const { regex }: { readonly regex: LinearRegex } = loaded;
  return (line) => matchRegex(regex, line, LINE_BUDGET) === "yes";
}

/** `*.ts` is about names in any folder, `src/*.ts` about paths from where the search begins. */
function nameMatcher(glob: string | undefined): (path: string) => boolean {
  if (glob === undefined || glob === "") return () => true;
  const read = readPathPattern(glob.includes("/") ? glob : `**/${glob}`);
  if (!read.ok || read.pattern.kind !== "path")
    throw new ToolFault("EINVALID", `the glob cannot be read: ${read.ok ? "" : read.message}`);
  const { segments } = read.pattern;
  return (path) => matchSegments(segments, segmentsOf(path), { from: 0, fold: false });
}
