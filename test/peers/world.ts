import type { FileFacts, World } from "../../src/read/world.ts";
import { HOME, PROJECT } from "./adapter.ts";

const FOLDER: FileFacts = { kind: "dir", dev: 1, ino: 1, links: 2, size: 0 };

/** A plain Linux machine: every program in /usr/bin, no links, no file but the project's folders. */
export const plainWorld: World = {
  platform: "linux",
  home: HOME,
  env: {},
  shell: "bash",
  tempDirs: ["/tmp"],
  ownPorts: [],
  which: (name) => `/usr/bin/${name}`,
  lstat: (path) => (isFolder(path) ? FOLDER : null),
  realpath: (path) => (isFolder(path) ? path : null),
  readlink: () => null,
  readdir: (path) => (isFolder(path) ? [] : null),
  foldsCase: () => false,
};

function isFolder(path: string): boolean {
  return path === "/" || path === "/tmp" || path === "/usr/bin" || `${PROJECT}/`.startsWith(`${path}/`);
}
