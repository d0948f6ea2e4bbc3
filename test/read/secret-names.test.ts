import { describe, expect, test } from "vitest";
import { isSecretVariable, SECRET_NAME } from "../../src/read/secret-names.ts";
import { createRedactor } from "../../src/host/secrets/redact.ts";

const SECRET = (
  "TOKEN PASSWORD PGPASSWORD DB_PASS DBPASS MYSQL_PWD GITHUB_TOKEN authtoken npm_token AZURE_CLIENT_SECRET API_KEY " +
  "OPENAI_API_KEY AWS_SECRET_ACCESS_KEY STRIPE_SECRET REDIS_PASSWORD TOKEN_VALUE PASSPHRASE DB_PASSWORD_2 csrf_token"
).split(" ");
/** They name something, count something, say where something lies, or only hold the letters. */
const PLAIN = (
  "AZURE_CLIENT_ID AZURE_TENANT_ID REDIS_HOST REDIS_PORT KEYBOARD KEYBOARD_LAYOUT MONKEY COMPASS BYPASS CI_BYPASS TRESPASS " +
  "TOKENIZER TOKENIZERS_PARALLELISM MAX_TOKENS MAX_OUTPUT_TOKENS NUM_TOKENS TOTAL_TOKENS TOKEN_LIMIT TOKEN_COUNT TOKEN_TYPE " +
  "MAX_TOKEN_LENGTH TOKEN_BUDGET TOKEN_TTL TOKEN_EXPIRES_IN PASSWORD_MIN_LENGTH PASSWORD_POLICY PASSWORD_FILE SECRET_NAME " +
  "API_KEY_HEADER TOKEN_URL SECRET_PATH CREDENTIALS_FILE AUTHOR GIT_AUTHOR_NAME PASSENGER page_token nextPageToken"
).split(" ");

const redactor = createRedactor();
const VALUE = "hunter22x";

describe("names under which secrets are kept", () => {
  test("of variables", () => {
    expect(SECRET.filter((name) => !isSecretVariable(name))).toEqual([]);
    expect(PLAIN.filter(isSecretVariable)).toEqual([]);
  });

  test("of properties", () => {
    expect(SECRET.filter((name) => !SECRET_NAME.test(name))).toEqual([]);
    expect(PLAIN.filter((name) => SECRET_NAME.test(name))).toEqual([]);
  });

  test.each([
    ["before a command", (name: string) => `${name}=${VALUE} node x.js`],
    ["in a file", (name: string) => `${name} = "${VALUE}"`],
    ["in YAML", (name: string) => `${name}: ${VALUE}`],
    ["in JSON", (name: string) => `{"${name}": "${VALUE}"}`],
    ["as an option", (name: string) => `tool --${name.toLowerCase().replaceAll("_", "-")}=${VALUE} x`],
  ])("%s", (_place, write) => {
    const isShown = (name: string): boolean => redactor.text(write(name)) === write(name);
    expect(SECRET.filter(isShown)).toEqual([]);
    expect(PLAIN.filter((name) => !isShown(name))).toEqual([]);
  });
});
