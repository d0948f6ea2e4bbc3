/**
 * What secrets look like. In a pattern with a group named `secret` only that group is hidden, so that what stands
 * around it stays readable; else the whole match is. Repetitions are bounded or over one set of characters, so that
 * none of them takes more than linear time in practice.
 */
export interface TokenShape {
  readonly kind: string;
  /** What every match contains, in these letters, where looking for it first is much quicker than trying the pattern. */
  readonly needs?: string;
  readonly pattern: RegExp;
}

/** Tokens that say by themselves what they are: most by the prefix that their issuer gives them for this purpose. */
export const ISSUED_TOKENS: readonly TokenShape[] = [
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
  { kind: "mail-key", pattern: /\bkey-[a-f0-9]{32}\b|\bxkeysib-[a-f0-9]{32,}-[A-Za-z0-9]{8,}/g },
  { kind: "mail-key", needs: "-us", pattern: /\b[a-f0-9]{32}-us\d{1,2}\b/g },
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
      /\b(?:lin_api_|figd_|PMAK-|sbp_|sntryu_|ntn_|pul-|nfp_|cio|dapi|glsa_|tskey-[a-z]+-|phc_|phx_|rnd_|fo1_|pscale_(?:tkn|pw|oauth)_|dp\.(?:st|pt|ct|sa)\.(?:[a-z0-9]{1,20}\.)?|NRAK-|vercel_|CLOJARS_|oy2|CFPAT-|tfp_|hcp_|ATBB|api_org_|jina_|csk-|tvly-|e2b_|lsv2_(?:pt|sk)_|esecret_)[A-Za-z0-9_=-]{20,255}/g,
  },
  { kind: "service-token", pattern: /\bsecret_[A-Za-z0-9]{43}\b/g },
  // Their bodies are base64, or long enough to be told by their length.
  { kind: "service-token", pattern: /\b(?:sntrys_|glc_|fm[12][ar]?_)[A-Za-z0-9+/=_-]{20,1024}/g },
  { kind: "service-token", needs: ".atlasv1.", pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,255}/g },
  {
    kind: "service-token",
    pattern: /\bops_eyJ[A-Za-z0-9_-]{60,2048}|\bsl\.[A-Za-z0-9_-]{100,1500}|\bEAACEdEose0cBA[A-Za-z0-9]{20,500}/g,
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
  { kind: "age-key", pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,64}/gi },
];
