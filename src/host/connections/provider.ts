import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Connection } from "../../store/tables/connections.ts";

/** What a request to a connection is made with. */
export interface Reach {
  readonly connection: Pick<Connection, "kind" | "baseUrl">;
  /** Null: none is stored; many local servers need none. */
  readonly key: string | null;
}

/** Where each kind is reached unless the person says otherwise. */
const DEFAULT_URLS: Readonly<Record<Connection["kind"], string>> = {
  "openai-compatible": "http://127.0.0.1:11434/v1",
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

/**
 * Follows no redirect: it would carry the key, in a header that `fetch` takes along, and the conversation to another
 * place. The redirect itself is what the provider answered, and is told as that.
 */
const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "manual" });

/**
 * A model of a connection. Each provider's package is loaded when it is first used. The key and the address are always
 * given: a package left without one takes it from the environment, which belongs to somebody else's purpose.
 */
export async function modelAt({ connection, key }: Reach, model: string): Promise<LanguageModelV4> {
  const baseURL = urlOf(connection);
  const reached = { baseURL, fetch: fetchHere };
  const apiKey = key ?? "";
  switch (connection.kind) {
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      // Without a key no header: some local servers refuse an empty one.
      const auth = key === null ? {} : { apiKey: key };
      const provider = createOpenAICompatible({ name: "endpoint", ...reached, includeUsage: true, ...auth });
      return provider.chatModel(model);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ ...reached, apiKey }).responses(model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ ...reached, apiKey }).messages(model);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ ...reached, apiKey }).chat(model);
    }
  }
}

export function urlOf({ kind, baseUrl }: Reach["connection"]): string {
  return (baseUrl ?? DEFAULT_URLS[kind]).replace(/\/+$/, "");
}
