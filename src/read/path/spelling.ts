import { segmentsOf } from "../../core/rule/match-path.ts";
import type { World } from "../world.ts";

/**
 * What a spelling says by itself, before the disk is asked. `unknowable`: no one file can be meant for certain.
 * `refused`: a form that must not even be opened (a UNC path sends the user's credentials to its server).
 */
export type Spelled =
  | {
      readonly kind: "path";
      readonly raw: readonly string[];
      readonly root: string;
      readonly path: string;
      readonly toDirectory: boolean;
    }
  | { readonly kind: "device"; readonly path: string }
  | { readonly kind: "unknowable" | "refused"; readonly path: string };

const LONGEST_PATH = 4096;
const LONGEST_NAME = 255;

/**
 * Reads a path as the platform would. `path` is absolute, with `/` between parts and without `.` and `..`; `raw` keeps
 * the `..` parts, since a `..` after a link leads elsewhere than its spelling says.
 */
export function readSpelling(spelling: string, cwd: string | null, platform: World["platform"]): Spelled {
  if (spelling === "" || spelling.length > LONGEST_PATH || spelling.includes("\0") || hasLoneSurrogate(spelling)) {
    return { kind: "unknowable", path: spelling };
  }
  return platform === "win32" ? readWindows(spelling, cwd) : readPosix(spelling, cwd, platform);
}

/** Most paths hold no `.`, no `..`, no doubled slash and none at their end. */
const TANGLED = /\/\.{0,2}(?:\/|$)/;

function readPosix(spelling: string, cwd: string | null, platform: World["platform"]): Spelled {
  if (!spelling.startsWith("/") && cwd === null) return { kind: "unknowable", path: spelling };
  const text = spelling.startsWith("/") ? spelling : `${cwd}/${spelling}`;
  if (platform === "linux" && text.length <= LONGEST_NAME && !TANGLED.test(text))
    return { kind: "path", raw: segmentsOf(text), root: "", path: text, toDirectory: false };
  // One name of an APFS volume has several Unicode spellings; rules compare the composed one.
  const parts = (platform === "darwin" ? text.normalize("NFC") : text).split("/");
  const spelled = fromParts("", parts);
  // `file/..namedfork/rsrc` opens the other fork of a file (HFS+, APFS).
  if (platform === "darwin" && parts.includes("..namedfork")) return { kind: "unknowable", path: spelled.path };
  if (parts.some((part) => part.length > LONGEST_NAME)) return { kind: "unknowable", path: spelled.path };
  return spelled;
}

/** Names that Win32 gives to a device in every folder, with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])$/i;

function readWindows(spelling: string, cwd: string | null): Spelled {
  // `/c/Users` is how shells of Windows and the agents in them write a drive.
  const text = spelling.replaceAll("\\", "/").replace(/^\/([a-z])(?=\/|$)/i, "$1:");
  if (/^\/\/[?.]\/[a-z]:\//i.test(text) && text.startsWith("//?/")) return readVerbatim(text);
  if (text.startsWith("//")) return { kind: "refused", path: text };
  const drive = /^([a-z]):/i.exec(text)?.[1]?.toLowerCase();
  const cwdDrive = /^([a-z]):/i.exec(cwd ?? "")?.[1]?.toLowerCase();
  // `c:name` is relative to a folder that only the process knows.
  if (drive !== undefined && text[2] !== "/") return { kind: "unknowable", path: text };
  if (drive === undefined && cwdDrive === undefined) return { kind: "unknowable", path: text };
  const rest =
    drive !== undefined
      ? text.slice(2)
      : text.startsWith("/")
        ? text
        : `${(cwd ?? "").replaceAll("\\", "/").slice(2)}/${text}`;
  const parts = rest.split("/");
  const trimmed = parts.map(trimWindowsName);
  const read = checkWindows(`${drive ?? cwdDrive}:`, trimmed);
  // Not every way to open a file drops them, so such a name may be one of two files.
  return read.kind === "path" && trimmed.some((part, at) => part !== parts[at])
    ? { kind: "unknowable", path: read.path }
    : read;
}

/** `\\?\C:\…` switches off the reading of `.`, `..` and trailing dots, so only a plain path after it is understood. */
function readVerbatim(text: string): Spelled {
  const parts = text.slice(6).split("/");
  const plain = parts.every((part) => part !== "." && part !== ".." && trimWindowsName(part) === part);
  return plain ? checkWindows(`${text.slice(4, 5).toLowerCase()}:`, parts) : { kind: "unknowable", path: text };
}

function checkWindows(root: string, parts: readonly string[]): Spelled {
  const spelled = tidied(fromParts(root, parts));
  if (parts.some((part) => RESERVED.test(part.split(".")[0]?.trimEnd() ?? "")))
    return { kind: "device", path: spelled.path };
  // `name:stream` opens another stream of the file; `* ? " < > |` cannot be in a name and reach device namespaces.
  if (parts.some((part) => /[:*?"<>|\p{Cc}]/u.test(part))) return { kind: "unknowable", path: spelled.path };
  return spelled;
}

/** Win32 drops dots and spaces at the end of a name: `.git. ` is `.git`. */
function trimWindowsName(part: string): string {
  return part === "." || part === ".." ? part : part.replace(/[. ]+$/, "");
}

/** Win32 takes `..` away from the text before any link is looked at. */
function tidied(spelled: Extract<Spelled, { kind: "path" }>): Extract<Spelled, { kind: "path" }> {
  return {
    ...spelled,
    raw: spelled.path
      .slice(spelled.root.length)
      .split("/")
      .filter((part) => part !== ""),
  };
}

function fromParts(root: string, parts: readonly string[]): Extract<Spelled, { kind: "path" }> {
  const raw = parts.filter((part) => part !== "" && part !== ".");
  const normal: string[] = [];
  for (const part of raw) {
    if (part === "..") normal.pop();
    else normal.push(part);
  }
  const last = parts.at(-1);
  return {
    kind: "path",
    raw,
    root,
    path: joinRoot(root, normal),
    toDirectory: last === "" || last === "." || last === "..",
  };
}

/** `/` of no parts on POSIX, `c:/` on Windows. */
export function joinRoot(root: string, parts: readonly string[]): string {
  return `${root}/${parts.join("/")}`;
}

/** A lone surrogate has no UTF-8 form: the file would get another name. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}
