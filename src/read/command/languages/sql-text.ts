/** The text of SQL: where statements, quoted texts and comments end. */

/**
 * How texts are quoted: MySQL's way, SQLite's, that of the standard. A server may be set to another one than its own, so
 * each text is read in all of them, and the worst verdict counts: `'a\'; drop table b; --'` is one text or two statements.
 */
const QUOTINGS = [
  /'(?:[^'\\]|''|\\[^])*'|"(?:[^"\\]|""|\\[^])*"|`[^`]*`/.source,
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]/.source,
  /'(?:[^']|'')*'|"(?:[^"]|"")*"/.source,
] as const;

/** PostgreSQL nests comments. */
const nesting = (inner: string): string => String.raw`\/\*(?:(?!\/\*|\*\/)[^]|${inner})*\*\/`;

/** Comments, beside the quotings: MySQL wants a blank behind `--`, and has `#`. */
const COMMENTS = [
  String.raw`--(?=\s|$)[^\n]*|#[^\n]*|\/\*[^]*?\*\/`,
  String.raw`--[^\n]*|\/\*[^]*?\*\/`,
  String.raw`\$(\w*)\$[^]*?\$\1\$|--[^\n]*|${nesting(nesting(nesting("(?!)")))}`,
] as const;

/** Split at `;` and at lines that begin a command of the client, outside of quotes and comments; in every way of reading. */
export function statementsOf(text: string): readonly string[] {
  return [...new Set(QUOTINGS.flatMap((quoting, at) => split(text, `${COMMENTS[at]}|${quoting}`)))];
}

function split(text: string, whole: string): readonly string[] {
  const statements: string[] = [];
  let current = "";
  for (const [piece] of text.matchAll(new RegExp(String.raw`${whole}|;|\n(?=[.\\])|[^]`, "gy"))) {
    if (piece === ";" || piece === "\n") {
      statements.push(current.trim());
      current = "";
    } else if (/^--.|^#.|^\/\*(?!!)./s.test(piece)) current += " ";
    // A comment that begins with `!` is run by MySQL.
    else current += piece;
  }
  return [...statements, current.trim()].filter((statement) => statement !== "");
}

/** A statement with its quoted texts empty, in every way of quoting. */
export function baresOf(statement: string): readonly string[] {
  return [...new Set(QUOTINGS.map((quoting) => statement.replace(new RegExp(quoting, "g"), "''")))];
}
