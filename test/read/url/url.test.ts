import { describe, expect, it } from "vitest";
import { matchUrl } from "../../../src/core/rule/match-url.ts";
import type { ToolFacts } from "../../../src/core/reading.ts";
import type { Call } from "../../../src/read/call.ts";
import type { CallFacts } from "../../../src/read/profiles.ts";
import { isLoopbackHost, isPrivateHost } from "../../../src/read/url/host.ts";
import { readUrlPattern } from "../../../src/read/url/pattern.ts";
import { urlProfile } from "../../../src/read/url/read-url.ts";
import { formatTarget, readTarget } from "../../../src/read/url/target.ts";
import { standInWorld } from "../path/stand-in-world.ts";

describe("destinations", () => {
  it.each([
    ["https://Docs.Python.org/3/../x/%41%2e", "https://docs.python.org/x/A."],
    ["https://docs.python.org.:443", "https://docs.python.org/"],
    ["http://a.com:80/a/./b/../", "http://a.com/a/"],
    ["https://a.com/%2e%2e/%2E%2e/b", "https://a.com/b"],
    ["https://a.com/a?u=../b/c#d", "https://a.com/a/?u=..%2Fb%2Fc"],
    ["https://a.com?x", "https://a.com//?x"],
    ["example.com/x", "http://example.com/x"],
    ["localhost:3000", "http://localhost:3000/"],
    ["http://2130706433/", "http://127.0.0.1/"],
    ["http://0x7f.1", "http://127.0.0.1/"],
    ["http://0177.0.0.01", "http://127.0.0.1/"],
    ["http://[0:0::1]:80/", "http://[::1]/"],
    ["http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/"],
    ["git@github.com:o/r.git", "ssh://github.com/o/r.git"],
    ["ssh://git@github.com:22/o/r", "ssh://github.com/o/r"],
  ])("%s is %s", (text, expected) => {
    const { url } = readTarget(text);
    expect(url && formatTarget(url)).toBe(expected);
  });

  it.each([
    ["https://docs.python.org@evil.example/"],
    ["https://user:pw@a.com/"],
    ["https://a.com\\@b.com"],
    ["https://a.com\t.evil.com"],
    ["https://ex\u00e4mple.com"],
    ["https://a.com\u3002evil.com"],
    ["https://a%2ecom/"],
    ["https://256.1.1.1/"],
    ["https://1.2.3.4.5/"],
    ["https://[::1/"],
    ["https://[fe80::1%25eth0]/"],
    ["https://a.com:99999/"],
    ["https://a..com/"],
    ["https://a.com/%2f"],
    ["https://{a,b}.com/"],
    ["https://a.com/[1-9]"],
    ["file:///etc/passwd"],
    [""],
  ])("%j is none that a rule can spell", (text) => {
    expect(readTarget(text)).toEqual({ text });
  });

  it.each([
    ["127.8.9.1", true],
    ["localhost", true],
    ["x.localhost", true],
    ["[::1]", true],
    ["[::ffff:7f00:1]", true],
    ["128.0.0.1", false],
    ["localhost.evil.com", false],
  ])("loopback: %s %s", (host, expected) => expect(isLoopbackHost(host)).toBe(expected));

  it.each([
    ["10.1.1.1", true],
    ["172.16.0.1", true],
    ["172.32.0.1", false],
    ["192.168.1.1", true],
    ["169.254.169.254", true],
    ["168.63.129.16", true],
    ["168.63.129.17", false],
    ["100.64.0.1", true],
    ["0.0.0.0", true],
    ["[fd00::1]", true],
    ["[fe80::1]", true],
    ["[64:ff9b::a00:1]", true],
    ["[2606:4700::1111]", false],
    ["router", true],
    ["nas.local", true],
    ["8.8.8.8", false],
    ["python.org", false],
  ])("private: %s %s", (host, expected) => expect(isPrivateHost(host)).toBe(expected));
});

describe("URL patterns", () => {
  it.each([
    [
      "docs.python.org/3/**",
      {
        scheme: "https",
        host: "docs.python.org",
        port: "",
        anyPort: true,
        segments: [{ kind: "literal", text: "3" }, { kind: "deep" }],
      },
    ],
    [
      "Docs.Python.org",
      { scheme: "https", host: "docs.python.org", port: "", anyPort: true, segments: [{ kind: "deep" }] },
    ],
    [
      "http://localhost:3000/a*",
      { scheme: "http", host: "localhost", port: "3000", anyPort: false, segments: [{ kind: "mask", text: "a*" }] },
    ],
    [
      "a.com/%41",
      { scheme: "https", host: "a.com", port: "", anyPort: true, segments: [{ kind: "literal", text: "A" }] },
    ],
    ["https://a.com", { scheme: "https", host: "a.com", port: "", anyPort: false, segments: [{ kind: "deep" }] }],
    ["a.com:443", { scheme: "https", host: "a.com", port: "", anyPort: false, segments: [{ kind: "deep" }] }],
  ])("%s", (pattern, expected) => {
    expect(readUrlPattern(pattern)).toEqual({ ok: true, pattern: { kind: "url", ...expected } });
  });

  it.each([
    ["*.python.org/**"],
    ["https://exa?ple.com"],
    ["a.com/../b"],
    ["a.com/x**"],
    ["user@a.com/x"],
    ["/x"],
    ["a.com/ b"],
  ])("refuses %j", (pattern) => {
    expect(readUrlPattern(pattern)).toMatchObject({ ok: false });
  });
});

describe("calls of web_fetch", () => {
  it("offers path prefix, host and exact address", () => {
    expect(read({ url: "https://docs.python.org/3/library/os.html" })).toMatchObject({
      parts: [
        {
          class: "network",
          text: "web_fetch https://docs.python.org/3/library/os.html",
          findings: [],
          offers: [
            { kind: "folder", tool: "web_fetch", pattern: "docs.python.org/3/library/**" },
            { kind: "host", tool: "web_fetch", pattern: "docs.python.org/**" },
            { kind: "url", tool: "web_fetch", pattern: "docs.python.org/3/library/os.html" },
          ],
        },
      ],
    });
  });

  it("every offer can be read and spells the call", () => {
    const { offers } = read({ url: "http://localhost:3000/a/b?x=1" }, "browser_navigate").parts[0] ?? { offers: [] };
    expect(offers).toHaveLength(2);
    for (const offer of offers)
      expect(readUrlPattern(offer.pattern)).toMatchObject({ ok: true, pattern: { host: "localhost", port: "3000" } });
  });

  it.each([
    [{ url: "http://169.254.169.254/latest" }, "network-target"],
    [{ url: "http://2130706433:8080/" }, "network-target"],
    [{ url: "https://a.com@b.com/" }, "unreadable"],
  ])("%j has finding %s", (args, code) =>
    expect(read(args, "browser_navigate").parts[0]?.findings).toMatchObject([{ code, gates: true }]),
  );

  it.each([[{}], [{ url: 1 }], [{ url: "" }], [{ url: "ftp://a.com/" }], [null], [{ url: "http://127.1/" }]])(
    "%j does not fit",
    (args) => {
      expect(read(args).argFault).toMatchObject({ path: "$.url" });
    },
  );
});

function read(args: unknown, id = "web_fetch"): CallFacts {
  const call: Call = { tool: id, args, cwd: null, project: null, source: "model", attended: true };
  const tool: ToolFacts = {
    id,
    origin: "builtin",
    family: "net",
    class: "network",
    profile: "url",
    known: true,
    state: "ok",
  };
  return urlProfile.readCall(call, tool, standInWorld({}));
}

describe("a rule that says no scheme", () => {
  const matches = (pattern: string, url: string, forAllow: boolean): string => {
    const read = readUrlPattern(pattern);
    if (!read.ok || read.pattern.kind !== "url") throw new Error(`no pattern: ${pattern}`);
    return matchUrl(read.pattern, [readTarget(url)], forAllow);
  };
  it.each([
    ["a.com/**", "https://a.com/x", "yes", "yes"],
    ["a.com/**", "http://a.com/x", "no", "yes"],
    ["a.com/**", "https://a.com:8443/x", "no", "yes"],
    ["a.com/**", "https://b.com/x", "no", "no"],
    ["a.com/x/**", "http://a.com/y", "no", "no"],
    ["https://a.com/**", "http://a.com/x", "no", "no"],
    ["a.com:8443", "https://a.com/x", "no", "no"],
    ["a.com:8443", "https://a.com:8443/x", "yes", "yes"],
  ])("%s, for %s: an allow %s, a deny %s", (pattern, url, allow, deny) => {
    expect([matches(pattern, url, true), matches(pattern, url, false)]).toEqual([allow, deny]);
  });
});
