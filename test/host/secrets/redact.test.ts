import { describe, expect, it } from "vitest";
import { createRedactor } from "../../../src/host/secrets/redact.ts";

const redactor = createRedactor();

/** Characters that look random; rows are put together here, so that no scanner takes this file for a leak. */
const ALNUM = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4";
const HEX = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";

function join(...parts: readonly string[]): string {
  return parts.join("");
}

function inPieces(text: string, size: number): string {
  const stream = redactor.stream();
  let out = "";
  for (let at = 0; at < text.length; at += size) out += stream.push(text.slice(at, at + size));
  return out + stream.end();
}

describe("what is redacted", () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    ["aws", join("AK", "IA", "ABCDEFGHIJKLMNOP"), "id={S}", "id=[redacted:aws-access-key]"],
    ["aws secret", ALNUM.slice(0, 40), "aws_secret_access_key = {S}", "aws_secret_access_key = [redacted:env-secret]"],
    ["github fine-grained", join("github", "_pat_", ALNUM), "x {S} y", "x [redacted:github-pat] y"],
    ["github app", join("gh", "s_", ALNUM.slice(0, 36)), "token {S}", "token [redacted:github-app]"],
    ["gitlab", join("gl", "pat-", ALNUM.slice(0, 20)), "{S}", "[redacted:gitlab-pat]"],
    [
      "npm",
      join("np", "m_", ALNUM.slice(0, 36)),
      "//registry.example.com/:_authToken={S}",
      "//registry.example.com/:_authToken=[redacted:npm-token]",
    ],
    ["slack", join("xo", "xb-123456789012-", ALNUM.slice(0, 24)), "{S}", "[redacted:slack-token]"],
    [
      "openai",
      join("sk", "-proj-", ALNUM),
      "OPENAI_API_KEY={S} node x.js",
      "OPENAI_API_KEY=[redacted:openai] node x.js",
    ],
    ["google", join("AI", "za", ALNUM.slice(0, 35)), "?key={S}&q=1", "?key=[redacted:google-api-key]&q=1"],
    ["hugging face", join("hf", "_", ALNUM.slice(0, 34)), "{S}", "[redacted:hugging-face]"],
    ["sendgrid", join("S", "G.", ALNUM.slice(0, 22), ".", ALNUM.slice(0, 43)), "{S}", "[redacted:sendgrid]"],
    [
      "jwt",
      join("ey", "J", ALNUM.slice(0, 20), ".eyJ", ALNUM.slice(0, 20), ".", ALNUM.slice(0, 20)),
      "cookie {S}",
      "cookie [redacted:jwt]",
    ],
    [
      "openssh key",
      join("-----BEGIN OPENSSH PRIV", "ATE KEY-----\n", ALNUM, "\n-----END OPENSSH PRIV", "ATE KEY-----"),
      "a {S} b",
      "a [redacted:private-key] b",
    ],
    [
      "bearer",
      ALNUM.slice(0, 30),
      "curl -H 'Authorization: Bearer {S}' https://x.example",
      "curl -H 'Authorization: Bearer [redacted:bearer]' https://x.example",
    ],
    [
      "basic",
      join("dXNlcjpwYXNz", "d29yZA=="),
      "Authorization: Basic {S}",
      "Authorization: Basic [redacted:basic-auth]",
    ],
    [
      "url",
      "s3cr3tpw",
      "postgres://app:{S}@db.example:5432/app",
      "postgres://app:[redacted:url-password]@db.example:5432/app",
    ],
    ["mysql", "s3cr3tpw", "mysql -u root -p{S} shop", "mysql -u root -p[redacted:cli-password] shop"],
    ["sshpass", "s3cr3tpw", "sshpass -p {S} ssh host", "sshpass -p [redacted:cli-password] ssh host"],
    [
      "curl -u",
      "s3cr3tpw",
      "curl -u admin:{S} https://x.example",
      "curl -u admin:[redacted:cli-password] https://x.example",
    ],
    [
      "docker login",
      "s3cr3tpw",
      "docker login -u me -p {S} registry.example",
      "docker login -u me -p [redacted:cli-password] registry.example",
    ],
    ["option", "s3cr3tpw", "tool --client-secret {S} run", "tool --client-secret [redacted:cli-password] run"],
    ["option with =", "s3cr3tpw", "tool --password={S} run", "tool --password=[redacted:cli-password] run"],
    ["environment", "hunter22", "PGPASSWORD={S} psql", "PGPASSWORD=[redacted:env-secret] psql"],
    ["environment that begins like a variable", "$ecret!pass", "password: '{S}'", "password: '[redacted:yaml-secret]'"],
    ["environment that begins like a placeholder", "my_s3cr3t", "PASSWORD={S}", "PASSWORD=[redacted:env-secret]"],
    ["quoted environment", "two words", 'export DB_PASSWORD="{S}"', 'export DB_PASSWORD="[redacted:env-secret]"'],
    ["json", "hunter22", '{"user":"a","api_key":"{S}","n":1}', '{"user":"a","api_key":"[redacted:json-secret]","n":1}'],
    ["yaml", "hunter2222", "db:\n  password: {S}\n  host: h", "db:\n  password: [redacted:yaml-secret]\n  host: h"],
    [
      "azure storage",
      join(ALNUM, "Zz=="),
      "AccountName=a;AccountKey={S};EndpointSuffix=x",
      "AccountName=a;AccountKey=[redacted:azure-key];EndpointSuffix=x",
    ],
    [
      "presigned url",
      HEX,
      "https://b.s3.example/k?X-Amz-Date=1&X-Amz-Signature={S}",
      "https://b.s3.example/k?X-Amz-Date=1&X-Amz-Signature=[redacted:query-secret]",
    ],
    ["cookie", ALNUM.slice(0, 43), "Cookie: assent_4747={S}", "Cookie: [redacted:cookie]"],
    ["age", join("AGE-SECRET", "-KEY-1", "Q".repeat(58)), "{S}", "[redacted:age-key]"],
    [
      "url with an at sign",
      "s3c@r3tpw",
      "amqp://app:{S}@mq.example/v",
      "amqp://app:[redacted:url-password]@mq.example/v",
    ],
    [
      "url with a token for a name",
      ALNUM.slice(0, 24),
      "git clone https://{S}@git.example/a",
      "git clone https://[redacted:url-password]@git.example/a",
    ],
    [
      "jdbc",
      "s3cr3tpw",
      "jdbc:oracle:thin:app/{S}@db:1521:x",
      "jdbc:oracle:thin:app/[redacted:url-password]@db:1521:x",
    ],
    [
      "attached -u",
      "s3cr3tpw",
      "curl -uadmin:{S} https://x.example",
      "curl -uadmin:[redacted:cli-password] https://x.example",
    ],
    [
      "cookie option",
      ALNUM.slice(0, 20),
      "curl -b 'sid={S}' https://x.example",
      "curl -b '[redacted:cli-password]' https://x.example",
    ],
    ["an option that does not say so", "s3cr3tpw", "unzip -P {S} a.zip", "unzip -P [redacted:cli-password] a.zip"],
    ["an operand", "s3cr3tpw", "htpasswd -bB f ana {S}", "htpasswd -bB f ana [redacted:cli-password]"],
    ["a word of the command line", "s3cr3tpw", "vault login {S}", "vault login [redacted:cli-password]"],
    ["what is piped in", "s3cr3tpw", "echo {S} | sudo -S id", "echo [redacted:cli-password] | sudo -S id"],
    ["netrc", "s3cr3tpw", "machine h login ana password {S}", "machine h login ana password [redacted:cli-password]"],
    ["sql", "s3cr3tpw", "CREATE USER ana IDENTIFIED BY '{S}'", "CREATE USER ana IDENTIFIED BY '[redacted:sql-secret]'"],
    [
      "header without a blank",
      ALNUM.slice(0, 24),
      "curl -H 'Private-Token:{S}' x",
      "curl -H 'Private-Token:[redacted:header-secret]' x",
    ],
    ["variable of another name", ALNUM.slice(0, 24), "GH_PAT={S} gh api x", "GH_PAT=[redacted:env-secret] gh api x"],
    ["csh", "s3cr3tpw", "setenv API_TOKEN {S}", "setenv API_TOKEN [redacted:env-secret]"],
    ["python", "s3cr3tpw", "{'token': '{S}'}", "{'token': '[redacted:json-secret]'}"],
    [
      "json in json",
      "s3cr3tpw",
      String.raw`{\"password\":\"{S}\"}`,
      String.raw`{\"password\":\"[redacted:json-secret]\"}`,
    ],
    ["xml", "s3cr3tpw", "<password>{S}</password>", "<password>[redacted:xml-secret]</password>"],
    [
      "xml attributes",
      "s3cr3tpw",
      '<add key="ApiKey" value="{S}"/>',
      '<add key="ApiKey" value="[redacted:xml-secret]"/>',
    ],
    ["a typed variable", "s3cr3tpw", "let token: string = '{S}'", "let token: string = '[redacted:env-secret]'"],
    ["an entry", "s3cr3tpw", "env['API_KEY'] = '{S}'", "env['API_KEY'] = '[redacted:env-secret]'"],
    [
      "login of a registry",
      join("YW5h", "OnMzY3IzdA=="),
      '{"auths":{"r":{"auth":"{S}"}}}',
      '{"auths":{"r":{"auth":"[redacted:json-secret]"}}}',
    ],
    ["base64 in a token", join("sntr", "ys_", ALNUM, "+/=_", ALNUM), "{S}", "[redacted:service-token]"],
  ];

  it.each(rows)("%s", (_, secret, context, expected) => {
    expect(redactor.text(context.replace("{S}", secret))).toBe(expected);
  });

  it.each(rows)("%s, as a value among others", (_, secret, context, expected) => {
    const data = { before: "plain", list: ["x", context.replace("{S}", secret)], after: "y" };
    expect(redactor.value(data)).toEqual({
      value: { before: "plain", list: ["x", expected], after: "y" },
      masked: ["$.list[1]"],
    });
  });

  it.each(rows)("%s, in pieces of any size", (_, secret, context) => {
    const lines = "line\n".repeat(110);
    const text = `${lines}${context.replace("{S}", secret)}\n${lines}`;
    expect([1, 7, 100].filter((size) => inPieces(text, size) !== redactor.text(text))).toEqual([]);
  });

  // As a model's arguments are streamed, and as programs print them.
  it.each(rows)("%s, in a line of JSON text", (_, secret, context) => {
    const text = JSON.stringify({ content: `first\n${context.replace("{S}", secret)}\nlast` });
    expect(redactor.text(text)).not.toContain(JSON.stringify(secret).slice(1, -1));
  });

  it("every one of several", () => {
    const text = `A_TOKEN=${ALNUM} B_TOKEN=${HEX}`;
    expect(redactor.text(text)).toBe("A_TOKEN=[redacted:env-secret] B_TOKEN=[redacted:env-secret]");
  });
});

describe("tokens of services", () => {
  const UUID = "1e2d3c4b-5a69-4788-96a5-b4c3d2e1f00f";
  const UPPER = ALNUM.toUpperCase();
  it.each([
    ["HRK", `U-AA${ALNUM}`],
    ["HRK", `U-${UUID}`],
    ["sb_sec", `ret_${ALNUM.slice(0, 22)}_${ALNUM.slice(0, 8)}`],
    ["na", `pi_${ALNUM.toLowerCase()}`],
    ["sk", `.eyJ1Ijoi${ALNUM}.${ALNUM.slice(0, 22)}`],
    ["s", `k_${HEX.slice(0, 48)}`],
    ["sk-", `lf-${UUID}`],
    ["r", `e_${ALNUM.slice(0, 8)}_${ALNUM.slice(0, 24)}`],
    ["CCI", `PAT_${ALNUM.slice(0, 22)}_${HEX.slice(0, 40)}`],
    ["bk", `ua_${HEX.slice(0, 40)}`],
    ["sq", `p_${HEX.slice(0, 40)}`],
    ["hca", `ik_01${ALNUM.toLowerCase()}`],
    ["sd", `k-${UUID}`],
    ["AAAA", `a1B2c3D:APA91b${ALNUM.repeat(3).slice(0, 134)}`],
    ["pn", `u_${ALNUM.slice(0, 36)}`],
    ["dt0", `c01.${UPPER.slice(0, 24)}.${HEX.toUpperCase()}`],
    ["duffel", `_live_${ALNUM.slice(0, 43)}`],
    ["EZ", `AK${ALNUM}`],
    ["FLWSE", `CK-${HEX.slice(0, 32)}-X`],
    ["fio", `-u-${ALNUM}`],
    ["s-s4t", `2ud-${HEX}`],
    ["rd", `me_${ALNUM}`],
    ["tk", `-us-${ALNUM}`],
    ["ic", `o-${ALNUM.slice(0, 32)}`],
    ["li", `ve_${HEX.slice(0, 35)}`],
    ["pa", `t${ALNUM.slice(0, 14)}.${HEX}`],
    ["1/", `3661198269638025:${HEX.slice(0, 32)}`],
    ["EA", `AC${ALNUM.repeat(3)}`],
    ["access_", `token$production$${HEX.slice(0, 16)}$${HEX.slice(0, 32)}`],
    ["SSWS ", `00${ALNUM.slice(0, 40)}`],
    ["GR", `1348941${ALNUM.slice(0, 20)}`],
    ["abc", `8Q~${ALNUM.slice(0, 34)}`],
    ["lin_", `oauth_${HEX}`],
    ["fi", `gu_${ALNUM.slice(0, 40)}`],
    ["f", `c-${HEX.slice(0, 32)}`],
    ["a", `k-${ALNUM.slice(0, 22)}`],
    ["bb_", `live_${ALNUM.slice(0, 27)}`],
    ["pdl_", `live_apikey_01${HEX.slice(0, 24)}_${ALNUM.slice(0, 22)}_a1B`],
    ["polar", `_oat_${ALNUM.slice(0, 43)}`],
    ["ATT", `A${HEX}`],
    ["oau", `th:${ALNUM.toLowerCase().slice(0, 30)}`],
    ["pat-", `na1-${UUID}`],
    ["rp", `a_${UPPER.slice(0, 42)}`],
    ["pc", `sk_a1B2c3_${ALNUM}`],
    ["sign", `key-prod-${HEX}`],
    ["tr_", `prod_${ALNUM.slice(0, 20)}`],
    ["pk_", `12345678_${UPPER.slice(0, 32)}`],
    ["2/12", `07000000001234/1207000000005678:${HEX.slice(0, 32)}`],
    ["sny", `k_uat.a1B2c3D4.${ALNUM}`],
    ["api_li", `ve.a1B2c3D4e5F.${ALNUM.slice(0, 32)}`],
    ["api-", UUID],
    [HEX.slice(0, 36), "FFFFNRAL"],
    ["prod:happy-", `otter-123|${ALNUM}`],
  ])("%s%s", (begin, rest) => {
    expect(/^x=.?\[redacted:[a-z-]+\] y$/.test(redactor.text(`x=${begin}${rest} y`))).toBe(true);
  });

  it.each([
    ["a line feed of JSON", String.raw`\n`],
    ["a character of JSON", String.raw`\u0026`],
    ["a byte of an address", "%3D"],
    ["a colour", "\u001b[01;31m"],
    ["a colour in JSON", String.raw`\u001b[31m`],
    ["a colour in what a shell prints", String.raw`\033[1m`],
    ["a colour as Assent shows it", String.raw`\u{1b}[31m`],
    ["a colour whose first character is left out", "[31m"],
    ["a line feed of an address", "%0A"],
    ["a colour of an address", "%1B%5B31m"],
    ["a colour's end as grep has it", "\u001b[m\u001b[K"],
  ])("begin after %s", (_, before) => {
    const tokens = [
      join("gh", "p_", ALNUM.slice(0, 36)),
      join("AK", "IA", "ABCDEFGHIJKLMNOP"),
      join("gs", "k_", ALNUM),
    ];
    for (const token of tokens)
      expect(redactor.text(`x=1${before}${token} y`)).toMatch(/^x=1.*\[redacted:[a-z-]+\] y$/s);
  });

  it.each([
    ["a hook of Zapier", "https://hooks.zapier.com/hooks/catch/4842266/q4en20f/", "[redacted:webhook]"],
    ["a hash of bcrypt", `$2b$12$${ALNUM}a1B2c`, "[redacted:password-hash]"],
    ["a hash in shadow", `$6$a1B2c3D4$${ALNUM.repeat(2).slice(0, 86)}`, "[redacted:password-hash]"],
    ["a key with a name of its own", `DD_APP_KEY: ${HEX.slice(0, 40)}`, "DD_APP_KEY: [redacted:env-secret]"],
    ["a key of a cluster", `client-key-data: ${ALNUM}`, "client-key-data: [redacted:yaml-secret]"],
    ["words for a wallet", 'MNEMONIC="able about above absent"', 'MNEMONIC="[redacted:env-secret]"'],
  ])("%s", (_, text, shown) => {
    expect(redactor.text(text)).toBe(shown);
  });
});

describe("what stays as it is", () => {
  it.each([
    "re_compile_pattern_with_4_groups(pattern)",
    "ico-arrow-left-circle-outline-large-24",
    "cioInstanceFactoryProviderManager",
    "test_reader_opens_a_file_that_is_large_2026",
    "sk_buff_clone_with_headroom(skb, 1)",
    "pa-system-announcement-with-a-long-name",
    "sed 's/$1$path/$5$other/to/something/long/enough/to/be/it/'",
    `chunk-${ALNUM.slice(0, 8)}.js`,
    `commit ${HEX.slice(0, 40)}`,
    "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
    "123e4567-e89b-12d3-a456-426614174000",
    "password: <your password here>",
    "API_KEY=$API_KEY npm start",
    "API_KEY=your_api_key_here npm start",
    "password: ********",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "export const password: string = read();",
    "the secret is out",
    "a token of 5 requests",
    "docker run -p 8080:80 nginx",
    "docker run -u 1000:1000 nginx",
    "const token = readToken();",
    "headers['session-id'] = this.sessionId",
    "https://ana@git.example/a",
    "PUBLIC_KEY=AAAAB3NzaC1yc2EAAAADAQAB12345",
    "TOKEN=abc...",
    "unzip -p a.zip x.txt",
    "git log --author=ana --since=yesterday",
    "https://github.com/a/b/pull/7?tab=files",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIabcdefghijklmnop me@host",
    "npm run test:unit -- --reporter=dot",
    "mkdir -p src/host/secrets",
  ])("%s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

describe("JSON data", () => {
  it("keeps its shape, and the paths of what was hidden are told", () => {
    const value = {
      headers: { Authorization: "s3cr3t-pw", accept: "*/*" },
      list: [{ password: "hunter22" }, "PGPASSWORD=hunter22 psql"],
      n: 7,
      "x-api-key": "k1",
      empty: { token: "" },
    };
    expect(redactor.value(value)).toEqual({
      value: {
        headers: { Authorization: "[redacted:json-secret]", accept: "*/*" },
        list: [{ password: "[redacted:json-secret]" }, "PGPASSWORD=[redacted:env-secret] psql"],
        n: 7,
        "x-api-key": "[redacted:json-secret]",
        empty: { token: "" },
      },
      masked: ["$.headers.Authorization", "$.list[0].password", "$.list[1]", '$["x-api-key"]'],
    });
  });

  it("is hidden in names too, and none of them takes another's place", () => {
    const names = [join("gh", "p_", ALNUM.slice(0, 36)), join("gh", "p_", HEX.slice(0, 36)), "plain"];
    expect(redactor.value(Object.fromEntries(names.map((name, at) => [name, at])))).toEqual({
      value: { "[redacted:github-pat]": 0, "[redacted:github-pat] 2": 1, plain: 2 },
      masked: ['$["[redacted:github-pat]"]', '$["[redacted:github-pat] 2"]'],
    });
  });

  it("of names that only sound like secrets is shown", () => {
    const value = {
      tokenizer: "bpe",
      author: "ana",
      passes: "two",
      keyboard: "de",
      secretary: "bo",
      max_tokens: "100",
    };
    expect(redactor.value(value)).toEqual({ value, masked: [] });
  });
});

describe("words of a command line that stand apart", () => {
  it.each([
    [["--api-key", "hunter2hunter2"], ["--api-key", "[redacted:cli-password]"], ["$[1]"]],
    [["--db", "x", "--token", "hunter2"], ["--db", "x", "--token", "[redacted:cli-password]"], ["$[3]"]],
    [["--cookie", "hunter2"], ["--cookie", "[redacted:cli-password]"], ["$[1]"]],
    [["-Proxy-Authorization", "hunter2"], ["-Proxy-Authorization", "[redacted:cli-password]"], ["$[1]"]],
    [["--cookie-jar", "hunter2"], ["--cookie-jar", "hunter2"], []],
    [["-e", "DB_PASSWORD=hunter2hunter2"], ["-e", "DB_PASSWORD=[redacted:env-secret]"], ["$[1]"]],
    [["--token", "--verbose"], ["--token", "--verbose"], []],
    [["--token", "$TOKEN"], ["--token", "$TOKEN"], []],
    [["--tokens-per-run", "12345678"], ["--tokens-per-run", "12345678"], []],
    [["token", "hunter2"], ["token", "hunter2"], []],
    [["--token", 7], ["--token", 7], []],
  ])("%j", (words, value, masked) => {
    expect(redactor.value(words)).toEqual({ value, masked });
  });

  it("are known as the call's own secret as well", () => {
    const own = redactor.knowing({ program: "cli", args: ["--token", "hunter2"] }, "named");
    expect(own.text("cli --token hunter2 hunter2")).toBe("cli --token [redacted:cli-password] [redacted:cli-password]");
  });
});

describe("stored secrets", () => {
  const secret = "correct horse/battery+staple";
  const stored = createRedactor(() => [secret, "abc"]);
  it.each([
    ["as themselves", secret],
    ["in base64", Buffer.from(secret).toString("base64")],
    ["in base64 for URLs", Buffer.from(secret).toString("base64url")],
    ["inside of longer base64", Buffer.from(`user:${secret}:x`).toString("base64")],
    ["in hex", Buffer.from(secret).toString("hex")],
    ["in a URL", encodeURIComponent(secret)],
  ])("%s", (_, spelling) => {
    const text = stored.text(`out: ${spelling} end`);
    const runs = Array.from({ length: spelling.length - 11 }, (_each, start) => spelling.slice(start, start + 12));
    expect([text.includes("[redacted:stored-secret]"), runs.filter((run) => text.includes(run))]).toEqual([true, []]);
  });

  it("that are shorter than six characters hide nothing", () => {
    expect(stored.text("abc abcdef")).toBe("abc abcdef");
  });
});

describe("a stream", () => {
  const secret = "correct-horse-battery";

  it("lets no piece of a secret out, wherever it is cut", () => {
    const stored = createRedactor(() => [secret]);
    const text = `${"line\n".repeat(300)}x ${secret} y\n${"line\n".repeat(300)}`;
    for (const size of [1, 7, 100, 1_500, 5_000]) {
      const stream = stored.stream();
      let out = "";
      for (let at = 0; at < text.length; at += size) out += stream.push(text.slice(at, at + size));
      expect(out + stream.end()).toBe(text.replace(secret, "[redacted:stored-secret]"));
    }
  });

  it("hides a key that is longer than what is held back, and shows what follows it", () => {
    const key = `${join("-----BEGIN PRIV", "ATE KEY-----\n")}${`${ALNUM}\n`.repeat(60)}`;
    const lines = "line\n".repeat(300);
    const ended = `${key}${join("-----END PRIV", "ATE KEY-----")}`;
    const faults = [1, 100, 1_500].filter(
      (size) =>
        inPieces(`${lines}${ended}\n${lines}`, size) !== `${lines}[redacted:private-key]\n${lines}` ||
        // One that nobody ends is hidden up to the end.
        inPieces(`${lines}${key}${lines}`, size) !== `${lines}[redacted:private-key]`,
    );
    expect(faults).toEqual([]);
  });

  it("goes on while it runs, and holds little back", () => {
    const stream = redactor.stream();
    const shown = stream.push("line\n".repeat(1_000));
    expect(shown.length).toBeGreaterThan(4_000);
  });
});

describe("time", () => {
  it.each([
    ["one long word", "a".repeat(200_000)],
    ["many keys without a secret", "PRIVATE-KEY_TOKEN".repeat(10_000)],
    ["many beginnings of a key", "-----BEGIN PRIVATE KEY-----".repeat(5_000)],
    ["many quotes", '"password": "'.repeat(10_000)],
    ["many addresses", "https://a:b".repeat(15_000)],
  ])("is short for %s", (_, text) => {
    const started = performance.now();
    redactor.text(text);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

it("a stored secret is hidden from when it is stored until it is removed", () => {
  const stored = ["first-of-them"];
  const ofHost = createRedactor(() => stored);
  const seen = (): readonly unknown[] => [
    ofHost.text("first-of-them, second-of-them"),
    ofHost.value({ a: ["first-of-them"], b: "c2Vjb25kLW9mLXRoZW0=" }).value,
  ];
  const hidden = "[redacted:stored-secret]";
  const rounds = [seen()];
  stored.push("second-of-them");
  rounds.push(seen());
  stored.shift();
  rounds.push(seen());
  expect(rounds).toEqual([
    [`${hidden}, second-of-them`, { a: [hidden], b: "c2Vjb25kLW9mLXRoZW0=" }],
    [`${hidden}, ${hidden}`, { a: [hidden], b: `${hidden}0=` }],
    [`first-of-them, ${hidden}`, { a: ["first-of-them"], b: `${hidden}0=` }],
  ]);
});

describe("data", () => {
  it.each([
    ["nothing of it is secret", { a: ["b", { c: "d" }], tokens: 3 }, { a: ["b", { c: "d" }], tokens: 3 }, []],
    [
      "a secret by its name alone",
      { a: [{ token: "x" }] },
      { a: [{ token: "[redacted:json-secret]" }] },
      ["$.a[0].token"],
    ],
    ["a header by its name alone", { Cookie: "x" }, { Cookie: "[redacted:json-secret]" }, ["$.Cookie"]],
    ["behind an option", ["--password", "x"], ["--password", "[redacted:cli-password]"], ["$[1]"]],
    ["a name of two lines", { "a\ntoken": "x" }, { "a\ntoken": "[redacted:json-secret]" }, ['$["a\\ntoken"]']],
    ["what only looks like a name", { "token\na": "x" }, { "token\na": "x" }, []],
  ])("%s", (_, data, value, masked) => {
    expect(redactor.value(data)).toEqual({ value, masked });
  });
});

describe("a call's own secrets", () => {
  const args = { password: "hunter22x", command: "login --token=abc123def; rm -r folder" };
  const rows: readonly (readonly [string, "all" | "named", string, string])[] = [
    ["by name", "all", "for hunter22x.", "for [redacted:json-secret]."],
    ["by shape", "all", "for abc123def.", "for [redacted:cli-password]."],
    ["with what follows it", "all", "for abc123def; rm", "for [redacted:cli-password] rm"],
    ["by name alone", "named", "for hunter22x and abc123def.", "for [redacted:json-secret] and abc123def."],
    ["what is none", "all", "rm -r folder", "rm -r folder"],
  ];
  it.each(rows)("%s, %s", (_, which, text, shown) => {
    expect(redactor.knowing(args, which).text(text)).toBe(shown);
    expect(redactor.text(text)).toBe(text); // control: of another call it is no secret
  });

  it.each([
    ["half a character", { password: "\ud800hunter22x" }],
    ["a very long one", { password: "x".repeat(1_000_000) }],
    ["very many", Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`token_${at}`, `secret-no-${at}`]))],
    ["one that is a word of the masks", { password: "secret-word", token: "secret" }],
    ["too short to look for", { password: "a" }],
  ])("%s stop nothing", (_, odd) => {
    expect(redactor.knowing(odd, "all").text("plain text")).toBe("plain text");
  });
});
