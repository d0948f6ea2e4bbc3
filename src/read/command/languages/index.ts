import type { Start } from "../program.ts";
import { readAwk } from "./awk.ts";
import { readDd, readFind, readRsync, readTar } from "./files.ts";
import { readGhApi, readHttp } from "./http.ts";
import { readJq, readMiller, readYq } from "./json.ts";
import { readApplet, readEnv, readMake, readXargs } from "./launchers.ts";
import { readNpx, readPython, readUvRun } from "./packages.ts";
import { readSed } from "./sed.ts";
import { readMysql, readPsql, readSqlite } from "./sql.ts";

/** A small exact reader for the language in a program's arguments. What it does not know for certain raises the class. */
export type Language = (start: Start) => void;

/** By the name that entries give it. */
export const languages: Readonly<Record<string, Language>> = {
  awk: readAwk,
  busybox: readApplet,
  curl: readHttp,
  dd: readDd,
  env: readEnv,
  find: readFind,
  "gh-api": readGhApi,
  jq: readJq,
  make: readMake,
  mlr: readMiller,
  mysql: readMysql,
  npx: readNpx,
  psql: readPsql,
  python: readPython,
  rsync: readRsync,
  sed: readSed,
  sqlite: readSqlite,
  tar: readTar,
  "uv-run": readUvRun,
  wget: readHttp,
  xargs: readXargs,
  yq: readYq,
};
