import { diskOf, PLAIN, type Disk, type PlainFile } from "./plain-disk.ts";
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

export function plainWorld(machine: PlainMachine): World {
  const { platform = "linux", home = "/home/user", env = {}, path = "any", files } = machine;
  const disk = files === undefined ? PLAIN_DISK : tableOf(files, machine);
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

function tableOf(files: Readonly<Record<string, PlainFile>>, machine: PlainMachine): Disk {
  const { platform = "linux", path, cwd, project, home, roots = [] } = machine;
  const folders = [cwd, project, home, ...roots, "/tmp"].flatMap((folder) => (folder ? [folder] : []));
  return diskOf(files, { platform, folders, programs: typeof path === "object" ? Object.values(path) : [] });
}
