import { readFileSync } from "node:fs";

import { CliError } from "./output.ts";

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};

/** A file that a person named; `what` says what it is to them. */
export function readText(what: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new CliError(`the ${what} \`${file}\` cannot be read: ${WORDS[code] ?? message}`);
  }
}
