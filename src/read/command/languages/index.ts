import type { Start } from "../program.ts";
import { readAwk } from "./awk.ts";
import { readClone, readPrinted } from "./clients.ts";
import { readAwayCopy, readCopy, readMount, readMove } from "./copies.ts";
import { readDd, readPax, readRsync, readScp, readStar, readTar } from "./files.ts";
import { readCompiler } from "./compilers.ts";
import { readCompose } from "./compose.ts";
import { readExiftool, readFunctions, readPandoc, readProbed, readSound } from "./documents.ts";
import { readFind } from "./find.ts";
import { readGhApi, readHttp, readHttpie, readProbe } from "./http.ts";
import { readApplyPatch, readGitBatch, readGitPatch, readGitPaths } from "./patches.ts";
import { readJq, readJqOption, readMiller, readYq } from "./json.ts";
import {
  readAnsible,
  readApplet,
  readAt,
  readCargoWatch,
  readEditor,
  readEnv,
  readImages,
  readKeys,
  readKill,
  readMake,
  readMan,
  readOptionFiles,
  readPager,
  readScreen,
  readService,
  readXargs,
} from "./launchers.ts";
import { readNpx, readPytest, readPython, readUvRun } from "./packages.ts";
import { readGitGrep, readSearch } from "./search.ts";
import { readSed } from "./sed.ts";
import { read7z, readCpio, readPatchFile, readReplaced, readUnpackHere, readUnrar, readUnsquashfs } from "./unpack.ts";
import { readMysql, readPsql, readRedis, readSqlite } from "./sql.ts";

/** A small exact reader for the language in a program's arguments. What it does not know for certain raises the class. */
export type Language = (start: Start) => void;

/** By the name that entries give it. */
const LANGUAGES: ReadonlyMap<string, Language> = mapOf({
  ansible: readAnsible,
  awk: readAwk,
  busybox: readApplet,
  compose: readCompose,
  copy: readCopy,
  "copy-away": readAwayCopy,
  cpio: readCpio,
  "cargo-watch": readCargoWatch,
  clone: readClone,
  curl: readHttp,
  dd: readDd,
  exiftool: readExiftool,
  find: readFind,
  at: readAt,
  editor: readEditor,
  "7z": read7z,
  "apply-patch": readApplyPatch,
  patch: readPatchFile,
  "git-batch": readGitBatch,
  "git-patch": readGitPatch,
  "git-paths": readGitPaths,
  "git-grep": readGitGrep,
  "gh-api": readGhApi,
  httpie: readHttpie,
  jq: readJq,
  mlr: readMiller,
  mount: readMount,
  move: readMove,
  mysql: readMysql,
  npx: readNpx,
  pandoc: readPandoc,
  pax: readPax,
  psql: readPsql,
  pytest: readPytest,
  python: readPython,
  "reads-files": readFunctions,
  redis: readRedis,
  replaced: readReplaced,
  rsync: readRsync,
  scp: readScp,
  sed: readSed,
  shell: readNothing,
  sqlite: readSqlite,
  ssh: readNothing,
  star: readStar,
  tar: readTar,
  "unpack-here": readUnpackHere,
  unrar: readUnrar,
  unsquashfs: readUnsquashfs,
  "uv-run": readUvRun,
  wget: readHttp,
  keys: readKeys,
  kill: readKill,
  screen: readScreen,
  service: readService,
  xargs: readXargs,
  yq: readYq,
});

/** Where the words of a program need reading whatever its entry says. */
const OF_PROGRAMS: ReadonlyMap<string, Language> = mapOf({
  env: readEnv,
  genv: readEnv,
  make: readMake,
  gmake: readMake,
  bmake: readMake,
  less: readPager,
  more: readPager,
  most: readPager,
  ...ofAll(
    "nm llvm-nm objdump llvm-objdump readelf llvm-readelf strings size addr2line c++filt elfedit llvm-size llvm-dwarfdump ar ld clang-format clang-tidy javac java javadoc jar jdeps jlink kotlinc scalac rustc swiftc tsc tsgo vue-tsc mypy ruff qpdf google-java-format protoc",
    readOptionFiles,
  ),
  ...ofAll("gcc g++ cc c++ gfortran tcc clang clang++ emcc em++", readCompiler),
  ...ofAll("identify magick-identify magick convert mogrify composite montage", readImages),
  ...ofAll("grep egrep fgrep rgrep ggrep zgrep rg ag ack pdfgrep", readSearch),
  gh: readJqOption,
  kubectl: readPrinted,
  oc: readPrinted,
  "k3s-kubectl": readPrinted,
  ffprobe: readProbed,
  soxi: readSound,
  man: readMan,
  hg: readFunctions,
  ping: readProbe,
  ping6: readProbe,
  nc: readProbe,
  ncat: readProbe,
  netcat: readProbe,
});

function mapOf(languages: Readonly<Record<string, Language>>): ReadonlyMap<string, Language> {
  return new Map(Object.entries(languages));
}

function ofAll(names: string, language: Language): Readonly<Record<string, Language>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, language]));
}

export function languageOf(program: string | null, name: string | undefined): Language | undefined {
  return (name === undefined ? undefined : LANGUAGES.get(name)) ?? OF_PROGRAMS.get(program ?? "");
}

/** The kinds of the words in the entry say it all; the name tells that such a reader was thought of. */
function readNothing(): void {}
