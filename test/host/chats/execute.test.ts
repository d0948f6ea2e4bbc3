import { expect, it } from "vitest";
import { createTurns, type TurnsDeps } from "../../../src/host/chats/turns.ts";
import { APPROVAL_STATES, type ApprovalState, type ApprovalView } from "../../../src/wire/approval.ts";

const view = (state: ApprovalState): ApprovalView =>
  ({ id: "apr", chat: { id: "chat", title: "", agent: null }, state }) as ApprovalView;

/** What an execute answers of an approval in one state that is in another once its run has had its turn. */
async function executed(before: ApprovalState, after: ApprovalState): Promise<string> {
  const woken: string[] = [];
  const engine = { wake: (chat: string) => woken.push(chat) };
  const turns = createTurns({ engine, gate: { over: async () => view(after) } } as unknown as TurnsDeps);
  const said = await turns.execute(view(before));
  const by = said.ok ? "ok" : `${said.status} ${said.code}`;
  return `${by} ${said.approval?.state} ${woken.length === 1 ? "woken" : "left alone"}`;
}

const NOT_NOW: Readonly<Record<Exclude<ApprovalState, "approved">, string>> = {
  pending: "pending",
  denied: "already-decided",
  cancelled: "already-decided",
  void: "already-decided",
  executing: "already-executed",
  executed: "already-executed",
  failed: "already-executed",
  unknown: "already-executed",
};

it("runs only what is approved, and says exactly why not", async () => {
  const said = Object.entries(NOT_NOW).map(async ([state]) => [state, await executed(state as ApprovalState, "void")]);
  expect(await Promise.all(said)).toEqual(
    Object.entries(NOT_NOW).map(([state, code]) => [state, `409 ${code} ${state} left alone`]),
  );
  expect(Object.keys(NOT_NOW).toSorted()).toEqual(APPROVAL_STATES.filter((state) => state !== "approved").toSorted());
});

it.each([
  ["executed", "ok executed woken"],
  ["failed", "ok failed woken"],
  ["unknown", "ok unknown woken"],
  ["executing", "ok executing woken"],
  ["void", "409 already-decided void woken"],
  ["cancelled", "409 already-decided cancelled woken"],
] as const)("tells what became of it: %s", async (after, said) => {
  expect(await executed("approved", after)).toBe(said);
});
