import type { z } from "zod";
import type { Access, Caller } from "../auth/require-auth.ts";
import type { Refusal } from "../refusal.ts";
import { API } from "../../wire/api.ts";
import type { Described } from "../../wire/described.ts";
import type { HttpRefusal } from "./refusal.ts";

type CallerOf<A extends Access> = A extends { kind: "person" }
  ? Extract<Caller, { kind: "person" }>
  : A extends { kind: "agent" }
    ? Extract<Caller, { kind: "agent" }>
    : A extends { kind: "either" }
      ? Caller
      : null;

/** What a handler is given: the caller as authenticated, and everything else as its schema describes it. */
export interface RouteInput<A extends Access, B, Q> {
  readonly caller: CallerOf<A>;
  readonly params: Readonly<Record<string, string>>;
  readonly body: B;
  readonly query: Q;
  readonly request: Request;
}

/** A JSON value with its status, a refusal of this layer or of the gate, or a finished response (a stream). */
export type RouteAnswer =
  | {
      readonly ok: true;
      readonly status?: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | HttpRefusal
  | Refusal
  | Response;

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly access: Access;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  /** Null: no JSON, a stream or a file. Undefined: nowhere described. */
  readonly answer?: z.ZodType | null;
  /** Bytes; default 1 MiB. */
  readonly bodyLimit?: number;
  /** An agent in another language has numbers that are two to it and one here: such a body is refused. */
  readonly exactNumbers?: true;
  readonly handle: (input: RouteInput<Access, unknown, unknown>) => Promise<RouteAnswer>;
}

interface RouteOptions<A extends Access, B extends z.ZodType, Q extends z.ZodType> {
  readonly access: A;
  readonly body?: B;
  readonly query?: Q;
  readonly bodyLimit?: number;
  readonly exactNumbers?: true;
}

/** One row of the route table: `defineRoute("POST /api/level", { access, body }, handler)`. */
export function defineRoute<
  const A extends Access,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
>(
  name: `${Route["method"]} /${string}`,
  options: RouteOptions<A, B, Q>,
  handle: (input: RouteInput<A, z.infer<B>, z.infer<Q>>) => Promise<RouteAnswer>,
): Route {
  const [method, path] = name.split(" ") as [Route["method"], string];
  const described: Described | undefined = (API as Readonly<Record<string, Described>>)[name];
  const answer = described === undefined ? {} : { answer: described.answer };
  return { method, path, ...answer, ...options, handle: handle as unknown as Route["handle"] };
}

export function json(body: unknown, status = 200): RouteAnswer {
  return { ok: true, status, body };
}
