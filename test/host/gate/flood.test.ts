import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Chat } from "../../../src/store/tables/chats.ts";
import { type Bench, openBench, OWNER } from "./harness.ts";

const MOST = 3;
let bench: Bench;

beforeEach(async () => {
  bench = await openBench({ opened: "edit", deps: { mostWaiting: MOST } });
  const chat = (await bench.store.chats.get("chat")) as Chat;
  const add = (id: string, agent: string) => bench.store.chats.add({ ...chat, id, agent, sessionKey: id });
  await add("one", "claude-code");
  await add("two", "claude-code");
  await add("other", "codex");
});
afterEach(() => bench.close());

let calls = 0;
/** What a call that asks is answered, in a chat. */
async function ask(chatId: string, more: object = {}): Promise<string> {
  const proposed = await bench.shell(`npm run job-${(calls += 1)}`, { chatId, ...more });
  return proposed.effect === "deny" ? `deny ${proposed.code}` : proposed.effect;
}
const fill = async (...chats: readonly string[]): Promise<void> => {
  for (const chat of chats) expect(await ask(chat)).toBe("ask");
};

describe("as many calls of an agent wait as may", () => {
  it("over all of its sessions; the next that asks is refused, and on the record", async () => {
    await fill("one", "two", "one");
    const refused = await bench.shell("npm test", { chatId: "two" });
    expect(refused).toMatchObject({
      effect: "deny",
      code: "ETOOMANY",
      reason: `${MOST} calls wait for a person already: wait until some are answered`,
    });
    const [line] = await bench.store.audit.find({ limit: 1 });
    expect(JSON.parse(line?.line ?? "")).toMatchObject({
      type: "approval.denied",
      approval: refused.approvalId,
      data: { code: "too-many-waiting", effect: "deny" },
    });
    expect(await bench.gate.pending(null, OWNER)).toHaveLength(MOST);
  });

  it("and all else goes on: what runs unasked, what is denied, other agents, the host's own chats", async () => {
    await fill("one", "one", "one");
    expect((await bench.shell("git status", { chatId: "one" })).effect).toBe("allow");
    expect(await ask("other")).toBe("ask");
    expect(await ask("chat")).toBe("ask");
    expect(await ask("one", { askedIn: "agent" })).toBe("ask");
    expect(await ask("one")).toBe("deny ETOOMANY");
  });

  it("until one is answered", async () => {
    await fill("one", "one", "one");
    const [first] = await bench.gate.pending("one", OWNER);
    await bench.gate.decide({ id: first?.id ?? "", digest: first?.digest ?? "", decision: "deny" }, OWNER);
    expect([await ask("two"), await ask("two")]).toEqual(["ask", "deny ETOOMANY"]);
  });

  it("and as much: what comes after a call that is too large for two is refused", async () => {
    await bench.close();
    bench = await openBench({ opened: "edit", deps: { mostWaitingBytes: 64 * 1024 } });
    const chat = (await bench.store.chats.get("chat")) as Chat;
    await bench.store.chats.add({ ...chat, id: "one", agent: "claude-code", sessionKey: "one" });
    await bench.store.chats.add({ ...chat, id: "other", agent: "codex", sessionKey: "other" });
    expect([await ask("one"), await ask("one")]).toEqual(["ask", "ask"]);
    const large = await bench.shell(`npm run ${"x".repeat(48 * 1024)}`, { chatId: "one" });
    expect(large.effect).toBe("ask");
    const refused = await bench.shell("npm test", { chatId: "one" });
    expect(refused).toMatchObject({
      effect: "deny",
      code: "ETOOMANY",
      reason: "calls of 64 KiB wait for a person already: wait until some are answered",
    });
    expect([await ask("other"), await ask("chat")]).toEqual(["ask", "ask"]);
    const card = (await bench.gate.pending("one", OWNER)).find(({ id }) => id === large.approvalId);
    await bench.gate.decide({ id: card?.id ?? "", digest: card?.digest ?? "", decision: "deny" }, OWNER);
    expect(await ask("one")).toBe("ask");
  });

  it("also where they come at once", async () => {
    const said = await Promise.all(["one", "two", "one", "two", "one", "two"].map((chat) => ask(chat)));
    expect(said.toSorted()).toEqual([...Array(3).fill("ask"), ...Array(3).fill("deny ETOOMANY")]);
  });

  it("of a chat of the host's own by itself", async () => {
    await fill("chat", "chat", "chat");
    expect([await ask("chat"), await ask("one")]).toEqual(["deny ETOOMANY", "ask"]);
  });
});

it("what is asked in an agent's own prompt is listed as far as it is quick to send; what is answered here always", async () => {
  await bench.close();
  bench = await openBench({ opened: "edit", deps: { mostWaitingBytes: 64 * 1024 } });
  const ask = async (askedIn: "agent" | "inbox", size: number): Promise<string> =>
    (await bench.shell(`npm run ${"x".repeat(size)}`, { askedIn })).approvalId;
  const small = [await ask("agent", 9), await ask("inbox", 9)];
  const large = [await ask("agent", 48 * 1024), await ask("agent", 9), await ask("inbox", 48 * 1024)];
  const listed = (await bench.gate.pending(null, OWNER)).map(({ id }) => id);
  expect(new Set(listed)).toEqual(new Set([...small, large[0], large[2]]));
});

it("of the newest calls only so many are listed as are quick to send, and always one", async () => {
  for (const name of ["a", "b", "c"]) await bench.shell(`npm run ${name.repeat(1024)}`, { chatId: "one" });
  const all = await bench.store.approvals.recent(9, 1024 * 1024);
  expect(all).toHaveLength(3);
  const two = all.slice(0, 2).reduce((bytes, { sealed }) => bytes + sealed.length, 0);
  const listed = await Promise.all([0, two - 1, two].map((bytes) => bench.store.approvals.recent(9, bytes)));
  expect(listed).toEqual([all.slice(0, 1), all.slice(0, 1), all.slice(0, 2)]);
});

it("an agent takes no claim with a call that it proposes in the chat of another", async () => {
  const codex = { kind: "agent", name: "codex", token: "t" } as const;
  const claims = async (chatId: string): Promise<boolean> => {
    const proposed = await bench.shell("git status", { chatId, actor: codex, claims: true });
    return proposed.effect === "allow" && proposed.claimed !== undefined;
  };
  expect([await claims("other"), await claims("one")]).toEqual([true, false]);
});
