import { finding } from "../../core/finding-table.ts";
import { lazy } from "../../core/lazy.ts";
import { tidy } from "./guard.ts";
import { addFinding } from "./line.ts";
import type { Start } from "./program.ts";

/** Code that a project's folder could hold where a program looks for its own: plain files, which nothing protects. */
export function guardPlanted(start: Start): void {
  if (start.draft.program === "git") guardRepository(start);
  if (TOOLCHAINS.has(start.draft.program ?? "")) guardToolchain(start);
  const program = start.draft.program ?? "";
  const loads = LOADS.get(program) ?? LOADS.get(`${program} ${start.read.meaning.path[0]}`);
  if (loads !== undefined) guardLoaded(start, loads);
}

/**
 * Git takes a folder that is laid out as a repository (`HEAD`, `objects`, `refs`) for one, and its `config` names
 * programs. The one in `.git` is protected; this one anybody could have written. Source: git 2.49, gitrepository-layout.
 */
function guardRepository({ at, draft, cwd }: Start): void {
  const { world, call } = at.line;
  const kind = (path: string): string | undefined => world.lstat(path)?.kind;
  for (const dir of upwards(cwd, call.project ?? cwd)) {
    if (/\/\.git(\/|$)/.test(dir) || kind(`${dir}/.git`) !== undefined) return;
    const folders = kind(`${dir}/objects`) === "dir" && kind(`${dir}/refs`) === "dir";
    if (kind(`${dir}/HEAD`) !== "file" || (!folders && kind(`${dir}/commondir`) !== "file")) continue;
    const what = `\`${dir}\` is laid out as a repository, whose configuration can start programs`;
    return addFinding(draft, finding("runs-other", what, dir));
  }
}

/** A folder and those above it, as far as the top. */
function upwards(from: string | null, top: string | null): readonly string[] {
  const dirs: string[] = [];
  for (let dir = from; dir !== null && top !== null && `${dir}/`.startsWith(`${top}/`); dir = above(dir))
    dirs.push(dir);
  return dirs;
}

function above(dir: string): string | null {
  return dir.lastIndexOf("/") > 0 ? dir.slice(0, dir.lastIndexOf("/")) : null;
}

/**
 * Settings by which commands that only tell run a file of the project: `yarnPath` and `plugins`, `yarn-path`, the hooks
 * of pnpm, for their version too; folders of plugins, libraries of languages, and what is a program itself. What stands in
 * them is not read. Those of npm and bun count only for scripts and programs that they run. Source: yarn 4 and 1.22, pnpm
 * 10, ansible-core 2.18, ast-grep 0.38 and Homebrew 4.5 documentation.
 */
const LOADS: ReadonlyMap<string, readonly string[]> = new Map([
  ["yarn", [".yarnrc.yml", ".yarnrc"]],
  ["yarnpkg", [".yarnrc.yml", ".yarnrc"]],
  ["pnpm", [".pnpmfile.cjs", ".pnpmfile.mjs"]],
  ["ansible-doc", ["ansible.cfg"]],
  ["ast-grep", ["sgconfig.yml"]],
  ["brew bundle", ["Brewfile"]],
  ["pdm", [".pdm-plugins"]],
]);

function guardLoaded({ at, draft, cwd }: Start, names: readonly string[]): void {
  const { world, call } = at.line;
  const found = upwards(cwd, call.project ?? cwd)
    .flatMap((dir) => names.filter((name) => world.readdir(dir)?.includes(name)).map((name) => tidy(`${dir}/${name}`)))
    .at(0);
  if (found === undefined) return;
  const what = `\`${draft.program}\` may run code that \`${found}\` names or holds`;
  addFinding(draft, finding("program-in-project", what, found));
  draft.projectCode = true;
}

/** `cargo +/a/folder` runs the programs of that folder. Source: rustup 1.28 manual, "Overrides". */
const TOOLCHAINS: ReadonlySet<string> = new Set(["cargo", "rustc", "rustfmt", "rustdoc", "cargo-clippy"]);

function guardToolchain({ draft }: Start): void {
  const chosen = [...draft.globals, ...draft.words].find(({ text }) => /^\+.*\//.test(text));
  if (chosen === undefined) return;
  const what = `it runs the programs of \`${chosen.text.slice(1)}\``;
  addFinding(draft, finding("runs-other", what, chosen.text));
}

/**
 * `python -m` looks for every module in the working directory first, for those too that the module itself loads.
 * Source: python 3.13 documentation, sys.path and -P.
 */
export function guardModules({ at, draft, cwd, options }: Start): void {
  if (cwd === null || options.some(({ name }) => name === "-I" || name === "-P")) return;
  const { world } = at.line;
  const planted = world.readdir(cwd)?.find((name) => {
    if (!modules().has(moduleOf(name))) return false;
    // A folder without `__init__` gives way to a module of that name elsewhere.
    return name.includes(".") || world.readdir(`${cwd}/${name}`)?.some((file) => moduleOf(file) === "__init__");
  });
  if (planted === undefined) return;
  const path = tidy(`${cwd}/${planted}`);
  addFinding(
    draft,
    finding("program-in-project", `it loads \`${path}\`, which stands in for a module of Python`, path),
  );
  draft.projectCode = true;
}

/** The module that a file or folder of that name is. */
function moduleOf(name: string): string {
  return /^([A-Za-z_]\w*)(?:\.pyc?|\.so|\.pyd|\.[\w-]+\.(?:so|pyd))?$/.exec(name)?.[1] ?? "";
}

/** The standard library of Python 3.13 and what the modules that are known (`pip`, `black`, `ruff`) load beside it. */
const modules = lazy(
  () =>
    new Set(
      `abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect black builtins
  bz2 cProfile calendar cgi cgitb chunk click cmath cmd code codecs codeop collections colorama colorsys
  compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses
  datetime dbm decimal difflib dis distutils doctest email encodings enum errno faulthandler fcntl
  filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp
  gzip hashlib heapq hmac html http imaplib imghdr imp importlib inspect io ipaddress isort itertools json
  keyword linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib
  msvcrt multiprocessing mypy_extensions netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse
  os ossaudiodev packaging pathlib pathspec pdb pickle pickletools pip pipes pkgutil platform platformdirs
  plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat
  pytokens queue quopri random re readline reprlib resource rlcompleter ruff runpy sched secrets select selectors
  shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants
  sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny
  tarfile telnetlib tempfile termios textwrap threading time timeit token tokenize tomli tomllib trace
  traceback tracemalloc tty types typing typing_extensions unicodedata unittest urllib uu uuid
  warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
  zoneinfo`.split(/\s+/),
    ),
);
