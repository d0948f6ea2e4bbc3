import { describe, expect, it } from "vitest";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";

const CWD = "/home/dev/app";

/** The findings of a line in a project that holds these files and folders (`name/`). */
function findings(command: string, holds: readonly string[]): readonly string[] {
  const files = Object.fromEntries(
    holds.map((name) => [`${CWD}/${name.replace(/\/$/, "")}`, name.endsWith("/") ? "dir" : "file"] as const),
  );
  const world = plainWorld({ home: "/home/dev", cwd: CWD, project: CWD, files });
  const call = {
    tool: "shell",
    args: { command },
    cwd: CWD,
    project: CWD,
    source: "model",
    attended: true,
  } as const;
  const { findings: ofLine, parts } = read(call, world);
  return [...ofLine, ...parts.flatMap((part) => part.findings)].flatMap(({ code, gates }) => (gates ? [code] : []));
}

const BARE = ["x/HEAD", "x/config", "x/objects/", "x/refs/"];

describe("a folder laid out as a repository", () => {
  it.each([
    ["git -C x status", BARE],
    ["cd x && git log", BARE],
    ["cd x/objects && git log", BARE],
    ["git -C x status", ["x/HEAD", "x/commondir"]],
    ["git status", ["HEAD", "objects/", "refs/"]],
  ])("%s", (line, holds) => expect(findings(line, holds)).toEqual(["runs-other"]));

  it.each([
    ["git -C x status", [...BARE, "x/.git/"]],
    ["git status", [...BARE, ".git/"]],
    ["git -C x status", ["x/HEAD", "x/objects/", ".git/"]],
    ["cd x && ls", BARE],
  ])("control: %s", (line, holds) => expect(findings(line, holds)).toEqual([]));
});

describe("settings of a package manager that load code of the project", () => {
  it.each([
    ["yarn --version", [".yarnrc.yml"]],
    ["yarn why x", [".yarnrc"]],
    ["cd x && yarn list", [".yarnrc.yml", "x/"]],
    ["yarnpkg config list", [".yarnrc.yml"]],
    ["pnpm ls", [".pnpmfile.cjs"]],
    ["pnpm why x", [".pnpmfile.mjs"]],
    ["ansible-doc -t filter -l", ["ansible.cfg"]],
    ["ast-grep run -p x", ["sgconfig.yml"]],
    ["brew bundle list", ["Brewfile"]],
    ["pdm list", [".pdm-plugins/"]],
  ])("%s", (line, holds) => expect(findings(line, holds)).toEqual(["program-in-project"]));

  it.each([
    ["yarn --version", ["package.json", ".npmrc"]],
    ["pnpm ls", [".yarnrc.yml", ".npmrc"]],
    ["npm ls", [".yarnrc.yml", ".npmrc", ".pnpmfile.cjs"]],
    ["npm view x", [".npmrc"]],
    ["bun pm ls", ["bunfig.toml"]],
    ["ansible-doc ping", ["x.cfg"]],
    ["ast-grep run -p x", ["rules.yml"]],
    ["brew list", ["Brewfile"]],
    ["yarn --version", ["x/.yarnrc.yml"]],
  ])("control: %s", (line, holds) => expect(findings(line, holds)).toEqual([]));
});

describe("modules beside `python -m`", () => {
  it.each([
    ["python3 -m json.tool a.json", ["a.json", "argparse.py"]],
    ["python3 -m json.tool a.json", ["a.json", "json/", "json/__init__.py"]],
    ["python3 -m site", ["os.cpython-313-x86_64-linux-gnu.so"]],
    ["python -m pip list", ["pip/", "pip/__init__.py"]],
    ["cd x && python3 -m site", ["x/re.py"]],
  ])("%s", (line, holds) => expect(findings(line, holds)).toEqual(["program-in-project"]));

  it.each([
    ["python3 -m json.tool a.json", ["a.json", "app.py", "src/"]],
    ["python3 -I -m json.tool a.json", ["a.json", "argparse.py"]],
    ["python3 -P -m site", ["re.py"]],
    ["python3 -m pip list", ["json/", "json/a.json", "test/", "test/__init__.py"]],
    ["python3 --version", ["re.py"]],
  ])("control: %s", (line, holds) => expect(findings(line, holds)).toEqual([]));
});

it("runs a toolchain of the project", () => {
  expect(findings("cargo +./x tree", [])).toEqual(["runs-other"]);
  expect(findings(`rustc +${CWD}/x --version`, [])).toEqual(["runs-other"]);
  expect(findings("cargo +nightly tree", [])).toEqual([]);
});
