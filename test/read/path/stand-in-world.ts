import type { FileFacts, World } from "../../../src/read/world.ts";

/** What is at a path: `dir`, `file`, `-> target`, or a kind of special file; `file*2` has a second name. */
export type Tree = Readonly<Record<string, string>>;

/** A disk that is a table. Paths are written with `/`; parents exist by themselves. */
export function standInWorld(tree: Tree, over: Partial<World> = {}): World {
  const platform = over.platform ?? "linux";
  const fold = platform === "linux" ? (text: string) => text : (text: string) => text.normalize("NFC").toLowerCase();
  const nodes = new Map<string, { readonly name: string; readonly what: string }>();
  const add = (path: string, what: string): void => {
    if (!nodes.has(fold(path)) || what !== "dir") nodes.set(fold(path), { name: path, what });
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (parent !== "") add(parent, "dir");
  };
  for (const [path, what] of Object.entries(tree)) add(path, what);
  const trim = (path: string): string => path.replace(/\/+$/, "");
  const at = (path: string) => (trim(path) === "" ? { name: "", what: "dir" } : nodes.get(fold(trim(path))));
  const real = (path: string, hops: number): string | null => {
    const [drive = "", ...names] = trim(path).split("/");
    let done = drive;
    for (const [index, name] of names.entries()) {
      const node = at(`${done}/${name}`);
      const target = /^-> (.*)$/.exec(node?.what ?? "")?.[1];
      if (node === undefined || hops > 9) return null;
      if (target !== undefined)
        return real(
          [target.startsWith("/") ? target : join(done, target), ...names.slice(index + 1)].join("/"),
          hops + 1,
        );
      done = node.name;
    }
    return done === "" ? "/" : done;
  };
  return {
    platform,
    home: "/home/u",
    env: {},
    shell: "bash",
    tempDirs: ["/tmp"],
    ownPorts: [],
    which: () => null,
    lstat: (path) => factsOf(at(path)?.what),
    realpath: (path) => real(path, 0),
    readlink: (path) => /^-> (.*)$/.exec(at(path)?.what ?? "")?.[1] ?? null,
    readdir: (path) => {
      if (at(path)?.what !== "dir") return null;
      const root = `${fold(trim(path))}/`;
      return [...nodes.values()]
        .map(({ name }) => name)
        .filter((name) => fold(name).startsWith(root) && !name.slice(root.length).includes("/"))
        .map((name) => name.slice(root.length));
    },
    foldsCase: () => platform !== "linux",
    ...over,
  };
}

function join(folder: string, target: string): string {
  const parts = folder.split("/");
  for (const name of target.split("/")) {
    if (name === "..") parts.pop();
    else parts.push(name);
  }
  return parts.join("/");
}

function factsOf(what: string | undefined): FileFacts | null {
  if (what === undefined) return null;
  if (what.startsWith("-> ")) return { kind: "link", dev: 1, ino: 1, links: 1, size: 0 };
  const [kind = "file", links = "1"] = what.split("*");
  return { kind: kind as FileFacts["kind"], dev: 1, ino: 1, links: Number(links), size: 0 };
}
