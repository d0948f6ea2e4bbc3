import {
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** One way to swap a name under a tool's feet. Names are relative to `<top>`, the project is `<top>/ws`. */
export interface RaceShape {
  readonly name: string;
  /** Exchanged with each other. */
  readonly swap: readonly [honest: string, lead: string];
  readonly tool: string;
  /** Relative to the project. */
  readonly args: Readonly<Record<string, string>>;
  /** Puts back what an attempt used up, through folders held from before the swapping. */
  readonly again?: (held: HeldFolders) => void;
  /** The same act with a check by name before it, as a tool without handles does it; what it read, if it read. */
  readonly byName: (project: string) => string;
}

export interface HeldFolders {
  /** `<top>/ws/a/b` as it was. */
  readonly inner: string;
  /** `<top>/ws` as it was. */
  readonly project: string;
}

const PARENT = ["ws/a/b", "ws/a/lnk"] as const;

export const RACE_SHAPES: readonly RaceShape[] = [
  {
    name: "parent, read",
    swap: PARENT,
    tool: "read_file",
    args: { path: "a/b/secret.txt" },
    byName: (project) => readFileSync(checked(`${project}/a/b/secret.txt`), "utf8"),
  },
  {
    name: "parent, write",
    swap: PARENT,
    tool: "write_file",
    args: { path: "a/b/secret.txt", content: "INSIDE" },
    byName: (project) => {
      writeFileSync(checked(`${project}/a/b/secret.txt`), "INSIDE");
      return "";
    },
  },
  {
    name: "list",
    swap: PARENT,
    tool: "list_files",
    args: { path: "a/b" },
    byName: (project) => readdirSync(checked(`${project}/a/b`)).join(),
  },
  {
    name: "delete",
    swap: PARENT,
    tool: "delete_file",
    args: { path: "a/b/secret.txt" },
    again: ({ inner }) => writeFileSync(`${inner}/secret.txt`, "INSIDE"),
    byName: (project) => {
      unlinkSync(checked(`${project}/a/b/secret.txt`));
      return "";
    },
  },
  {
    name: "rename target",
    swap: PARENT,
    tool: "move_file",
    args: { from: "m.txt", to: "a/b/got.txt" },
    again: ({ inner, project }) => {
      rmSync(`${inner}/got.txt`, { force: true });
      writeFileSync(`${project}/m.txt`, "INSIDE");
    },
    byName: (project) => {
      renameSync(`${project}/m.txt`, `${checked(dirname(`${project}/a/b/got.txt`))}/got.txt`);
      return "";
    },
  },
  {
    name: "unpack",
    swap: PARENT,
    tool: "zip_extract",
    args: { archive: "x.zip", directory: "a/b" },
    again: ({ inner }) => rmSync(`${inner}/got.txt`, { force: true }),
    byName: (project) => {
      writeFileSync(`${checked(`${project}/a/b`)}/got.txt`, "INSIDE");
      return "";
    },
  },
  {
    name: "last component",
    swap: ["ws/ok.txt", "ws/l"],
    tool: "read_file",
    args: { path: "ok.txt" },
    byName: (project) => readFileSync(checked(`${project}/ok.txt`), "utf8"),
  },
  {
    name: "hard link",
    swap: ["ws/ok.txt", "ws/hard"],
    tool: "read_file",
    args: { path: "ok.txt" },
    byName: (project) => (lstatSync(`${project}/ok.txt`).nlink === 1 ? readFileSync(`${project}/ok.txt`, "utf8") : ""),
  },
  {
    name: "root",
    swap: ["ws", "wslink"],
    tool: "read_file",
    args: { path: "secret.txt" },
    byName: (project) => readFileSync(checked(`${project}/secret.txt`), "utf8"),
  },
];

/** What a path led to when it was looked at. */
function checked(path: string): string {
  if (realpathSync.native(path) !== path) throw new Error("leads elsewhere");
  return path;
}
