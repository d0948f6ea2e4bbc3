/** Stands where a secret would, and is none: placeholders, references to a variable, types, common words. */
const PLACEHOLDERS: readonly RegExp[] = [
  /^<[^>]*>?$/,
  /^\\?\$(?:\w+|\{.*|\(.*|%.*)$/,
  /^%\w*%?$/,
  /^\{+[\w. -]*\}*$/,
  /^\[[\w .:-]*\]?$/,
  /^(?:\*{3,}|x{4,}|\.{3,}|-{3,}|_{3,})$/i,
  /^(?:your|my|the|some|a)[_ -](?:\w+[_ -])*(?:password|passwd|secret|token|key|here|value)s?\b/i,
  /^(?:process\.env|os\.environ|import\.meta\.env|env[.:]|secrets\.|var\.|vault:|op:\/\/)/i,
  /^(?:string|number|boolean|object|unknown|undefined|null|none|true|false|required|optional|any|bytes|str|int|placeholder|secretstr|prompt|stdin|inherit|changeme|redacted|example)\b[;,?)]?$/i,
  /\[redacted:/,
  /\.\.\.$/,
];

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDERS.some((pattern) => pattern.test(text));
}
