import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fingerprint, openKeys } from "../../../src/host/secrets/keys.ts";
import { createSeal } from "../../../src/host/secrets/seal.ts";

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "assent-keys-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("keys", () => {
  it("are made once, private, and read again", () => {
    const folder = join(dir, "keys");
    const keys = openKeys(folder, true);
    expect(openKeys(folder, false)).toEqual(keys);
    expect(openKeys(folder, true)).toEqual(keys);
    expect(
      [folder, join(folder, "seal.key"), join(folder, "audit.key")].map((path) =>
        (statSync(path).mode & 0o777).toString(8),
      ),
    ).toEqual(["700", "600", "600"]);
    expect(fingerprint(keys)).not.toBe(fingerprint(openKeys(join(dir, "others"), true)));
  });

  it("that are missing or damaged stop the start, where something was written with them", () => {
    expect(() => openKeys(join(dir, "none"), false)).toThrow("ENOENT");
    openKeys(dir, true);
    writeFileSync(join(dir, "audit.key"), "0123\n");
    expect(() => openKeys(dir, true)).toThrow(/damaged/);
  });
});

describe("sealed data", () => {
  const seal = createSeal(Buffer.alloc(32, 1));
  const data = { args: { command: "naïve “x”" }, list: [1, null, true] };

  it("comes back as it was, never sealed alike twice, and shows nothing", () => {
    const [first, second] = [seal.close("a", data), seal.close("a", data)];
    expect([seal.open("a", first), seal.open("a", second)]).toEqual([data, data]);
    expect([first === second, Buffer.from(first, "base64url").includes("command")]).toEqual([false, false]);
  });

  it.each([
    ["of another row", (sealed: string) => seal.open("b", sealed)],
    ["with another key", (sealed: string) => createSeal(Buffer.alloc(32, 2)).open("a", sealed)],
    ["that was cut", (sealed: string) => seal.open("a", sealed.slice(0, -4))],
    ["that is empty", () => seal.open("a", "")],
  ])("%s does not open", (_, open) => {
    const sealed = seal.close("a", data);
    expect(() => open(sealed)).toThrow();
  });

  it("with any flipped bit does not open", () => {
    const bytes = Buffer.from(seal.close("a", data), "base64url");
    const opened = Array.from(bytes, (_, at) => {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] as number) ^ 1;
      try {
        seal.open("a", flipped.toString("base64url"));
        return at;
      } catch {
        return null; // verdict: refused, as it must be
      }
    });
    expect(opened.filter((at) => at !== null)).toEqual([]);
  });
});
