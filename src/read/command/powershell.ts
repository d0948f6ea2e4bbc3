import { lazy } from "../../core/lazy.ts";

/**
 * PowerShell is not read, but for lines in which it and a POSIX shell see the same programs with the same words: plain
 * words, texts in quotes without anything to replace, the separators that both have. Such a line is spelled for the
 * reader. Sources: about_Parsing, about_Quoting_Rules, about_Command_Precedence of PowerShell 5.1 and 7.
 */

export interface PlainLine {
  /** For a POSIX shell, in single quotes what needs them. */
  readonly text: string;
  /** A cmdlet, keyword or alias of PowerShell's own that it uses; what that does is not read. */
  readonly own: string | null;
}

/** Null where the line holds more than plain words. */
export function plainPowershell(line: string): PlainLine | null {
  const spelled: string[] = [];
  let own: string | null = null;
  /** A word in quotes in the first place is a value that is printed, not a program. */
  let first = true;
  for (let at = 0; at < line.length;) {
    const token = nextToken(line, at, first);
    if (token === null) return null;
    if (token.text !== "") spelled.push(token.text);
    if (token.ends === false && isOwn(token.text)) own ??= token.text;
    first = token.ends ?? first;
    at = token.end;
  }
  return first ? null : { text: spelled.join(" "), own };
}

interface Token {
  readonly text: string;
  readonly end: number;
  /** Whether a command begins behind it; absent where it changes nothing. */
  readonly ends?: boolean;
}

const BLANK = /[ \t]+/y;
const SEPARATOR = /;|\|\||&&|\||\r?\n/y;
/** What goes nowhere, or where standard output goes, changes nothing. */
const REDIRECTION = /(?:[1-6*]?>>?[ \t]*\$null|2>&1)(?=[\s;|]|$)/iy;
const PROGRAM = /[a-z][a-z0-9_.-]*(?=[\s;|]|$)/iy;
/** No comma, which makes a list; no quote, dollar, grave accent, brace, tilde, star or question mark. */
const WORD = /[\w./\\:=+-][\w./\\:=+@!-]*(?=[\s;|]|$)/y;
/**
 * Not empty, no quote inside and no backslash at the end: 5.1 hands those on so that the program sees other words. No
 * sign that `cmd` acts on, since many programs are batch files.
 */
const QUOTED = /(['"])[^'"$`&|<>^%\n]*[^'"$`&|<>^%\n\\]\1(?=[\s;|]|$)/y;
/**
 * A text behind a word is of that word (`/C:"two words"`, `--grep="a b"`). No pattern: elsewhere than on Windows it is
 * one there, quotes or not. Nothing that begins as a number or as a parameter, which may be split.
 */
const JOINED =
  /(?:--[a-z]|[a-z_/])(?:[\w./\\:=+@!-]*[\w./:=+@!-])?(['"])[^'"$`&|<>^%\n*?~[\]{}]*[^'"$`&|<>^%\n*?~[\]{}\\]\1(?=[\s;|]|$)/iy;

function nextToken(line: string, at: number, first: boolean): Token | null {
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(line)?.[0] ?? null;
  };
  const blank = match(BLANK);
  if (blank !== null) return { text: "", end: at + blank.length };
  const separator = match(SEPARATOR);
  if (separator !== null)
    return first ? null : { text: separator.trim() || ";", end: at + separator.length, ends: true };
  const redirection = match(REDIRECTION);
  if (redirection !== null) return first ? null : { text: "", end: at + redirection.length };
  if (first) {
    const program = match(PROGRAM);
    return program === null ? null : { text: program, end: at + program.length, ends: false };
  }
  const quoted = match(QUOTED);
  if (quoted !== null) return { text: inQuotes(quoted.slice(1, -1)), end: at + quoted.length };
  const joined = match(JOINED);
  if (joined !== null) return { text: inQuotes(joined.replaceAll(/['"]/g, "")), end: at + joined.length };
  const word = match(WORD);
  // It splits `-a.b` and `-a:b` in two, and has a meaning of its own for `--`.
  return word === null || /^-[^-]*[.:]|^--$/.test(word) ? null : { text: inQuotes(word), end: at + word.length };
}

function inQuotes(word: string): string {
  return /^[\w./:=@+-]+$/.test(word) ? word : `'${word}'`;
}

/** Keywords, cmdlets, and the names that it has for cmdlets: `sort` is none of the system's programs there. */
function isOwn(name: string): boolean {
  const plain = name.toLowerCase();
  return ownNames().has(plain) || /^[a-z]+-[a-z]+$/.test(plain) || plain.endsWith(".ps1");
}

const ownNames = lazy(
  () =>
    new Set(
      `ac asnp cat cfs chdir clc clear clhy cli clp cls clv cnsn compare copy cp cpi cpp curl cvpa dbp del diff dir dnsn ebp
  epal epcsv epsn erase etsn exsn fc fhx fl foreach ft fw gal gbp gc gcai gcb gci gcm gcs gdr gerr ghy gi gin gjb gl gm
  gmo gp gps gpv group gsn gsnp gsv gtz gu gv gwmi h history icm iex ihy ii ipal ipcsv ipmo ipsn irm ise iwmi iwr kill lp
  ls man md measure mi mount move mp mv nal ndr ni nmo npssc nsn nv nwsn ogv oh popd ps pumo pushd r rbp rcjb rcsn rd rdr
  ren ri rjb rm rmdir rmo rni rnp rp rsn rsnp rujb rv rvpa rwmi sajb sal saps sasv sbp sc scb select set shcm si sl sleep
  sls sort sp spjb spps spsv start stz sujb sv swmi tee trcm type wget where wjb write mkdir more help oss pause prompt
  begin break catch class continue data define do dynamicparam else elseif end enum exit filter finally for from function
  hidden if in inlinescript parallel param process return sequence static switch throw trap try until using var while
  workflow`.split(/\s+/),
    ),
);
