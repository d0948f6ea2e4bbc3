import { describe, expect, it } from "vitest";
import { readDescriptor } from "../../../src/host/mcp/descriptor.ts";
import { entryHash, slugOf, slugWithHash } from "../../../src/host/mcp/entry.ts";
import { readState, signState } from "../../../src/host/mcp/request-state.ts";

const entry = (command: string, ...args: string[]) => ({ command, args, env: [], cwd: "/p" });

describe("what a server is called", () => {
  it.each([
    ["npx", ["-y", "@modelcontextprotocol/server-filesystem@1.2.0", "/home/ana"], "filesystem"],
    ["uvx", ["mcp-server-git", "--repository", "x"], "git"],
    ["node", ["/opt/tools/weather-mcp/dist/index.js"], "weather"],
    ["/usr/bin/python3.12", ["mcp_server_fetch.py"], "fetch"],
    ["docker", ["run", "-i", "ghcr.io/github/github-mcp-server"], "github"],
    ["/opt/bin/My Server", [], "my-server"],
    ["node", ["-e"], "node"],
    ["…", [], "server"],
  ])("%s %j", (command, args, slug) => {
    expect(slugOf(entry(command, ...args), null)).toBe(slug);
  });

  it("is what a person calls it, in letters that names of tools may have", () => {
    expect(slugOf(entry("npx", "x"), "Bob's  tools__")).toBe("bob-s-tools");
  });

  it("stays short enough for the tool beside it", () => {
    const slug = slugOf(entry("x"), "a".repeat(64));
    expect([slug.length, slugWithHash(slug, "f".repeat(64)).length]).toEqual([24, 24]);
  });
});

describe("the identity of a server", () => {
  const base = { command: "npx", args: ["a"], env: ["B", "A"], cwd: "/p" };

  it("is the same whatever the order of its variables", () => {
    expect(entryHash({ ...base, env: ["A", "B", "A"] })).toBe(entryHash(base));
  });

  it.each([
    ["command", { command: "./npx" }],
    ["an argument", { args: ["a", "b"] }],
    ["how arguments are cut", { args: ["a b"] }],
    ["a variable", { env: ["A"] }],
    ["folder", { cwd: "/q" }],
  ])("is another with another %s", (_name, change) => {
    expect(entryHash({ ...base, ...change })).not.toBe(entryHash(base));
  });
});

describe("the hash of a tool", () => {
  const tool = {
    name: "t",
    title: "T",
    description: "d",
    inputSchema: { type: "object" },
    outputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
  };
  const hash = (value: unknown): string | undefined => readDescriptor(value)?.hash;

  it("does not hang on the order of names, nor on what is not pinned", () => {
    const turned = Object.fromEntries(Object.entries(tool).reverse());
    expect([hash(turned), hash({ ...tool, _meta: { a: 1 } })]).toEqual([hash(tool), hash(tool)]);
  });

  it.each(["title", "description", "outputSchema", "annotations"])("is another with another %s", (key) => {
    expect([hash({ ...tool, [key]: undefined }), hash(tool)].every((found) => found !== undefined)).toBe(true);
    expect(hash({ ...tool, [key]: undefined })).not.toBe(hash(tool));
  });

  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });

  it.each([
    ["no object", "t"],
    ["no name", { ...tool, name: undefined }],
    ["an empty name", { ...tool, name: "" }],
    ["no schema", { ...tool, inputSchema: undefined }],
    ["a description that is no text", { ...tool, description: ["d"] }],
    ["a schema without a canonical form", { ...tool, inputSchema: deep(100) }],
  ])("does not exist for %s", (_name, value) => {
    expect(readDescriptor(value)).toBeNull();
  });
});

describe("the state of a question", () => {
  const key = Buffer.alloc(32, 1);
  const state = { approval: "apr_1", digest: "d", expiresAt: 1_000 };
  const text = signState(state, key);

  it("is read back", () => {
    expect(readState(text, key, 999)).toEqual(state);
  });

  it.each([
    ["after its time", text, key, 1_000],
    ["with another key", text, Buffer.alloc(32, 2), 1],
    ["altered", text.replace("assent:", "assent:A"), key, 1],
    ["without its signature", text.split(".")[0] as string, key, 1],
    ["of somebody else", "state-of-the-server", key, 1],
  ])("is not read %s", (_name, given, by, now) => {
    expect(readState(given, by, now)).toBeNull();
  });
});
