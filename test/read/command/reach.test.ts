import { expect, it } from "vitest";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";

const CWD = "/home/dev/app";
const HOLDS = {
  secrets: "dir",
  "secrets/k": "file",
  "setup.py": "file",
  src: "dir",
  "src/a.ts": "file",
  "src/in": "dir",
  "src/in/b.ts": "file",
} as const;

/** What a line does, at paths below the project, or which it only mentions; `**` where it reaches everything below. */
function reach(command: string, key: "paths" | "mentions" = "paths"): readonly string[] {
  const there = key === "paths" ? HOLDS : { ...HOLDS, ".git": "dir" as const };
  const files = Object.fromEntries(Object.entries(there).map(([name, kind]) => [`${CWD}/${name}`, kind]));
  const world = plainWorld({ home: "/home/dev", cwd: CWD, project: CWD, files });
  const call = { tool: "shell", args: { command }, cwd: CWD, project: CWD, source: "model", attended: true } as const;
  return read(call, world).parts.flatMap((part) =>
    (part[key] ?? []).map(
      (use) =>
        `${use.act} ${(use.canonical ?? "?").replace(`${CWD}/`, "").replace(CWD, ".")}${use.recursive ? "/**" : ""}`,
    ),
  );
}

it.each([
  ["cat s*/*", ["read secrets/k", "read src/a.ts", "read src/in"]],
  ["head -1 */*", ["read secrets/k", "read src/a.ts", "read src/in"]],
  ["grep -r foo", ["read ./**"]],
  ["grep -R -e foo", ["read ./**"]],
  ["grep x", []],
  ["7z x a.7z", ["read a.7z", "write ./**"]],
  ["7z x a.7z -osecrets", ["read a.7z", "write secrets/**"]],
  ["7z x -so a.7z", ["read a.7z"]],
  ["tar xf a.tar -C src", ["read src", "read a.tar", "write src/**"]],
  ["unzip a.zip -d src", ["read a.zip", "write src/**"]],
  ["unzip -l a.zip", ["read a.zip"]],
  ["unrar x a.rar src/", ["read a.rar", "write src/**"]],
  ["unrar x a.rar", ["read a.rar", "write ./**"]],
  ["ar x a.a", ["read a.a", "write ./**"]],
  ["cpio -i -F a.cpio", ["read a.cpio", "write ./**"]],
  ["gunzip src/.mcp.json.gz", ["edit src/.mcp.json.gz", "write src/.mcp.json"]],
  ["gunzip -c src/a.gz", ["read src/a.gz"]],
  ["unzstd src/a.zst", ["edit src/a.zst", "write src/a"]],
  ["gzip src/a.ts", ["edit src/a.ts"]],
  ["patch -p1 -i a.patch", ["read a.patch", "write ./**"]],
  ["patch -p1 --dry-run -i a.patch", ["read a.patch"]],
  ["patch src/a.ts a.patch", ["edit src/a.ts", "read a.patch"]],
  ["cp setup.py new", ["read setup.py", "write new"]],
  ["cp setup.py src", ["read setup.py", "write src", "write src/setup.py"]],
  ["cp setup.py new/", ["read setup.py", "write new", "write new/setup.py"]],
  ["cp secrets/k .", ["read secrets/k", "write .", "write k"]],
  ["cp -t src setup.py", ["read setup.py", "write src", "write src/setup.py"]],
  ["cp -T setup.py src", ["read setup.py", "write src"]],
  ["cp setup.py secrets/k src", ["read setup.py", "read secrets/k", "write src", "write src/setup.py", "write src/k"]],
  ["cp secrets/* src", ["read secrets/k", "write src", "write src/k"]],
  ["cp none/* src", ["read none/*", "write src", "write src/**"]],
  ["cp -r src new", ["read src/**", "write new/**"]],
  ["cp -r src secrets", ["read src/**", "write secrets", "write secrets/src/**"]],
  ["cp -r src/. secrets", ["read src/**", "write secrets", "write secrets/**"]],
  ["cp -r src/in secrets/", ["read src/in/**", "write secrets", "write secrets/in/**"]],
  ["mv src/in secrets", ["write src/in/**", "write secrets", "write secrets/in/**"]],
  [
    "mv setup.py secrets/k src",
    ["write setup.py", "write secrets/k", "write src", "write src/setup.py", "write src/k"],
  ],
  ["git mv setup.py src", ["write setup.py", "write src", "write src/setup.py"]],
  ["ln -s secrets/k", ["read secrets/k", "write .", "write k"]],
  ["ln -s src d; cat d/a.ts", ["read src", "write d", "read src/a.ts"]],
  ["ln -s a.ts src/l; cat src/l", ["read a.ts", "write src/l", "read src/a.ts"]],
  ["cd src; ln -s secrets ../d; cat ../d/k", ["read src", "read src/secrets", "write d", "read secrets/k"]],
  ["ln -s two one; ln -s src two; cat one/a.ts", ["read two", "write one", "read src", "write two", "read src/a.ts"]],
  ["ln -s two one; ln -s one two; cat one/x", ["read two", "write one", "read two", "write two", "read ?"]],
  ["ln secrets/k d; cat d", ["read secrets/k", "write d", "read secrets/k"]],
  ["cp -l secrets/k d; cat d", ["read secrets/k", "write d", "read secrets/k"]],
  ["link secrets/k d; cat d", ["read secrets/k", "write d", "read secrets/k"]],
  ["cd src; ln -sr ../secrets ../d; cat ../d/k", ["read src", "read secrets", "write d", "read secrets/k"]],
  [
    "rsync -a --link-dest=../secrets src/ d; cat d/k; rm d/k",
    ["read src/**", "write d", "write d/**", "read secrets/**", "read secrets/k", "delete d/k"],
  ],
  // A deletion takes a name away, and of what lies below a link the file.
  ["ln -s src d; rm d", ["read src", "write d", "delete d"]],
  ["ln -s src d; rm -r d", ["read src", "write d", "delete d/**"]],
  ["ln -s src d; rm d/a.ts", ["read src", "write d", "delete src/a.ts"]],
  ["ln -s src d; rm -r d/", ["read src", "write d", "delete src/**"]],
  ["cp -l secrets/k d; rm d", ["read secrets/k", "write d", "delete d"]],
  ["cp -al src d; rm -r d", ["read src/**", "write d/**", "delete d/**"]],
  ["cp secrets/k d; cat d", ["read secrets/k", "write d", "read d"]],
  ["mv src d; cat d/a.ts", ["write src/**", "write d/**", "read d/a.ts"]],
  ["mkdir d && cp setup.py d", ["write d", "read setup.py", "write d", "write d/setup.py"]],
  ["touch d && cp setup.py e", ["edit d", "read setup.py", "write e"]],
  ["ln -s secrets/k src", ["read secrets/k", "write src", "write src/k"]],
  ["install -m 644 setup.py src", ["read setup.py", "write src", "write src/setup.py"]],
  ["install -d one two", ["write one", "write two"]],
  ["rsync -a src secrets", ["read src/**", "write secrets", "write secrets/src/**"]],
  ["rsync -a src/ secrets", ["read src/**", "write secrets", "write secrets/**"]],
  ["rsync -a host:src secrets", ["write secrets", "write secrets/src/**"]],
  ["docker cp box:/etc/new secrets", ["write secrets", "write secrets/new/**"]],
  ["docker cp secrets/k box:/etc", ["read secrets/k"]],
  ["cp --parents src/a.ts secrets", ["read src/a.ts", "write secrets", "write secrets/**"]],
  ["kubectl cp pod:/etc/new secrets", ["write secrets", "write secrets/new/**"]],
  ["scp host:k src", ["write src", "write src/k"]],
  ["scp host:'*' src", ["write src", "write src/**"]],
  ["scp secrets/k host:k", ["read secrets/k"]],
  ["scp host:k src/a.ts", ["write src/a.ts"]],
  ["scp host:a other:b", []],
  ["sqlite3 src/a.ts 'select 1'", ["read src/a.ts"]],
  ["sqlite3 none.db 'select 1'", ["write none.db"]],
  ["duckdb src/none.db 'select 1'", ["write src/none.db"]],
  ["cd src; sqlite3 a.ts 'select 1'; sqlite3 none.db 'select 1'", ["read src", "read src/a.ts", "write src/none.db"]],
  ["sqlite3 -readonly none.db 'select 1'", ["read none.db"]],
  ["sqlite3 -ifexists none.db 'select 1'", ["read none.db"]],
  ["sqlite3 -safe src/a.ts 'insert into t values (1)'", ["edit src/a.ts"]],
])("%s", (line, uses) => expect(reach(line)).toEqual(uses));

it.each([
  ["git diff", ["read ./**"]],
  ["git -C src diff", ["read ./**"]],
  ["git diff main", ["read ./**"]],
  ["git diff src", ["read src/**"]],
  ["git diff HEAD -- src secrets", ["read src/**", "read secrets/**"]],
  ["git -C src diff in", ["read src/in/**"]],
  ["git log -p src/a.ts", ["read src/a.ts"]],
  ["git diff -- . ':!secrets'", ["read ./**"]],
  ["git show HEAD:src/a.ts", []],
  ["git diff --name-only", []],
])("%s prints out of %j", (command, expected) => {
  expect(reach(command, "mentions")).toEqual(expected);
});
