import { readFileSync, readdirSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import * as gate from "../src/embed/gate.ts";
import * as surface from "../src/index.ts";

const ROOT = new URL("..", import.meta.url).pathname;
const pkg = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<string, unknown>;

/** Pins. A change here is a change of what others build on: make it on purpose, and say so in the changelog. */
test("the embed surface exports exactly this", () => {
  expect(Object.keys(surface).sort()).toEqual([
    "addRule",
    "advertise",
    "compile",
    "decide",
    "explain",
    "plainWorld",
    "read",
    "removeRule",
    "strictest",
  ]);
});

test("the package has no runtime dependency", () => {
  expect(pkg["dependencies"]).toBeUndefined();
  expect(pkg["peerDependencies"]).toBeUndefined();
  expect(pkg["optionalDependencies"]).toBeUndefined();
});

test("the gate for apps exports exactly this", () => {
  expect(Object.keys(gate)).toEqual(["createGate"]);
});

test("the package exports only the embed surface, and the gate for apps", () => {
  expect(Object.keys(pkg["exports"] as object)).toEqual([".", "./gate", "./package.json"]);
  expect(pkg["bin"]).toEqual({ assent: "bin/assent.js" });
});

test("every error code in the sources stands in docs/errors.md, and the other way round", () => {
  const documented = codesIn(readFileSync(join(ROOT, "docs/errors.md"), "utf8"), /^\| `(E[A-Z_]+)`/gmu);
  const used = new Set(
    SPEAKING.flatMap((folder) => sourceFiles(join(ROOT, "src", folder))).flatMap((file) => [
      ...codesIn(readFileSync(file, "utf8"), /"(E[A-Z][A-Z_]{2,})"/gu),
    ]),
  );
  expect([...used].filter((code) => !SYSTEM_CODES.has(code)).sort()).toEqual([...documented].sort());
});

/** Folders that answer somebody; `read` only has names of variables that look like codes. */
const SPEAKING = ["core", "wire", "store", "host", "adapters", "cli", "embed"];

/** Codes of the operating system, which the sources compare with. */
const SYSTEM_CODES = new Set(Object.keys(constants.errno));

function codesIn(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map((match) => match[1] as string));
}

function sourceFiles(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.tsx?$/u.test(entry.name) ? [path] : [];
  });
}
