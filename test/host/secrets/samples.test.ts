import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../../../src/host/secrets/redact.ts";

interface Sample {
  readonly id: string;
  readonly kind: string;
  readonly parts: readonly string[];
  readonly context: string;
  readonly expected: "redacted" | "unchanged" | "redacted_when_streamed";
  readonly must_keep?: string;
}

/** A collection of samples outside of this repository; `ASSENT_CASES` is its folder. */
const file = join(process.env["ASSENT_CASES"] ?? "", "security", "secret-samples.json");
const samples = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { cases: readonly Sample[] }).cases : [];

describe.skipIf(samples.length === 0)("secret samples", () => {
  it.each(samples.map((sample) => [`${sample.id} ${sample.kind}`, sample] as const))("%s", (_, sample) => {
    const secret = sample.parts.join("");
    const text = sample.context.replace("{S}", secret).replace("{COOKIE_NAME}", "assent_7777");
    const stored = storedValue(sample.kind, secret);
    const redactor = createRedactor(() => stored);
    if (sample.expected === "unchanged") expect(redactor.text(text)).toBe(text);
    else
      expect(remains(secret, sample.expected === "redacted" ? redactor.text(text) : streamed(redactor, text))).toEqual(
        [],
      );
    if (sample.must_keep !== undefined) expect(redactor.text(text)).toContain(sample.must_keep);
  });
});

function storedValue(kind: string, secret: string): readonly string[] {
  if (!kind.startsWith("stored-secret")) return [];
  if (kind.endsWith("base64")) return [Buffer.from(secret, "base64").toString()];
  if (kind.endsWith("hex")) return [Buffer.from(secret, "hex").toString()];
  if (kind.endsWith("url")) return [decodeURIComponent(secret)];
  return [secret.replace("\n", "")];
}

/** The newline of such a sample is the border of two pieces. */
function streamed(redactor: ReturnType<typeof createRedactor>, text: string): string {
  const stream = redactor.stream();
  return (
    text
      .split("\n")
      .map((piece) => stream.push(piece))
      .join("") + stream.end()
  );
}

function remains(secret: string, text: string): readonly string[] {
  const runs = Array.from({ length: Math.max(0, secret.length - 7) }, (_, start) => secret.slice(start, start + 8));
  return runs.filter((run) => text.includes(run));
}
