import { raise } from "../line.ts";
import type { Start } from "../program.ts";
import { runsOther } from "../code.ts";

/** Programs that read pictures, sound and text, and do more for some names of formats, tags and files. */

/** `exiftool -Artist=x f` and `-tag<=f` write a tag; the masks of reading options fit such names too. exiftool 13. */
export function readExiftool(start: Start): void {
  const { draft, options } = start;
  for (const { name, option, value } of options) {
    // `-p '${x;system("id")}'`: an expression in a format is Perl; what holds no name may be a file of formats.
    if (name === "-p" && value !== undefined && !(value.kind === "literal" && /^[^;]*\$[^;]*$/.test(value.text)))
      runsOther(start, `\`${value.text}\` could hold an expression that \`exiftool\` runs`);
    // Names of other options (`-geotag`) fit the masks of these, too.
    if (!option.masked || (value === undefined && /^-(?:ee|g|G|j|json|s|v|fast|struct|sort|sep)[\d:]*$/.test(name)))
      continue;
    raise(draft, "write");
    draft.optionEffects.add(name);
  }
}

/** `soxi '|cmd'` reads what a command prints. SoX 14.4. */
export function readSound(start: Start): void {
  const odd = start.operands.find((arg) => arg.prefix.startsWith("|") || (arg.kind !== "literal" && arg.prefix === ""));
  if (odd !== undefined) runsOther(start, `\`${odd.text}\` could make \`${start.draft.program}\` run a command`);
}

/** `ffprobe concat:a|b`: a prefix chooses how the word is read, by other files and over the network. FFmpeg 7.1. */
export function readProbed(start: Start): void {
  const named = start.options.filter(({ name }) => name === "-i").flatMap(({ value }) => value ?? []);
  const odd = [...start.operands, ...named].find(({ prefix }) => /^[A-Za-z][\w+.-]+[,:](?!\/\/)/.test(prefix));
  if (odd !== undefined) runsOther(start, `\`${odd.text}\` is read in a way of its own, which can reach other places`);
}

/**
 * Functions in an expression that give what another file or the settings hold. Sources: XSLT 1.0, "Additional
 * Functions"; dasel 3, "Functions"; hg 7.0, "templating".
 */
const GIVES_MORE = /\b(?:document|unparsed-\w+|readFile|config\w*)\s*\(/i;

export function readFunctions({ draft, options, operands }: Start): void {
  const given = [...operands, ...options.flatMap(({ value }) => value ?? [])];
  if (given.some(({ kind, text }) => kind === "literal" && GIVES_MORE.test(text))) raise(draft, "unknown");
}

/** Formats in which a text can neither name files that are put in nor addresses that are fetched. pandoc 3.6. */
const PLAIN =
  /^(?:markdown|gfm|commonmark|json|native|csv|tsv|mediawiki|dokuwiki|docbook|jats|ipynb|man|haddock)(?:[_+-]\w+)*$/;
const PLAIN_NAMES = /\.(?:md|markdown|txt|json|csv|tsv|ipynb)$/i;
/** What is written holds its pictures, which are fetched. */
const HOLDS_PICTURES = /^(?:docx|odt|epub[23]?|pptx|fb2|rtf|pdf)\b/;

/** `pandoc -t x.lua` runs a program; other formats put files in by their name (`.. include::`) or fetch addresses. */
export function readPandoc(start: Start): void {
  const { draft, options, operands } = start;
  const given = (name: string): string | undefined => options.findLast((option) => option.name === name)?.value?.prefix;
  const [from, to] = [given("--read") ?? given("--from"), given("--write") ?? given("--to")];
  const program = [from, to].find((format) => format !== undefined && !/^[a-z]\w*(?:[+-]\w+)*$/.test(format));
  if (program !== undefined) return runsOther(start, `\`${program}\` is a format that a program of its own defines`);
  if (to !== undefined && HOLDS_PICTURES.test(to)) raise(draft, "network");
  if (options.some(({ name }) => name === "--sandbox")) return;
  const plain = from === undefined ? operands.every(({ text }) => PLAIN_NAMES.test(text)) : PLAIN.test(from);
  if (!plain) raise(draft, "unknown");
}
