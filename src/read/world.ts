/**
 * The machine, as far as reading may look at it. Tests and `assent check --batch` replace it with data.
 * Everything is synchronous and never throws; null means "not there or not readable".
 */
export interface World {
  readonly platform: "linux" | "darwin" | "win32";
  readonly home: string;
  /** The environment that the runner will use. */
  readonly env: Readonly<Record<string, string>>;
  /** The shell that will run a command line; its name decides what is readable. */
  readonly shell: "bash" | "sh" | "dash" | "zsh" | "powershell" | "cmd";
  /** Directories for temporary files, canonical. */
  readonly tempDirs: readonly string[];
  /** The host's own data directory (refused to every tool), where there is a host. */
  readonly dataDir?: string;
  /** Ports that the host itself listens on; loopback reads of them ask. */
  readonly ownPorts: readonly number[];
  /** The file that PATH finds for a bare program name, as found (not canonical). */
  which(name: string): string | null;
  /** The thing at a path itself, links not followed. */
  lstat(path: string): FileFacts | null;
  /** Canonical path of something that exists. */
  realpath(path: string): string | null;
  /** Target text of a symbolic link, unresolved. */
  readlink(path: string): string | null;
  /** Names in a directory, unsorted; null where it cannot be listed. */
  readdir(path: string): readonly string[] | null;
  /** Names of the members of a zip archive; null where it cannot be read. Without it they are not known. */
  archiveNames?(path: string): readonly string[] | null;
  /**
   * Names that git tracks in the repository at this folder, relative to it; null where they are not known, or not all of
   * them plain files. Without it they are not known.
   */
  tracked?(repository: string): readonly string[] | null;
  /**
   * Files and folders that git runs or takes settings from, in the repositories around these paths, by their settings
   * as they are now; absolute, and not what lies in `.git`. Without it only the names of the list are protected.
   */
  gitRuns?(paths: readonly string[]): readonly string[];
  /** Whether names under this path are compared without case. */
  foldsCase(path: string): boolean;
}

export interface FileFacts {
  readonly kind: "file" | "dir" | "link" | "device" | "fifo" | "socket";
  readonly dev: number;
  readonly ino: number;
  /** Names that the file has; more than one on a hard-linked file. */
  readonly links: number;
  readonly size: number;
}
