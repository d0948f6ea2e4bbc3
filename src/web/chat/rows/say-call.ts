/** A tool call in a line. Pure. */
import type { CallPartView } from "../../../wire/chats.ts";

interface Words {
  readonly todo: string;
  readonly doing: string;
  readonly done: string;
  /** Names of arguments; the first one that is a text is the subject. */
  readonly of: readonly string[];
}

const WORDS: Readonly<Record<string, Words>> = {
  shell: { todo: "Run", doing: "Running", done: "Ran", of: ["command", "program"] },
  read_file: { todo: "Read", doing: "Reading", done: "Read", of: ["path"] },
  list_files: { todo: "List", doing: "Listing", done: "Listed", of: ["path"] },
  search_files: { todo: "Search for", doing: "Searching for", done: "Searched for", of: ["pattern"] },
  write_file: { todo: "Write", doing: "Writing", done: "Wrote", of: ["path"] },
  edit_file: { todo: "Edit", doing: "Editing", done: "Edited", of: ["path"] },
  create_directory: { todo: "Make folder", doing: "Making folder", done: "Made folder", of: ["path"] },
  move_file: { todo: "Move", doing: "Moving", done: "Moved", of: ["from"] },
  delete_file: { todo: "Delete", doing: "Deleting", done: "Deleted", of: ["path"] },
  delete_directory: { todo: "Delete folder", doing: "Deleting folder", done: "Deleted folder", of: ["path"] },
  zip_create: { todo: "Pack", doing: "Packing", done: "Packed", of: ["archive"] },
  zip_extract: { todo: "Unpack", doing: "Unpacking", done: "Unpacked", of: ["archive"] },
  web_fetch: { todo: "Get", doing: "Getting", done: "Got", of: ["url"] },
  browser_navigate: { todo: "Open", doing: "Opening", done: "Opened", of: ["url"] },
  ask_user: { todo: "Ask you", doing: "Asking you", done: "Asked you", of: ["question", "text"] },
  subagent: { todo: "Hand over", doing: "Handing over", done: "Handed over", of: ["title", "task"] },
  task: { todo: "Change the plan", doing: "Changing the plan", done: "Changed the plan", of: ["title"] },
  run_skill: { todo: "Follow skill", doing: "Following skill", done: "Followed skill", of: ["name", "skill"] },
};

const OTHER: Words = { todo: "Use", doing: "Using", done: "Used", of: [] };

export interface CallWords {
  readonly verb: string;
  /** What it is about, in the call's own words; empty where there is nothing short to say. */
  readonly subject: string;
}

export function sayCall({ tool, args, state, input }: CallPartView): CallWords {
  const words = WORDS[tool] ?? OTHER;
  const verb = DOING.has(state) ? words.doing : DONE.has(state) ? words.done : words.todo;
  const subject = subjectOf(words, args) ?? (input === null ? "" : streamed(input, words));
  return words === OTHER ? { verb, subject: tool } : { verb, subject: subject.split("\n")[0] ?? "" };
}

const DOING: ReadonlySet<CallPartView["state"]> = new Set(["approved", "executing"]);
const DONE: ReadonlySet<CallPartView["state"]> = new Set(["executed", "failed"]);

function subjectOf({ of }: Words, args: unknown): string | null {
  if (typeof args !== "object" || args === null) return null;
  for (const name of of) {
    const value = (args as Readonly<Record<string, unknown>>)[name];
    if (typeof value === "string") return value;
  }
  return null;
}

/** The subject out of JSON that still arrives: `{"command":"npm te`. */
function streamed(input: string, { of }: Words): string {
  for (const name of of) {
    const text = new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)`).exec(input)?.[1];
    if (text !== undefined) return text.replaceAll(/\\n/g, " ").replaceAll(/\\(.)/g, "$1");
  }
  return "";
}

/** Of a call that is no call of its tool: nobody refused it. */
const UNFIT = "EINVALID";

/** Whether the model got the call wrong, rather than anybody its answer. */
export function isUnfit({ state, result }: CallPartView): boolean {
  return (state === "denied" || state === "none") && result?.code === UNFIT;
}

/** How a call stands, in a word or a few. */
export function sayResult(part: CallPartView): string {
  const { state, result } = part;
  if (isUnfit(part)) return `the model’s mistake: ${result?.text.split("\n")[0] ?? ""}`;
  switch (state) {
    case "proposing":
      return "being written";
    case "pending":
    case "waiting":
      return "waits for you";
    case "approved":
    case "executing":
      return "running";
    case "denied":
      return "denied";
    case "cancelled":
      return "cancelled";
    case "void":
      return "not run: it was stopped, or something changed before";
    case "unknown":
      return "unknown whether it ran";
    case "none":
      return result?.code === undefined ? "refused" : `refused (${result.code})`;
    case "failed":
      return result?.exitCode == null
        ? `failed${result?.code === undefined ? "" : ` (${result.code})`}`
        : `exit ${result.exitCode}`;
    case "executed":
      return result === null ? "done" : firstLine(result.text);
  }
}

function firstLine(text: string): string {
  const lines = text.trim().split("\n");
  const [first = ""] = lines;
  return lines.length > 1 ? `${first} … ${lines.length} lines` : first === "" ? "done" : first;
}
