import { z } from "zod";
import type { ConnectionTested } from "../../wire/connections.ts";
import { type Reach, urlOf } from "./provider.ts";

/** How long an endpoint may take to say what it has, ms. */
const LIMIT = 15_000;
const MOST = 500;

const answerOf = z.object({
  data: z.array(z.object({ id: z.string() })).optional(),
  models: z.array(z.object({ name: z.string() })).optional(),
});

/** Asks an endpoint for its models, as its own kind of API lists them. Never rejects. */
export async function listModels(reach: Reach): Promise<ConnectionTested> {
  try {
    const response = await fetch(`${urlOf(reach.connection)}/models`, {
      headers: headersOf(reach),
      signal: AbortSignal.timeout(LIMIT),
      // A redirect would carry the key to another place.
      redirect: "error",
    });
    if (response.status === 401 || response.status === 403)
      return { ok: false, code: "EMODEL_KEY", message: "the endpoint does not accept the key" };
    if (!response.ok) return { ok: false, code: "EMODEL", message: `the endpoint answered ${response.status}` };
    const { data, models } = answerOf.parse(await response.json());
    const names = data?.map(({ id }) => id) ?? models?.map(({ name }) => name.replace(/^models\//, "")) ?? [];
    return { ok: true, models: names.slice(0, MOST) };
  } catch (error) {
    // verdict: not usable as it is, and the person is told why
    const unread = error instanceof z.ZodError || error instanceof SyntaxError;
    return unread
      ? { ok: false, code: "EMODEL", message: "the endpoint does not list its models in a known way" }
      : { ok: false, code: "EMODEL_UNREACHABLE", message: "the endpoint cannot be reached" };
  }
}

function headersOf({ connection, key }: Reach): Record<string, string> {
  if (key === null) return {};
  if (connection.kind === "anthropic") return { "x-api-key": key, "anthropic-version": "2023-06-01" };
  return connection.kind === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}
