import { type Arg, literal } from "../arg.ts";
import { raise } from "../line.ts";
import type { Start } from "../program.ts";
import { applyValue, runsOther } from "../values.ts";
import { addPaths } from "../use.ts";

/** `dd if=… of=…`. POSIX. */
export function readDd(start: Start): void {
  const { draft, operands } = start;
  for (const arg of operands) {
    const cut = arg.text.indexOf("=");
    const [name, value] = [arg.text.slice(0, cut), literal(arg.text.slice(cut + 1))];
    if (arg.kind !== "literal" || cut < 0) {
      raise(draft, "unknown");
      continue;
    }
    if (name === "if") applyValue(start, { kind: "r", arg: value });
    if (name === "of") applyValue(start, { kind: "w", arg: value });
  }
}

/** What tar does hangs on one of its options. GNU tar 1.35. */
export function readTar(start: Start): void {
  const { draft, options, operands, at } = start;
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  const archives = options.filter(({ name }) => name === "--file").flatMap(({ value }) => (value ? [value] : []));
  if (archives.some((arg) => /^[^/]*:/.test(arg.text)) && !has("--force-local")) {
    return runsOther(start, "the archive lies on another machine, which tar reaches by a program of its own");
  }
  if (has("--list", "--diff", "--compare", "--test-label", "--show-defaults", "--usage")) return;
  if (has("--extract", "--get")) {
    if (has("--to-stdout")) return;
    raise(draft, "write");
    return addPaths(at.line, draft, { arg: literal("."), act: "write", cwd: start.cwd, recursive: true });
  }
  if (has("--create", "--append", "--update", "--catenate", "--concatenate")) {
    raise(draft, "write");
    const act = has("--create") ? "write" : "edit";
    for (const arg of archives)
      if (arg.text !== "-") addPaths(at.line, draft, { arg, act, cwd: at.scope.cwd, recursive: false });
    for (const arg of operands) applyValue(start, { kind: "R", arg });
    return;
  }
  raise(draft, "unknown");
}

/** Without a folder of its own the archive goes to the working directory. UnZip 6.0. */
export function readUnzip(start: Start): void {
  const { draft, options, at } = start;
  if (options.some(({ name }) => /^-[dltzZvpcT]$/.test(name))) return;
  addPaths(at.line, draft, { arg: literal("."), act: "write", cwd: start.cwd, recursive: true });
}

/** 7-Zip unpacks into the working directory, or where `-o` says. */
export function read7z({ draft, options, at, cwd }: Start): void {
  if (options.some(({ name }) => name === "-so")) return;
  const into = options.find(({ name }) => /^-o./.test(name))?.name.slice(2) ?? ".";
  addPaths(at.line, draft, { arg: literal(into), act: "write", cwd, recursive: true });
}

/** Where no file is named the patch says itself which ones it changes. */
export function readPatchFile({ draft, options, operands, at, cwd }: Start): void {
  if (operands.length > 0 || options.some(({ name }) => name === "--dry-run" || name === "--output")) return;
  addPaths(at.line, draft, { arg: literal("."), act: "write", cwd, recursive: true });
}

/** All but the last are read, the last is written, where they do not begin with a host. Source: scp(1). */
export function readScp(start: Start): void {
  const { operands, options } = start;
  const deep = options.some(({ name }) => name === "-r");
  operands.forEach((arg, index) => {
    if (/^[^/]*:/.test(arg.text)) return;
    if (index === operands.length - 1) applyValue(start, { kind: deep ? "W" : "w", arg });
    else applyValue(start, { kind: deep ? "R" : "r", arg });
  });
}

/** `host:path`, `host::module` and `rsync://…` are other machines; what lies here is sent there, or the other way. */
export function readRsync(start: Start): void {
  const { operands, draft, options } = start;
  const isAway = ({ text }: Arg): boolean => /^[^/]*:|^rsync:\/\//.test(text);
  if (!operands.some(isAway)) return;
  raise(draft, "network");
  const deep = options.some(({ option }) => option.deep);
  operands.forEach((arg, index) => {
    if (isAway(arg)) applyValue(start, { kind: "u", arg });
    else if (index === operands.length - 1 && index > 0) applyValue(start, { kind: deep ? "W" : "w", arg });
    else applyValue(start, { kind: deep ? "R" : "r", arg });
  });
}
