import type { FileFacts, World } from "./world.ts";

/** A machine made of data, for `assent check --batch`, the preview in a browser and tests. Source: surfaces.md. */
export interface PlainMachine {
  readonly platform?: World["platform"];
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: World["shell"];
  /** Program names to files; `any` finds each bare name in `/usr/bin`. Default `any`. */
  readonly path?: "any" | Readonly<Record<string, string>>;
  /** Absent: every path is a plain one without links. Else what is not listed does not exist, parents apart. */
  readonly files?: Readonly<Record<string, PlainFile>>;
  readonly cwd?: string | null;
  readonly project?: string | null;
  /** Roots of grants: they exist. */
  readonly roots?: readonly string[];
  readonly ownPorts?: readonly number[];
  readonly dataDir?: string;
}

export type PlainFile =
  | "file"
  | "dir"
  | "device"
  | "fifo"
  | "socket"
  | { readonly link: string }
  | { readonly hardlink: string };

export function plainWorld(machine: PlainMachine): World {
  const { platform = "linux", home = "/home/user", env = {}, path = "any", files } = machine;
  const disk = files === undefined ? PLAIN_DISK : diskOf(files, machine);
  return {
    platform,
    home,
    env,
    shell: machine.shell ?? (platform === "win32" ? "powershell" : "bash"),
    tempDirs: ["/tmp", "/var/tmp"],
    ownPorts: machine.ownPorts ?? [],
    ...(machine.dataDir !== undefined && { dataDir: machine.dataDir }),
    which: (name) => findProgram(name, path),
    foldsCase: () => platform !== "linux",
    ...disk,
  };
}

type Disk = Pick<World, "lstat" | "realpath" | "readlink" | "readdir">;

const PLAIN: FileFacts = { kind: "file", dev: 1, ino: 1, links: 1, size: 0 };
const PLAIN_FOLDER: FileFacts = { ...PLAIN, kind: "dir" };
const PLAIN_DISK: Disk = {
  lstat: (path) => (looksLikeFolder(path) ? PLAIN_FOLDER : PLAIN),
  realpath: (path) => path,
  readlink: () => null,
  readdir: () => null,
};

/** Without a table a name has to do: what acts on a folder reaches what is below it. */
function looksLikeFolder(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /^(?:[a-z0-9_-]*|\.(?:git|ssh|aws|config|github|vscode|claude|venv)|\.\.?)$/.test(name);
}

function findProgram(name: string, path: "any" | Readonly<Record<string, string>>): string | null {
  if (name === "" || name.includes("/")) return null;
  if (path === "any") return `/usr/bin/${name}`;
  return Object.hasOwn(path, name) ? (path[name] ?? null) : null;
}

function diskOf(files: Readonly<Record<string, PlainFile>>, machine: PlainMachine): Disk {
  const table = new Map<string, PlainFile>(Object.entries(files));
  const known = typeof machine.path === "object" ? Object.values(machine.path) : [];
  for (const program of known) addFile(table, program, "file");
  for (const dir of [machine.cwd, machine.project, machine.home, ...(machine.roots ?? []), "/tmp"])
    if (dir) addFile(table, dir, "dir");
  for (const path of table.keys()) addParents(table, path);
  return {
    lstat: (path) => factsOf(table, path),
    realpath: (path) => follow(table, path),
    readlink: (path) => {
      const file = table.get(path);
      return typeof file === "object" && "link" in file ? file.link : null;
    },
    readdir: (path) => {
      if (table.get(path) !== "dir") return null;
      const prefix = path === "/" ? "/" : `${path}/`;
      return [...table.keys()]
        .filter((other) => other.startsWith(prefix) && other !== path && !other.slice(prefix.length).includes("/"))
        .map((other) => other.slice(prefix.length));
    },
  };
}

function addFile(table: Map<string, PlainFile>, path: string, file: PlainFile): void {
  if (!table.has(path)) table.set(path, file);
}

function addParents(table: Map<string, PlainFile>, path: string): void {
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    addFile(table, path.slice(0, at), "dir");
  addFile(table, "/", "dir");
}

function factsOf(table: ReadonlyMap<string, PlainFile>, path: string): FileFacts | null {
  const file = table.get(path);
  if (file === undefined) return null;
  if (typeof file === "string") return { ...PLAIN, kind: file, ino: inodeOf(path) };
  return "link" in file
    ? { ...PLAIN, kind: "link", ino: inodeOf(path) }
    : { ...PLAIN, kind: "file", links: 2, ino: inodeOf(file.hardlink) };
}

/** A number that stays with the name. */
function inodeOf(path: string): number {
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = (hash * 31 + path.charCodeAt(at)) >>> 0;
  return hash;
}

function follow(table: ReadonlyMap<string, PlainFile>, path: string): string | null {
  const waiting = path.split("/").reverse();
  let done = "";
  for (let steps = 0; waiting.length > 0 && steps < 400; steps++) {
    const name = waiting.pop() as string;
    if (name === "" || name === ".") continue;
    if (name === "..") {
      done = done.slice(0, Math.max(done.lastIndexOf("/"), 0));
      continue;
    }
    const file = table.get(`${done}/${name}`);
    if (file === undefined) return null;
    if (typeof file === "object" && "link" in file) {
      if (file.link.startsWith("/")) done = "";
      waiting.push(...file.link.split("/").reverse());
    } else done = `${done}/${name}`;
  }
  return waiting.length > 0 ? null : done || "/";
}
