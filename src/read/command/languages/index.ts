import type { Start } from "../program.ts";
import { readAwk } from "./awk.ts";
import { readDd, readFind, readRsync, readTar } from "./files.ts";
import { readJq, readMiller, readYq } from "./json.ts";
import { readNpx, readPython, readUvRun } from "./packages.ts";
import { readSed } from "./sed.ts";

/** A small exact reader for the language in a program's arguments. What it does not know for certain raises the class. */
export type Language = (start: Start) => void;

/** By the name that entries give it. */
export const languages: Readonly<Record<string, Language>> = {
  awk: readAwk,
  dd: readDd,
  find: readFind,
  jq: readJq,
  mlr: readMiller,
  npx: readNpx,
  python: readPython,
  rsync: readRsync,
  sed: readSed,
  tar: readTar,
  "uv-run": readUvRun,
  yq: readYq,
};
