import type { z } from "zod";
import { parseJson } from "./json.ts";
import { refuse, type HttpRefusal } from "./refusal.ts";
import type { Route } from "./route.ts";

const BODY_LIMIT = 1024 * 1024;

export type ReadBody<T> = { readonly ok: true; readonly value: T } | HttpRefusal;

/** The body of a request as the schema describes it; refused with the JSON path of what does not fit. */
export async function readBody<S extends z.ZodType>(
  request: Request,
  schema: S,
  { bodyLimit: limit = BODY_LIMIT, exactNumbers }: Pick<Route, "bodyLimit" | "exactNumbers"> = {},
): Promise<ReadBody<z.infer<S>>> {
  const bytes = await readBytes(request, limit);
  if (bytes === null) return refuse("ETOOLARGE", `the body is larger than ${limit} bytes`);
  const parsed = parseJson(bytes, exactNumbers);
  if (!parsed.ok) return refuse("EBODY", parsed.message);
  const result = schema.safeParse(parsed.value);
  const lost = result.success ? lostKey(parsed.value, result.data) : null;
  if (lost !== null) return refuse("EBODY", "a key may not be `__proto__`", jsonPath(lost));
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0];
  return refuse("EBODY", lowerFirst(issue?.message ?? "the body does not fit"), jsonPath(issue?.path ?? []));
}

/** Null where there is more than `limit`: counted while reading where no length was told. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
  const length = request.headers.get("content-length");
  if (Number(length ?? 0) > limit) return null;
  // The parser of the protocol reads as many bytes as were told, no more. In one piece that is half the work of a stream.
  if (length !== null && !request.headers.has("transfer-encoding")) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${String(key)}`),
    "$",
  );
}

/**
 * Where a schema has left `__proto__` out without a word: what it was to say would be done without it. What a schema
 * takes as it is, such as a call's arguments, may hold it.
 */
function lostKey(given: unknown, taken: unknown): readonly PropertyKey[] | null {
  if (given === taken || typeof given !== "object" || given === null) return null;
  if (typeof taken !== "object" || taken === null) return null;
  if (Object.hasOwn(given, "__proto__") && !Object.hasOwn(taken, "__proto__")) return ["__proto__"];
  for (const [key, value] of Object.entries(taken)) {
    const at = Array.isArray(taken) ? Number(key) : key;
    const lost = lostKey((given as Readonly<Record<PropertyKey, unknown>>)[at], value);
    if (lost !== null) return [at, ...lost];
  }
  return null;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
