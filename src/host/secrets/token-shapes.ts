import { ABOUT_SECRET, SECRET_ENDING, SECRET_WORD } from "../../read/secret-names.ts";

/**
 * What secrets look like. In a pattern with a group named `secret` only that group is hidden, so that what stands
 * around it stays readable; else the whole match is. Repetitions are bounded or over one set of characters, so that
 * none of them takes more than linear time in practice.
 */
export interface TokenShape {
  readonly kind: string;
  readonly pattern: RegExp;
}

/** Tokens that say by themselves what they are: most by the prefix that their issuer gives them for this purpose. */
const ISSUED: readonly TokenShape[] = [
  {
    kind: "private-key",
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g,
  },
  { kind: "private-key", pattern: /Private-Lines: \d+\s[A-Za-z0-9+/=\s]+/g },
  { kind: "aws-access-key", pattern: /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/g },
  { kind: "github-pat", pattern: /\b(?:ghp_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})/g },
  { kind: "github-app", pattern: /\bgh[osur]_[A-Za-z0-9]{20,255}/g },
  { kind: "gitlab-pat", pattern: /\bgl(?:pat|ptt|dt|rt|cbt|ft|soat|imt|agent)-[A-Za-z0-9_.-]{20,255}/g },
  { kind: "npm-token", pattern: /\bnpm_[A-Za-z0-9]{30,255}/g },
  { kind: "pypi-token", pattern: /\bpypi-[A-Za-z0-9_-]{32,255}/g },
  { kind: "rubygems-token", pattern: /\brubygems_[a-f0-9]{32,64}/g },
  { kind: "slack-webhook", pattern: /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9_/]+/g },
  { kind: "slack-token", pattern: /\bxox[a-z]-[A-Za-z0-9-]{10,255}|\bxapp-[A-Za-z0-9-]{10,255}/g },
  {
    kind: "discord-webhook",
    pattern: /\bhttps:\/\/(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/[A-Za-z0-9_-]+/g,
  },
  { kind: "discord-token", pattern: /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}\b/g },
  { kind: "stripe", pattern: /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,255}|\bwhsec_[A-Za-z0-9+/=]{20,255}/g },
  { kind: "anthropic", pattern: /\bsk-ant-[A-Za-z0-9_-]{20,255}/g },
  { kind: "openai", pattern: /\bsk-(?:proj-|svcacct-|admin-|None-|or-v1-)?[A-Za-z0-9_-]{20,255}/g },
  { kind: "hugging-face", pattern: /\bhf_[A-Za-z0-9]{30,64}/g },
  { kind: "model-provider", pattern: /\b(?:gsk_|xai-|pplx-|r8_|fw_|nvapi-|tgp_v1_)[A-Za-z0-9_-]{24,255}/g },
  { kind: "google-api-key", pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  {
    kind: "google-oauth",
    pattern: /\bya29\.[A-Za-z0-9._-]{20,1024}|\b1\/\/0[A-Za-z0-9_-]{30,255}|\bGOCSPX-[A-Za-z0-9_-]{20,64}/g,
  },
  { kind: "jwt", pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,3}/g },
  { kind: "sendgrid", pattern: /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g },
  {
    kind: "mail-key",
    pattern: /\bkey-[a-f0-9]{32}\b|\bxkeysib-[a-f0-9]{32,}-[A-Za-z0-9]{8,}|\b[a-f0-9]{32}-us\d{1,2}\b/g,
  },
  { kind: "twilio", pattern: /\b(?:SK|AC)[a-f0-9]{32}\b/g },
  { kind: "telegram-bot", pattern: /(?<secret>(?<!\d)\d{8,10}:[A-Za-z0-9_-]{35})(?![A-Za-z0-9_-])/g },
  { kind: "shopify", pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g },
  { kind: "square", pattern: /\bsq0[a-z]{3}-[A-Za-z0-9_-]{22,43}|\bEAAA[A-Za-z0-9_-]{40,64}/g },
  { kind: "digitalocean", pattern: /\bdo[opr]_v1_[a-f0-9]{64}/g },
  { kind: "atlassian", pattern: /\bAT(?:ATT|CTT)3[A-Za-z0-9_=-]{30,255}/g },
  { kind: "docker-pat", pattern: /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}/g },
  { kind: "vault-token", pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{20,255}|\b[sb]\.[A-Za-z0-9]{24}\b/g },
  {
    kind: "service-token",
    pattern:
      /\b(?:lin_api_|figd_|PMAK-|sbp_|sntrys_|sntryu_|ntn_|pul-|nfp_|cio|dapi|glsa_|glc_|tskey-[a-z]+-|phc_|phx_|rnd_|fo1_|pscale_(?:tkn|pw|oauth)_|dp\.(?:st|pt|ct|sa)\.(?:[a-z0-9]{1,20}\.)?|NRAK-|vercel_|CLOJARS_|oy2)[A-Za-z0-9_=-]{20,255}/g,
  },
  { kind: "age-key", pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,64}/gi },
];

/** Places where secrets stand: headers, URLs, options. */
const PLACED: readonly TokenShape[] = [
  { kind: "basic-auth", pattern: /\bBasic\s+(?<secret>[A-Za-z0-9+/_-]{8,}={0,2})/gi },
  { kind: "bearer", pattern: /\bBearer\s+(?<secret>[A-Za-z0-9._~+/-]{12,}=*)/gi },
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
      /[?&](?:key|code|auth|access_token|id_token|refresh_token|X-Amz-(?:Signature|Security-Token|Credential))=(?<secret>[^&\s"'<>#]{8,})/gi,
  },
  {
    kind: "url-password",
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'<>]{0,100}:(?<secret>[^\s/@"'<>$]{3,200})@/gi,
  },
  {
    kind: "cli-password",
    pattern: /(?:^|\s)(?:-u|--user|--proxy-user|-U)[\s=]+["']?[^\s:"'$]{1,64}:(?<secret>[^\s"'$]{3,})/g,
  },
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
];

export const TOKEN_SHAPES: readonly TokenShape[] = [...ISSUED, ...PLACED];

/** None of `NAMED_SECRETS` matches where this does not: they are slow to fail, and most texts name no secret. */
export const NAMES_A_SECRET = new RegExp(SECRET_WORD, "i");

/** `name = value`, `"name": "value"`, `--name value`. */
export const NAMED_SECRETS: readonly TokenShape[] = [
  {
    kind: "json-secret",
    pattern: new RegExp(String.raw`["'][\w.-]{0,60}${SECRET_ENDING}["']\s*:\s*"(?<secret>(?:[^"\\\n]|\\.){4,})"`, "gi"),
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
      String.raw`(?<![A-Za-z])[\w.-]{0,60}${SECRET_WORD}(?:_(?!${ABOUT_SECRET}\b)\w{1,20})?\s{0,3}=\s{0,3}(?:"(?<quoted>[^"\n]{4,})"|'(?<single>[^'\n]{4,})'|(?<secret>[^\s"'&;,|<>()]{4,}))`,
      "gi",
    ),
  },
  {
    kind: "yaml-secret",
    pattern: new RegExp(
      String.raw`(?<![A-Za-z])[\w.-]{0,60}${SECRET_ENDING}\s{0,3}:\s{1,3}(?:"(?<quoted>[^"\n]{4,})"|'(?<single>[^'\n]{4,})'|(?<secret>[^\s"',;<>(){}]{6,}))`,
      "gi",
    ),
  },
];

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
];

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDERS.some((pattern) => pattern.test(text));
}
