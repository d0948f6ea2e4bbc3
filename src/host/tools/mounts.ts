import { readFileSync } from "node:fs";

/** Where a disk is in the tree, and its kind as Linux names it. */
export interface Mount {
  readonly point: string;
  readonly kind: string;
}

/** Kinds that compare names without case. */
const FOLDING = new Set(
  `vfat msdos exfat ntfs ntfs3 fuseblk cifs smb3 smbfs hfsplus hfs drvfs 9p apfs vboxsf prl_fs vmhgfs osxfs
  fuse.ntfs-3g fuse.exfat fuse.vmhgfs-fuse fuse.prl_fsd fuse.apfs fuse.osxfs`.split(/\s+/),
);
/** Those that do as the disk behind them does: a folder of the machine around a virtual one, of another machine. */
const ASKED = new Set(
  "virtiofs fakeowner fuse fuse.grpcfuse grpcfuse fuse.sshfs fuse.rclone fuse.fakeowner nfs nfs4 zfs".split(" "),
);

/** By the disk that the path lies on, the last that was put there; `ask`: its kind does not say it. */
export function mountFolds(path: string, mounts: readonly Mount[]): boolean | "ask" {
  const around = mounts.filter(({ point }) => point === "/" || path === point || path.startsWith(`${point}/`));
  const longest = Math.max(0, ...around.map(({ point }) => point.length));
  const kind = around.findLast(({ point }) => point.length === longest)?.kind ?? "";
  return FOLDING.has(kind) || (ASKED.has(kind) && "ask");
}

/** ms for which the table is kept: a stick that is plugged in counts soon, and a call reads it once. */
const KEPT = 1_000;
let known: { readonly at: number; readonly mounts: readonly Mount[] } | null = null;

export function mountsNow(): readonly Mount[] {
  if (known === null || Date.now() - known.at > KEPT) known = { at: Date.now(), mounts: readMounts(tableText()) };
  return known.mounts;
}

/** Of the text of `/proc/self/mounts`, in which blanks and the like stand as `\040`. */
export function readMounts(text: string): readonly Mount[] {
  return text
    .split("\n")
    .map((line) => line.split(" "))
    .filter((words) => words.length > 2)
    .map(([, point = "", kind = ""]) => ({
      point: point.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8))),
      kind,
    }));
}

function tableText(): string {
  try {
    return readFileSync("/proc/self/mounts", "utf8");
  } catch {
    return ""; // verdict: names are compared as they are spelled, and protected files without case all the same
  }
}
