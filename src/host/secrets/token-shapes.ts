/**
 * What secrets look like. In a pattern with a group named `secret` only that group is hidden, so that what stands
 * around it stays readable; else the whole match is. Repetitions are bounded or over one set of characters, so that
 * none of them takes more than linear time in practice. What has two fixed characters or more is not tried
 * on every text (`literals.ts`), so it stands apart from what has not.
 */
export interface TokenShape {
  readonly kind: string;
  readonly pattern: RegExp;
}

/** The prefixes of services (as sources) whose tokens go on with the same kind of body (a source too). */
const PREFIXES: readonly (readonly [body: string, prefixes: string])[] = [
  [
    "[A-Za-z0-9_=-]{20,255}",
    String.raw`gsk_ xai- pplx- r8_ fw_ nvapi- tgp_v1_ lin_api_ lin_oauth_ fig[dopru]_ PMAK- sbp_ sb_secret_ sntryu_ ntn_ pul- nfp_
    glsa_ tskey-[a-z]+- phc_ phx_ rnd_ fo1_ pscale_(?:tkn|pw|oauth)_ dp\.(?:st|pt|ct|sa|scim|audit)\.(?:[a-z0-9]{1,20}\.)? NRAK- NRII-
    vercel_ CLOJARS_ CFPAT- cf[au]t_ tfp_ hcp_ ATBB ATTA api_org_ jina_ csk- tvly- e2b_ lsv2_(?:pt|sk)_ sk-lf- esecret_ HRKU- CCIPAT_
    hca[a-z]k_ pn[bu]_ duffel_(?:live|test)_ FLWSECK(?:_TEST)?- fio-u- rdme_ tk-us- polar_[a-z]{2,5}_ pdl_(?:live|sdbx)_apikey_
    signkey-[a-z]{2,12}- sgp_ sm_[aps]at_ dnkey- pcsk_ secret_lambdalabs_ sha256~ GR1348941
    snyk_[su]at\.[A-Za-z0-9]{4,16}\. api_(?:live|sandbox)(?:_[a-z]{2})?\.[A-Za-z0-9_-]{8,20}\.`,
  ],
  // Short prefixes could begin a name: what follows these has a digit, and no blank or line in it.
  [
    String.raw`(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{20,255}\b`,
    String.raw`cio dapi oy2 napi_ re_[A-Za-z0-9]{6,12}_ EZ[AT]K nla- bb_live_ rpa_ tr_(?:prod|dev|stg|preview)_ a[ks]- pa- ico- ABSK sk_`,
  ],
  ["[a-f0-9]{32,64}\\b", "sq[aup]_ fc- cal_ cal_live_ p8e- shippo_(?:live|test)_ s-s4t2ud- live_ test_ lin_wh_"],
  ["[a-f0-9]{32,64}\\b", "bk[a-z]{2}_ b_"],
  [
    String.raw`[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}\b`,
    String.raw`sdk- mob- api- pat-[a-z]{2}\d- access-(?:production|sandbox|development)-`,
  ],
];

const PREFIXED_TOKENS: readonly TokenShape[] = PREFIXES.map(([body, prefixes]) => ({
  kind: "service-token",
  pattern: new RegExp(String.raw`\b(?:${prefixes.split(/\s+/).join("|")})${body}`, "g"),
}));

/** Tokens that say by themselves what they are: most by the prefix that their issuer gives them for this purpose. */
export const ISSUED_TOKENS: readonly TokenShape[] = [
  ...PREFIXED_TOKENS,
  {
    kind: "private-key",
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g,
  },
  { kind: "private-key", pattern: /Private-Lines: \d+\s[A-Za-z0-9+/=\s]+/g },
  { kind: "aws-access-key", pattern: /\b(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { kind: "github-pat", pattern: /\b(?:ghp_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})/g },
  { kind: "github-app", pattern: /\bgh[osur]_[A-Za-z0-9]{20,255}/g },
  { kind: "gitlab-pat", pattern: /\bgl(?:pat|ptt|dt|rt|cbt|ft|soat|imt|agent)-[A-Za-z0-9_.-]{20,255}/g },
  { kind: "npm-token", pattern: /\bnpm_[A-Za-z0-9]{30,255}/g },
  { kind: "pypi-token", pattern: /\bpypi-[A-Za-z0-9_-]{32,255}/g },
  { kind: "rubygems-token", pattern: /\brubygems_[a-f0-9]{32,64}/g },
  { kind: "slack-webhook", pattern: /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9_/]+/g },
  { kind: "slack-token", pattern: /\bxox[a-z]-[A-Za-z0-9-]{10,255}|\bxapp-[A-Za-z0-9-]{10,255}/g },
  {
    kind: "webhook",
    pattern: /\bhttps:\/\/hooks?\.(?:zapier\.com\/hooks\/catch|[a-z]{2}\d\.make\.com)\/[A-Za-z0-9_/]+/g,
  },
  { kind: "webhook", pattern: /\bhttps:\/\/[\w-]+\.webhook\.office\.com\/webhookb2\/[\w@/-]+/g },
  {
    kind: "discord-webhook",
    pattern: /\bhttps:\/\/(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/[A-Za-z0-9_-]+/g,
  },
  { kind: "discord-token", pattern: /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}\b/g },
  {
    kind: "stripe",
    pattern: /\b(?:sk|rk|pk)_(?:live|test|prod|dev)_[A-Za-z0-9]{10,255}|\bwhsec_[A-Za-z0-9+/=]{20,255}/g,
  },
  { kind: "anthropic", pattern: /\bsk-ant-[A-Za-z0-9_-]{20,255}/g },
  { kind: "openai", pattern: /\bsk-(?:proj-|svcacct-|admin-|None-|or-v1-)?[A-Za-z0-9_-]{20,255}/g },
  { kind: "hugging-face", pattern: /\bhf_[A-Za-z0-9]{30,64}/g },
  { kind: "google-api-key", pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  {
    kind: "google-oauth",
    pattern: /\bya29\.[A-Za-z0-9._-]{20,1024}|\b1\/\/0[A-Za-z0-9_-]{30,255}|\bGOCSPX-[A-Za-z0-9_-]{20,64}/g,
  },
  { kind: "jwt", pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){1,3}/g },
  { kind: "sendgrid", pattern: /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g },
  { kind: "mail-key", pattern: /\bkey-[a-f0-9]{32}\b|\bxkeysib-[a-f0-9]{32,}-[A-Za-z0-9]{8,}/g },
  { kind: "mail-key", pattern: /\b[a-f0-9]{32}-us\d{1,2}\b/g },
  { kind: "twilio", pattern: /\b(?:SK|AC)[a-f0-9]{32}\b/g },
  { kind: "telegram-bot", pattern: /(?<secret>(?<!\d)\d{8,10}:[A-Za-z0-9_-]{35})(?![A-Za-z0-9_-])/g },
  { kind: "shopify", pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g },
  { kind: "square", pattern: /\bsq0[a-z]{3}-[A-Za-z0-9_-]{22,43}|\bEAAA[A-Za-z0-9_-]{40,64}/g },
  { kind: "digitalocean", pattern: /\bdo[opr]_v1_[a-f0-9]{64}/g },
  { kind: "atlassian", pattern: /\bAT(?:ATT|CTT)3[A-Za-z0-9_=-]{30,255}/g },
  { kind: "docker-pat", pattern: /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}/g },
  { kind: "vault-token", pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{20,255}/g },
  { kind: "vault-token", pattern: /\b[sb]\.[A-Za-z0-9]{24}\b/g },
  { kind: "service-token", pattern: /\bsecret_[A-Za-z0-9]{43}\b/g },
  { kind: "service-token", pattern: /\bpat[A-Za-z0-9]{14}\.[a-f0-9]{64}\b|\bSSWS 00[\w-]{38,42}/g },
  {
    kind: "service-token",
    pattern: /\bdt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b|\b[st]k\.eyJ[\w-]{10,255}\.[\w-]{20,64}/g,
  },
  { kind: "service-token", pattern: /\b[0-2](?:\/\d{16}){1,2}:[a-z0-9]{32}\b/g },
  {
    kind: "service-token",
    pattern: /\bpk_\d{5,10}_[A-Z0-9]{32}\b|\boauth:[a-z0-9]{30}\b|\b0\.A[\w-]{80,2048}/g,
  },
  {
    kind: "service-token",
    pattern: /\baccess_token\$[a-z]{7,10}\$[a-z0-9]{16}\$[a-f0-9]{32}/g,
  },
  { kind: "service-token", pattern: /\b[a-f0-9]{36}FFFFNRAL\b/g },
  {
    kind: "service-token",
    pattern: /\b(?:prod|dev|preview):[a-z]{2,20}-[a-z]{2,20}-\d{1,5}\|[A-Za-z0-9+/=]{30,255}/g,
  },
  // Their bodies are base64, or long enough to be told by their length.
  { kind: "service-token", pattern: /\b(?:sntrys_|glc_|fm[12][ar]?_)[A-Za-z0-9+/=_-]{20,1024}/g },
  { kind: "service-token", pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,255}/g },
  {
    kind: "service-token",
    pattern: /\bops_eyJ[A-Za-z0-9_-]{60,2048}|\bsl\.[A-Za-z0-9_-]{100,1500}|\bEAA[A-Z][A-Za-z0-9]{80,500}/g,
  },
  {
    kind: "service-token",
    pattern: /\bA3-[A-Z0-9]{6}-[A-Z0-9]{11}(?:-[A-Z0-9]{5}){3}\b|\bv1\.0-[a-f0-9]{24}-[a-f0-9]{146}\b/g,
  },
  {
    kind: "service-token",
    pattern: /\bAKCp[A-Za-z0-9]{60,80}\b|\bcmVmd[A-Za-z0-9]{59}\b|\bA{19,22}[A-Za-z0-9%]{50,120}/g,
  },
  { kind: "cloud-key", pattern: /\bLTAI[A-Za-z0-9]{12,24}\b|\bAKID[A-Za-z0-9]{28,36}\b/g },
  { kind: "cloud-key", pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}/g },
  { kind: "cloud-key", pattern: /\bAAAA[\w-]{7}:APA91b[\w-]{100,200}/g },
  {
    kind: "password-hash",
    pattern:
      /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|(?:1|apr1)\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|[56]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43,86}|(?:7|g?y)\$[./A-Za-z0-9]{1,20}\$[./A-Za-z0-9]{1,90}\$[./A-Za-z0-9]{43}|argon2(?:id?|d)\$v=\d+\$[mtp=,\d]+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+)/g,
  },
  { kind: "age-key", pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,64}/gi },
];
