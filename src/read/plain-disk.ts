import type { FileFacts, World } from "./world.ts";

export type PlainFile =
  | "file"
  | "dir"
  | "device"
  | "fifo"
  | "socket"
  | { readonly link: string }
  | { readonly hardlink: string };

/** The part of a `World` that looks at files. */
export type Disk = Pick<World, "lstat" | "realpath" | "readlink" | "readdir">;

export const PLAIN: FileFacts = { kind: "file", dev: 1, ino: 1, links: 1, size: 0 };

/** `path` as the disk spells it, with `/` between its parts and none at its end. */
interface Entry {
  readonly path: string;
  readonly file: PlainFile;
}

/** By the key of its path: on macOS and Windows names that differ in case are one, and a link is found by each of them. */
interface Table {
  readonly entries: Map<string, Entry>;
  readonly platform: World["platform"];
}

/** A disk that is a table; what is not listed does not exist. `folders` and all parents are there as well. */
export function diskOf(files: Readonly<Record<string, PlainFile>>, { platform, folders, programs }: DiskOptions): Disk {
  const table: Table = { entries: new Map(), platform };
  for (const [path, file] of Object.entries(files)) addFile(table, path, file);
  for (const path of programs) addFile(table, path, "file");
  for (const path of folders) addFile(table, path, "dir");
  for (const { path } of table.entries.values()) addParents(table, path);
  return {
    lstat: (path) => factsOf(table, path),
    realpath: (path) => follow(table, path),
    readlink: (path) => {
      const file = find(table, path)?.file;
      return typeof file === "object" && "link" in file ? file.link : null;
    },
    readdir: (path) => (find(table, path)?.file === "dir" ? namesIn(table, keyOf(table, path)) : null),
  };
}

interface DiskOptions {
  readonly platform: World["platform"];
  readonly folders: readonly string[];
  readonly programs: readonly string[];
}

function spelled({ platform }: Table, path: string): string {
  return (platform === "win32" ? path.replaceAll("\\", "/") : path).replace(/\/+$/, "");
}

function keyOf(table: Table, path: string): string {
  const text = spelled(table, path);
  return table.platform === "linux" ? text : text.normalize("NFC").toLowerCase();
}

function find(table: Table, path: string): Entry | undefined {
  return table.entries.get(keyOf(table, path));
}

function addFile(table: Table, path: string, file: PlainFile): void {
  const key = keyOf(table, path);
  if (!table.entries.has(key)) table.entries.set(key, { path: spelled(table, path), file });
}

function addParents(table: Table, path: string): void {
  for (let at = path.lastIndexOf("/"); at >= 0; at = at === 0 ? -1 : path.lastIndexOf("/", at - 1))
    addFile(table, path.slice(0, at), "dir");
}

function namesIn({ entries }: Table, key: string): readonly string[] {
  const prefix = `${key}/`;
  return [...entries]
    .filter(([other]) => other.startsWith(prefix) && !other.slice(prefix.length).includes("/"))
    .map(([, { path }]) => path.slice(path.lastIndexOf("/") + 1))
    .filter((name) => name !== "");
}

function factsOf(table: Table, path: string): FileFacts | null {
  const file = find(table, path)?.file;
  if (file === undefined) return null;
  const ino = inodeOf(keyOf(table, typeof file === "object" && "hardlink" in file ? file.hardlink : path));
  if (typeof file === "string") return { ...PLAIN, kind: file, ino };
  return "link" in file ? { ...PLAIN, kind: "link", ino } : { ...PLAIN, kind: "file", links: 2, ino };
}

/** A number that stays with the name. */
function inodeOf(path: string): number {
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = (hash * 31 + path.charCodeAt(at)) >>> 0;
  return hash;
}

const MOST_STEPS = 400;

function follow(table: Table, path: string): string | null {
  let [root, waiting] = partsOf(table, path);
  let done = root;
  for (let steps = 0; waiting.length > 0; steps++) {
    if (steps >= MOST_STEPS) return null;
    const name = waiting.pop() as string;
    if (name === "..") {
      done = done.slice(0, Math.max(done.lastIndexOf("/"), root.length));
      continue;
    }
    const entry = find(table, `${done}/${name}`);
    if (entry === undefined) return null;
    if (typeof entry.file === "string" || !("link" in entry.file)) {
      done = entry.path;
      continue;
    }
    const target = spelled(table, entry.file.link);
    const [drive, parts] = partsOf(table, target);
    if (drive !== "") root = drive;
    if (drive !== "" || target.startsWith("/") || target === "") done = root;
    waiting = [...waiting, ...parts];
  }
  return done === root ? `${root}/` : done;
}

/** The drive on Windows, else an empty text; and the names behind it, the last one first. */
function partsOf(table: Table, path: string): [root: string, names: string[]] {
  const text = spelled(table, path);
  const root = table.platform === "win32" ? (/^[a-z]:/i.exec(text)?.[0] ?? "") : "";
  const names = text.slice(root.length).split("/");
  return [root, names.filter((name) => name !== "" && name !== ".").reverse()];
}
