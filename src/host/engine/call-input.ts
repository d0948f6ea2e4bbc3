import type { ModelChoice } from "../../wire/chats.ts";
import type { QuestionAnswer } from "../tools/tool-context.ts";
import type { Tables } from "../../store/store.ts";
import type { EngineContext } from "./context.ts";

/** What a person gave to one call beside its approval. */
export interface CallInput {
  readonly answer?: QuestionAnswer;
  /** Of a subagent. */
  readonly model?: ModelChoice;
}

interface Deps extends Pick<EngineContext, "seal"> {
  readonly store: Pick<Tables, "callInputs">;
}

export async function readInput({ store, seal }: Deps, call: string): Promise<CallInput> {
  const row = await store.callInputs.get(call);
  return row === null ? {} : (seal.open(`input ${call}`, row.sealed) as CallInput);
}

export async function writeInput({ store, seal }: Deps, chat: string, call: string, input: CallInput): Promise<void> {
  await store.callInputs.set({ call, chat, sealed: seal.close(`input ${call}`, input) });
}
