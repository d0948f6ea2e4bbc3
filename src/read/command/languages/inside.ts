/** Commands that stand as text inside of other languages, as far as they are fixed: a denial looks at them. */

/** What starts a program in Python, JavaScript, Perl, Ruby, PHP, Lua, Lisp and awk. */
const CALL =
  /(?:\b(?:system|popen[234]?|Popen|exec(?:[lv]p?e?|ute|Sync|File|FileSync)?|spawn(?:Sync|[lv]p?e?)?|run|call|check_call|check_output|getoutput|getstatusoutput|shell_exec|passthru|proc_open|qx)|shell-command(?:-to-string)?)[\s([]{0,8}(?=["'`])/g;

const STRING = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'|`((?:[^`\\]|\\[^])*)`/y;
const COMMA = /[ \t\n]{0,40},[\s[]{0,40}(?=["'`])/y;

/** Most calls of one text that are looked at. */
const MOST = 20;

/** Command lines that a program's text starts: `os.system("rm x")`, `spawn("rm", ["x"])`. */
export function commandsIn(text: string, program: string | null): readonly string[] {
  const lines: string[] = [];
  for (const { index, 0: head } of text.matchAll(CALL)) {
    if (lines.length >= MOST) break;
    lines.push(stringsAt(text, index + head.length).join(" "));
  }
  if (program === "perl" || program === "ruby" || program === "php")
    for (const [, line = ""] of text.matchAll(/`([^`]*)`/g)) lines.push(line);
  for (const [, line = ""] of text.matchAll(/(?:^|[;\n])[ \t]{0,40}spawn[ \t]{1,8}([^\n;"']+)/g)) lines.push(line);
  return lines.slice(0, MOST).map(fixed);
}

function stringsAt(text: string, from: number): readonly string[] {
  const strings: string[] = [];
  STRING.lastIndex = from;
  for (let match = STRING.exec(text); match !== null; match = STRING.exec(text)) {
    strings.push((match[1] ?? match[2] ?? match[3] ?? "").replace(/\\([^])/g, "$1"));
    COMMA.lastIndex = STRING.lastIndex;
    if (!COMMA.test(text)) break;
    STRING.lastIndex = COMMA.lastIndex;
  }
  return strings;
}

/** Without what the language puts in. */
function fixed(line: string): string {
  const end = line.search(/\$\{|#\{|\{\w*\}|%s/);
  return end < 0 ? line : line.slice(0, end);
}

/** Commands that an editor's words start: `:!rm x`, `r !rm x`, `%!rm x`. */
export function editorCommands(text: string): readonly string[] {
  return text.split(/[\n|]/).flatMap((line) => {
    const [, command] =
      /^[+:\s]{0,8}(?:sil(?:ent)?!?\s{1,8})?[%.$,\d'<>]{0,20}\s{0,8}(?:r|read|w|write)?\s{0,8}!(.+)/.exec(line) ?? [];
    return command === undefined ? [] : [command];
  });
}

/** The command that a setting of git names: `core.pager=less`, `alias.x=!rm`. Null: it names none. */
export function gitSettingCommand(setting: string): string | null {
  const [, key = "", value = ""] = /^([^=]+)=([^]*)$/.exec(setting) ?? [];
  const name = key.toLowerCase();
  if (name.startsWith("alias.")) return value.startsWith("!") ? value.slice(1) : `git ${value}`;
  return /(?:^pager\.|pager$|editor$|sshcommand$|fsmonitor$|askpass$|\.external$|\.textconv$|\.(?:cmd|command|clean|smudge|process|driver|helper|program)$)/.test(
    name,
  )
    ? value.replace(/^!/, "")
    : null;
}

/** The same for a variable of the environment or of make, and for an option of ssh. */
export function settingCommand(setting: string): string | null {
  const [, key = "", value = ""] = /^\s*([A-Za-z_]\w*?(?:\s*[:+?!]*=|(?<=Command)\s))\s*([^]*)$/.exec(setting) ?? [];
  return /(?:PAGER|EDITOR|VISUAL|BROWSER|COMMAND|_CMD|ASKPASS|LESSOPEN|GIT_EXTERNAL_DIFF|WRAPPER|^SHELL|^CC|^CXX|^RM)$/i.test(
    key.replace(/\W+$/, ""),
  )
    ? value.replace(/^[|!-]+/, "")
    : null;
}
