import { ABOUT_SECRET, SECRET_ENDING, SECRET_WORD } from "../../read/secret-names.ts";
import type { TokenShape } from "./token-shapes.ts";

/** Up to a password that is an operand, or stands behind an option whose name does not say so. */
const PROGRAMS: readonly string[] = (
  [
    ["ldap(?:search|modify|add|delete|whoami|passwd)", String.raw`-w\s*`],
    ["openssl", String.raw`-[kK]\s+`],
    ["zip|unzip|sqlcmd|bcp", String.raw`-P\s*`],
    ["7z[ar]?", "-p"],
    ["rar|unrar", "-p"],
    ["htpasswd", String.raw`-\w*b\w*\s+\S+\s+\S+\s+`],
    ["rabbitmqctl", String.raw`(?:add_user|change_password)\s+\S+\s+`],
    [String.raw`net\s+user(?=[^|;&\n]*\s\/)`, String.raw`\S+\s+(?!\/)`],
    ["vault", String.raw`login\s+(?!\w+=)`],
    ["aws", String.raw`configure\s+set\s+\S*(?:secret|token)\S*\s+`],
    ["npm|pnpm|yarn", String.raw`config\s+set\s+\S*_(?:authToken|auth|password)[\s=]`],
    ["gh", String.raw`secret\s+set\s[^|;&\n]{0,100}?(?:--body|-b)[\s=]+`],
  ] as const
).map(([program, option]) => String.raw`(?:${program})\b[^|;&\n]{0,200}?\s${option}`);

/** Places where secrets stand: headers, URLs, options. */
export const PLACED_SECRETS: readonly TokenShape[] = [
  { kind: "basic-auth", pattern: /\bBasic\s+(?<secret>[A-Za-z0-9+/_-]{8,}={0,2})/gi },
  { kind: "bearer", pattern: /\bBearer[\s,]+(?<secret>[A-Za-z0-9._~+/-]{12,}=*)/gi },
  {
    kind: "authorization",
    pattern:
      /\bAuthorization["']?\s*[:=]\s*["']?(?:token|ApiKey|Digest|Negotiate|AWS4-HMAC-SHA256)?\s*(?<secret>[^\s"'<>[\]{}$]{12,})/gi,
  },
  { kind: "cookie", pattern: /\b(?:Set-)?Cookie["']?\s*[:=]\s*["']?(?<secret>[^\s=;"']{1,100}=[^\r\n"']{6,})/gi },
  { kind: "azure-sas", pattern: /[?&;](?:sig|signature)=(?<secret>[A-Za-z0-9%+/=_-]{16,})/gi },
  { kind: "azure-key", pattern: /\b(?:AccountKey|SharedAccessKey|SharedAccessSignature)=(?<secret>[^;\s"']{16,})/gi },
  {
    kind: "query-secret",
    pattern:
      /[?&](?:key|code|auth|access_token|id_token|refresh_token|X-(?:Amz|Goog)-(?:Signature|Security-Token|Credential))=(?<secret>[^&\s"'<>#]{8,})/gi,
  },
  {
    kind: "url-password",
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'<>]{0,100}:(?<secret>[^\s/"'<>$]{3,200})@/gi,
  },
  { kind: "url-password", pattern: /\bhttps?:\/\/(?<secret>(?=[^@\s/]*\d)[A-Za-z0-9_-]{20,255})@/gi },
  { kind: "url-password", pattern: /\bjdbc:oracle:[a-z]+:[^\s/@]{1,100}\/(?<secret>[^\s/@"']{3,200})@/gi },
  {
    kind: "cli-password",
    pattern:
      /(?:^|\s)(?:(?:-u|--user|--proxy-user|-U)[\s=]+|-u)["']?[^\s:"'$=/%]{1,64}[:%](?<secret>(?!\d+\b)[^\s"'$]{3,})/g,
  },
  { kind: "cli-password", pattern: /(?<!\S)-(?:b|-cookie)[\s=]+["']?(?<secret>[^\s=;"']{1,100}=[^\s"']{6,})/g },
  {
    kind: "cli-password",
    pattern:
      /\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|mongo|mongosh|mongodump|sshpass)\b[^|;&\n]{0,200}?\s-p\s?(?<secret>[^\s"'$-][^\s"']{2,})/g,
  },
  {
    kind: "cli-password",
    pattern:
      /\b(?:docker|podman|helm|az|oc|redis-cli)\b[^|;&\n]{0,200}?\s(?:-p|-a)\s+(?<secret>(?![\d.:]+\b)[^\s"'$-][^\s"']{5,})/g,
  },
  ...PROGRAMS.map((program) => ({
    kind: "cli-password",
    pattern: new RegExp(String.raw`\b${program}["']?(?<secret>[^\s"'$-][^\s"']{3,})`, "g"),
  })),
  {
    kind: "cli-password",
    pattern:
      /\b(?:echo|printf)\s+(?:-n\s+)?["']?(?<secret>[^\s"'|$-][^\s"'|]{3,})["']?\s*\|[^|\n]{0,200}?(?:--password-stdin|\bsudo\s+(?:-\w+\s+){0,5}-\w*S)\b/g,
  },
  {
    kind: "cli-password",
    pattern: /\blogin\s+\S{1,100}\s+password\s+(?<secret>\S{4,})|\bpass:(?<quoted>[^\s"'$]{4,})/g,
  },
  { kind: "env-secret", pattern: /(?<!\w)_auth\s{0,3}=\s{0,3}(?<secret>[A-Za-z0-9+/]{12,}={0,2})/g },
  { kind: "json-secret", pattern: /"(?:_?auth|identitytoken)"\s*:\s*"(?<secret>[A-Za-z0-9+/]{12,}={0,2})"/gi },
  {
    kind: "sql-secret",
    pattern: /\b(?:IDENTIFIED\s+(?:WITH\s+\w+\s+)?(?:BY|AS)|PASSWORD)\s+'(?<secret>[^'\n]{4,})'/gi,
  },
  // Other names of variables that hold secrets, where the value looks made.
  {
    kind: "env-secret",
    pattern:
      /(?:KEY|PAT|AUTH|AUTHTOKEN|CREDS?|JWT|PASS)(?<=(?<![A-Za-z0-9_])[A-Z0-9_]{1,60})(?<!(?:PUBLIC|SORT|PRIMARY|FOREIGN|CACHE)_KEY)(?:=|:[ \t])["']?(?<secret>(?=[^\s"'&;,|<>()]*\d)(?=[^\s"'&;,|<>()]*[A-Za-z])[^\s"'&;,|<>()$/][^\s"'&;,|<>()]{15,})/g,
  },
  {
    kind: "cli-password",
    pattern: /(?<=\s)--pat[\s=]+["']?(?<secret>[^\s"'$-][^\s"']{7,})/g,
  },
];

/** `name = value`, `"name": "value"`, `--name value`. */
export const NAMED_SECRETS: readonly TokenShape[] = [
  {
    kind: "json-secret",
    pattern: new RegExp(
      String.raw`["'][\w.-]{0,60}${SECRET_ENDING}["']\s*:\s*(?:"(?<secret>(?:[^"\\\n]|\\.){4,})"|'(?<single>[^'\n]{4,})')`,
      "gi",
    ),
  },
  {
    kind: "json-secret",
    pattern: new RegExp(String.raw`\\["'][\w.-]{0,60}${SECRET_ENDING}\\["']\s*:\s*\\"(?<secret>[^"\\\n]{4,})\\"`, "gi"),
  },
  {
    kind: "xml-secret",
    pattern: new RegExp(
      String.raw`<[\w:.-]{0,60}${SECRET_ENDING}>\s*(?<secret>[^<\s]{4,})\s*<|["'][\w.-]{0,60}${SECRET_ENDING}["']\s+value\s*=\s*["'](?<quoted>[^"'\n]{4,})["']`,
      "gi",
    ),
  },
  {
    kind: "env-secret",
    pattern: new RegExp(
      String.raw`\bdefine\(\s*["']\w{0,60}${SECRET_ENDING}["']\s*,\s*["'](?<secret>[^"'\n]{4,})["']|\b(?:setenv|ENV|SETX?)\s+\w{0,60}${SECRET_ENDING}\s+["']?(?<quoted>[^\s"'=]{4,})`,
      "gi",
    ),
  },
  {
    kind: "header-secret",
    pattern: new RegExp(String.raw`${SECRET_ENDING}:(?<secret>(?=[^\s"']*\d)[A-Za-z0-9._~+/=-]{16,})`, "gi"),
  },
  {
    kind: "cli-password",
    pattern: new RegExp(
      String.raw`(?<=^|\s)--?[a-z-]{0,40}${SECRET_ENDING}[\s=]+["']?(?<secret>[^\s"'-][^\s"']{3,})`,
      "gi",
    ),
  },
  {
    kind: "env-secret",
    pattern: new RegExp(
      String.raw`${SECRET_WORD}(?:_(?!${ABOUT_SECRET}\b)\w{1,20})?(?:\s{0,3}=\s{0,3}(?![^\s"'&;,|<>()]*\()(?<secret>[^\s"'&;,|<>()]{4,})|["'\]]{0,2}(?:\s{0,3}:\s{0,3}\w{1,30})?\s{0,3}=>?\s{0,3}(?:"(?<quoted>[^"\n]{4,})"|'(?<single>[^'\n]{4,})'))`,
      "gi",
    ),
  },
  {
    kind: "yaml-secret",
    pattern: new RegExp(
      String.raw`${SECRET_ENDING}\s{0,3}:\s{1,3}(?:"(?<quoted>[^"\n]{4,})"|'(?<single>[^'\n]{4,})'|(?<secret>[^\s"',;<>(){}]{6,}))`,
      "gi",
    ),
  },
];
