import { expect, it } from "vitest";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";

const CWD = "/home/dev/app";
const HOLDS = { secrets: "dir", "secrets/k": "file", "setup.py": "file", src: "dir", "src/a.ts": "file" } as const;

/** What a line does, at paths below the project; `**` where it reaches everything below. */
function reach(command: string): readonly string[] {
  const files = Object.fromEntries(Object.entries(HOLDS).map(([name, kind]) => [`${CWD}/${name}`, kind]));
  const world = plainWorld({ home: "/home/dev", cwd: CWD, project: CWD, files });
  const call = { tool: "shell", args: { command }, cwd: CWD, project: CWD, source: "model", attended: true } as const;
  return read(call, world).parts.flatMap((part) =>
    part.paths.map(
      (use) =>
        `${use.act} ${(use.canonical ?? "?").replace(`${CWD}/`, "").replace(CWD, ".")}${use.recursive ? "/**" : ""}`,
    ),
  );
}

it.each([
  ["cat s*/*", ["read secrets/k", "read src/a.ts"]],
  ["head -1 */*", ["read secrets/k", "read src/a.ts"]],
  ["grep -r foo", ["read ./**"]],
  ["grep -R -e foo", ["read ./**"]],
  ["grep x", []],
  ["7z x a.7z", ["read a.7z", "write ./**"]],
  ["7z x a.7z -osecrets", ["read a.7z", "write secrets/**"]],
  ["7z x -so a.7z", ["read a.7z"]],
  ["patch -p1 -i a.patch", ["read a.patch", "write ./**"]],
  ["patch -p1 --dry-run -i a.patch", ["read a.patch"]],
  ["patch src/a.ts a.patch", ["edit src/a.ts", "read a.patch"]],
  ["scp secrets/k host:k", ["read secrets/k"]],
  ["scp host:k src/a.ts", ["write src/a.ts"]],
  ["scp host:a other:b", []],
])("%s", (line, uses) => expect(reach(line)).toEqual(uses));
