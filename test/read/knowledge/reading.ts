import type { Reading } from "../../../src/core/reading.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";

const CWD = "/home/dev/app";
const world = plainWorld({ home: "/home/dev", cwd: CWD, project: CWD });

/** Reads a line of the shell, or the words of a program that no shell looks at. */
export function readingOf(line: string | readonly [string, ...string[]]): Reading {
  const [program, ...words] = line;
  const args = typeof line === "string" ? { command: line } : { program, args: words };
  return read({ tool: "shell", args, cwd: CWD, project: CWD, source: "model", attended: true }, world);
}

export function gates(reading: Reading): readonly string[] {
  const findings = [...reading.findings, ...reading.parts.flatMap((part) => part.findings)];
  return [...new Set(findings.filter((finding) => finding.gates).map((finding) => finding.code))];
}
