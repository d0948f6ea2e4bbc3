import { smallText } from "./small-text.ts";

/** One line of git's settings: `section.name`, in lower case, without what stands in quotes between them. */
export interface GitSetting {
  readonly key: string;
  readonly value: string;
}

const SECTION = /^\[\s*([\w.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\]/;
const NAME = /^([a-z][\w-]*)\s*(?:=\s*|$)/i;

/** Those of a file; none where there is none. */
export function settingsIn(path: string): readonly GitSetting[] {
  return readGitSettings(smallText(path) ?? "");
}

/**
 * The settings in the text of a file. A line that git would refuse is passed over: git then runs nothing, and more
 * settings than git sees protect more. Source: git-config 2.47, "Syntax".
 */
export function readGitSettings(text: string): readonly GitSetting[] {
  const settings: GitSetting[] = [];
  let section = "";
  for (const line of linesOf(text)) {
    let rest = line.trim();
    // Git takes several on one line; the last counts.
    for (let head = SECTION.exec(rest); head !== null; head = SECTION.exec(rest)) {
      section = (head[1] ?? "").toLowerCase().replace(/\..*$/, "");
      rest = rest.slice(head[0].length).trim();
    }
    const named = NAME.exec(rest);
    if (named === null) continue;
    const key = `${section}.${(named[1] ?? "").toLowerCase()}`;
    settings.push({ key, value: unquote(rest.slice(named[0].length)) });
  }
  return settings;
}

/** A comment outside of quotes. */
const COMMENT = /^(?:\\.|"(?:\\.|[^"\\])*"|[^"\\#;])*[#;]/;

/** A line that ends with a backslash goes on in the next one, unless that ends a comment. */
function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  let begun = "";
  for (const line of text.split(/\r?\n/)) {
    const whole = begun + line;
    const goesOn = /(?<!\\)(?:\\\\)*\\$/.test(whole) && !COMMENT.test(whole);
    begun = goesOn ? whole.slice(0, -1) : "";
    if (!goesOn) lines.push(whole);
  }
  return begun === "" ? lines : [...lines, begun];
}

/** Quotes go and keep the spaces within them; a comment outside of them ends the value. */
function unquote(text: string): string {
  let value = "";
  let kept = 0;
  let quoted = false;
  for (const [token] of text.matchAll(/\\.|[^]/g)) {
    if (!quoted && (token === "#" || token === ";")) break;
    if (token === '"') quoted = !quoted;
    else value += token.length === 2 ? (ESCAPES[token] ?? token.slice(1)) : token;
    if (quoted || token.trim() !== "") kept = value.length;
  }
  return value.slice(0, kept);
}

const ESCAPES: Readonly<Record<string, string>> = { "\\n": "\n", "\\t": "\t", "\\b": "\b" };
