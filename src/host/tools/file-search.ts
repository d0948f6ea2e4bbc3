import { loadRegex, matchRegex, type LinearRegex } from "../../core/allowlist/match.ts";
import type { PathUse } from "../../core/reading.ts";
import { matchSegments, segmentsOf } from "../../core/rule/match-path.ts";
import { readPathPattern } from "../../read/path/pattern.ts";
import { readContent } from "./file-content.ts";
import { mayBeLinked } from "./file-read.ts";
import { isSecret, walkFolder, type Found } from "./file-walk.ts";
import { lookAt, withPlace, type HeldPlace } from "./held-directory.ts";
import { shownName } from "./shown-name.ts";
import { readText } from "./text-file.ts";
import { canonicalOf } from "./canonical-of.ts";
import { cutText, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault, toFault } from "./tool-fault.ts";
import { createTurns } from "./turns.ts";

const MOST_ENTRIES = 50_000;
const MOST_MATCHES = 500;
/** Larger files are passed over, in bytes. */
const LARGEST = 4 * 1024 * 1024;
/** Characters of a line that are compared and shown. */
const LONGEST_LINE = 2_000;
/** Steps of one line's comparison. */
const LINE_BUDGET = 500_000;

interface SearchArgs {
  readonly pattern: string;
  readonly glob?: string;
}

/**
 * `search_files`: `path:line: text` of each line that matches a regular expression. One engine everywhere, linear in the
 * length of the text, so that a hostile pattern cannot hold the host up and results do not hang on what is installed.
 * What was not searched is counted at the end.
 */
export async function runSearchFiles(args: SearchArgs, use: PathUse, context: ToolContext): Promise<ToolResult> {
  const search: Search = {
    compare: lineMatcher(args.pattern),
    wanted: nameMatcher(args.glob),
    lines: [],
    passed: { protected: 0, large: 0, linked: 0, costly: 0, closed: 0 },
    context,
    turn: createTurns(context.signal),
  };
  const path = canonicalOf(use);
  const roots = context.roots ?? [];
  const whole =
    use.kind === "dir"
      ? await searchFolder(path, search)
      : await withPlace(path, roots, async (place) => {
          const { bytes } = await readContent(place, { limit: LARGEST, mayBeLinked: mayBeLinked(use) });
          await searchContent(bytes, place.name, search);
          return true;
        });
  const text = search.lines.length === 0 ? "no line matches" : search.lines.join("\n");
  return { ok: true, ...cutText([text, ...notesOf(search, whole)].join("\n"), context.outputLimit) };
}

interface Search {
  readonly compare: (line: string) => "yes" | "no" | "budget";
  readonly wanted: (path: string) => boolean;
  readonly lines: string[];
  /** What was passed over. */
  readonly passed: { protected: number; large: number; linked: number; costly: number; closed: number };
  readonly context: ToolContext;
  readonly turn: () => Promise<void> | void;
}

function notesOf({ lines, passed }: Search, whole: boolean): readonly string[] {
  const notes = [
    [passed.protected, `protected files were not searched: ${passed.protected}`],
    [passed.large, `files of more than ${LARGEST} bytes were not searched: ${passed.large}`],
    [passed.linked, `files with a second name were not searched: ${passed.linked}`],
    [passed.closed, `files and folders could not be opened: ${passed.closed}`],
    [passed.costly, `lines took too long to compare: ${passed.costly}`],
    [lines.length >= MOST_MATCHES, `stopped at ${MOST_MATCHES} lines`],
    [!whole, `stopped at ${MOST_ENTRIES} entries; search a folder below`],
  ] as const;
  return notes.filter(([said]) => Boolean(said)).map(([, note]) => `(${note})`);
}

function searchFolder(path: string, search: Search): Promise<boolean> {
  const { roots = [], signal } = search.context;
  return walkFolder(path, {
    roots,
    signal,
    limit: MOST_ENTRIES,
    enter: ({ name }) => name !== ".git" && name !== "node_modules" && search.lines.length < MOST_MATCHES,
    closed: () => void (search.passed.closed += 1),
    visit: (found) => visit(found, path, search),
  });
}

async function visit(found: Found, root: string, search: Search): Promise<void> {
  if (found.kind !== "file" || search.lines.length >= MOST_MATCHES || !search.wanted(found.path)) return;
  const path = `${root === "/" ? "" : root}/${found.path}`;
  const { folder, name } = found;
  const bytes = isSecret(path, search.context.world) ? "protected" : await readBelow({ folder, name, path });
  if (typeof bytes === "string") search.passed[bytes] += 1;
  else await searchContent(bytes, found.path, search);
}

/** A second name may lie outside of what was granted. */
async function readBelow(place: HeldPlace): Promise<Uint8Array | "large" | "linked" | "closed"> {
  try {
    return (await readContent(place, { limit: LARGEST, mayBeLinked: false })).bytes;
  } catch (error) {
    // verdict: passed over, and counted
    const { code } = toFault(error, place.path);
    if (code === "ETOOLARGE") return "large";
    return code === "ECHANGED" && lookAt(place)?.isFile() === true ? "linked" : "closed";
  }
}

async function searchContent(bytes: Uint8Array, shown: string, search: Search): Promise<void> {
  const text = readText(bytes)?.text ?? "";
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (search.lines.length >= MOST_MATCHES) return;
    // Awaiting what is there already for each of a million lines would cost more than comparing them.
    const pause = search.turn();
    if (pause !== undefined) await pause;
    const cut = line.slice(0, LONGEST_LINE);
    const result = search.compare(cut);
    if (result === "yes") search.lines.push(`${shownName(shown)}:${at + 1}: ${cut}`);
    if (result === "budget") search.passed.costly += 1;
  }
}

function lineMatcher(pattern: string): Search["compare"] {
  if (/^[\w "'<>=:;,/@#%&~`!-]+$/.test(pattern)) return (line) => (line.includes(pattern) ? "yes" : "no");
  const loaded = loadRegex(`[\\s\\S]*(?:${pattern})[\\s\\S]*`);
  if (!loaded.ok) throw new ToolFault("EINVALID", `the pattern cannot be searched for: ${loaded.message}`);
  const { regex }: { readonly regex: LinearRegex } = loaded;
  return (line) => matchRegex(regex, line, LINE_BUDGET);
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
