/**
 * How the command line speaks. The verdict comes first and alone carries colour; one line a fact, aligned; nothing but
 * plain text when the output is not a terminal or `NO_COLOR` is set; errors are one line and a `hint:` that says what to
 * do next. Texts of calls, files and folders hold nothing that a terminal would act on. Source: ui.md, "Terminal".
 */
import { styleText } from "node:util";

import type { Effect } from "../core/effect.ts";
import { visible } from "../core/explain.ts";

/** Exit codes: 0, 10 and 20 are verdicts, 1 a failure, 2 a wrong command line. */
export const EXIT = { ok: 0, failure: 1, usage: 2, ask: 10, deny: 20 } as const;

const COLOURS = { allow: "green", ask: "yellow", deny: "red" } as const;

/** A failure that the person can act on; `main` prints it. */
export class CliError extends Error {
  readonly hint: string | undefined;
  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** A command line that says nothing that could be done. */
export class UsageError extends CliError {}

// Who reads through `head` closes the pipe early: that needs no stack trace, and 0 would say allow.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(EXIT.failure);
});

export function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}

export function printError(message: string, hint?: string): void {
  process.stderr.write(`error: ${visible(message)}\n`);
  if (hint !== undefined) process.stderr.write(`hint:  ${visible(hint)}\n`);
}

/** Something beside the output that is worth a look. */
export function printNote(text: string): void {
  process.stderr.write(`note:  ${visible(text)}\n`);
}

export function verdict(effect: Effect): string {
  const padded = effect.padEnd(5);
  return useColour() ? styleText([COLOURS[effect], "bold"], padded, { validateStream: false }) : padded;
}

export function exitCodeOf(effect: Effect): number {
  return effect === "allow" ? EXIT.ok : EXIT[effect];
}

/** Columns of plain text, each as wide as its widest cell; the last one is not padded. */
export function table(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(visible));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One line of at most `width` characters, with nothing in it that a terminal would act on. */
export function oneLine(text: string, width: number): string {
  const flat = visible(text).replaceAll(/\s+/gu, " ");
  return flat.length > width ? `${flat.slice(0, width - 1)}…` : flat;
}

function useColour(): boolean {
  return process.stdout.isTTY === true && !process.env["NO_COLOR"];
}
