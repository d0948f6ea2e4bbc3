import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StoredRule } from "../../../src/store/tables/rules.ts";
import type { RuleView } from "../../../src/wire/rule.ts";
import type { ToolView } from "../../../src/wire/tool.ts";
import { type Bench, openBench } from "../gate/harness.ts";
import { type RealHost, startReal, until } from "../real-host.ts";

/** As another version of this program may have stored it: this one refuses such a pattern. */
const STALE: StoredRule = {
  id: "stale",
  tool: "shell",
  pattern: "!rm *",
  decision: "deny",
  scope: "global",
  target: "",
  createdAt: 1,
};
const SAYS =
  "the rule `shell !rm *` cannot be read, so every use of `shell` is asked about until a person changes or removes it under Rules";
const FAULT = "a program's name has no sign of a shell or of a regular expression";

describe("a stored rule that cannot be read", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench({ opened: "edit" });
  });
  afterEach(() => bench.close());

  const decided = async (tool: string, args: object): Promise<readonly [string, string]> => {
    const call = { tool, args, cwd: bench.project, source: "model", attended: true } as const;
    const { decision } = await bench.gate.check(call, "chat");
    return [decision.effect, decision.reason];
  };

  it.each<[string, Partial<StoredRule>, readonly string[]]>([
    ["a deny of every project", {}, ["ask", "allow"]],
    ["an ask of this project", { decision: "ask", scope: "project", target: "prj" }, ["ask", "allow"]],
    ["a deny of this chat", { scope: "chat", target: "chat" }, ["ask", "allow"]],
    ["a deny of reading", { tool: "read", pattern: "../x" }, ["allow", "ask"]],
    ["a deny of a tool that is no more", { tool: "gone", pattern: "x" }, ["ask", "ask"]],
    ["an allow", { decision: "allow" }, ["allow", "allow"]],
    ["a deny that is over", { expiresAt: 5 }, ["allow", "allow"]],
  ])("%s leaves the others deciding", async (_name, more, expected) => {
    await bench.store.rules.add({ ...STALE, id: "other", pattern: "git tag *" });
    await bench.store.rules.add({ ...STALE, ...more });
    const said = [await decided("shell", { command: "true" }), await decided("read_file", { path: "a.txt" })];
    expect(said.map(([effect]) => effect)).toEqual(expected);
    expect((await decided("shell", { command: "git tag v1" }))[0]).toBe("deny");
  });

  it("is named on the card, and no card remembers anything over it", async () => {
    await bench.store.rules.add(STALE);
    expect(await decided("shell", { command: "true" })).toEqual(["ask", SAYS]);
    const proposed = await bench.shell("git tag v1");
    const { offers, findings } = (await bench.gate.get((proposed as { approvalId: string }).approvalId, {
      kind: "host",
    }))!;
    expect([offers, findings.map(({ message }) => message)]).toEqual([[], [SAYS]]);
  });
});

describe("on a host, a stored rule that cannot be read", () => {
  let real: RealHost;
  beforeEach(async () => {
    real = await startReal();
    await real.change((store) => store.rules.add(STALE));
  });
  afterEach(() => real.close());

  const send = async (method: string, body?: object) =>
    (await (await real.person.send(method, "/api/settings/command-rules", body)).json()) as never;
  const stored = async (): Promise<readonly (string | null)[][]> =>
    ((await send("GET")) as { rules: RuleView[] }).rules
      .filter(({ scope }) => scope === "global")
      .map(({ id, pattern, fault }) => [id, pattern, fault]);
  const runs = () =>
    real.call({ tool: "Bash", args: { command: "true" }, cwd: real.project, session: "s", callId: "c" });

  it("is listed with what is wrong, and removed by a person", async () => {
    expect(await stored()).toEqual([["stale", "!rm *", FAULT]]);
    expect(await runs()).toMatchObject({ answer: "pending" });
    await send("DELETE", { id: "stale" });
    expect(await stored()).toEqual([]);
    await until(async () => (await real.pending()).length === 0);
    expect(await runs()).toMatchObject({ answer: "allow" });
  });

  it("is mended in its place", async () => {
    const { id: _id, target: _target, createdAt: _at, ...body } = STALE;
    expect(await send("PUT", { ...body, id: "stale" })).toMatchObject({ code: "EBODY", path: "$.pattern" });
    expect(await send("PUT", { ...body, id: "stale", pattern: "rm *" })).toMatchObject({ rule: { fault: null } });
    expect(await stored()).toEqual([["stale", "rm *", null]]);
    expect(await runs()).toMatchObject({ answer: "allow" });
  });

  it("is not counted among the rules that still allow a tool", async () => {
    const allowing = async (): Promise<number | undefined> => {
      const { tools } = (await (await real.person.send("GET", "/api/tools")).json()) as { tools: ToolView[] };
      return tools.find(({ id }) => id === "shell")?.rulesAllow;
    };
    const before = (await allowing()) ?? 0;
    await real.change((store) => store.rules.add({ ...STALE, id: "allow", decision: "allow" }));
    expect(await allowing()).toBe(before);
    // Control: one that can be read is.
    await real.change((store) => store.rules.add({ ...STALE, id: "fine", decision: "allow", pattern: "git tag *" }));
    expect(await allowing()).toBe(before + 1);
  });

  it("is removed from a terminal, once a person confirms it", async () => {
    const [token] = readFileSync(join(real.dataDir, "agents/terminal.token"), "utf8").split("\n");
    const asked = fetch(`${real.host.url}/api/terminal`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ cwd: real.project, command: { do: "remove-rule", id: "stale" } }),
    });
    const [card] = await until(async () => ((await real.pending()).length > 0 ? real.pending() : null));
    await real.decide(card as never, "allow");
    expect(await (await asked).json()).toEqual({ done: true, text: "removed stale" });
    expect(await stored()).toEqual([]);
  });
});
