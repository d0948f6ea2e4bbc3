import type { z } from "zod";
import type { Api, RouteName } from "./api.ts";

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type ParamsOf<K extends RouteName> = [ParamNames<K>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<ParamNames<K>, string>> };
type QueryOf<K extends RouteName> = Api[K] extends { readonly query: infer Q extends z.ZodType }
  ? { readonly query?: z.input<Q> }
  : unknown;
type BodyOf<K extends RouteName> = Api[K] extends { readonly body: infer B extends z.ZodType }
  ? Record<string, never> extends z.input<B>
    ? { readonly body?: z.input<B> }
    : { readonly body: z.input<B> }
  : unknown;

type Given<K extends RouteName> = ParamsOf<K> & QueryOf<K> & BodyOf<K>;
type GivenArgs<K extends RouteName> =
  Record<string, never> extends Given<K> ? readonly [given?: Given<K>] : readonly [given: Given<K>];

/** What a route answers. */
export type AnswerOf<K extends RouteName> = Api[K]["answer"] extends infer A extends z.ZodType ? z.output<A> : never;

/** A request that says everything but where the host is and who asks. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With its query. */
  readonly path: string;
  /** Undefined for a GET. */
  readonly body: unknown;
}

/** `client("POST /api/level", { body: { stopped: true } })`: the types are those of the route. */
export type Client = <K extends RouteName>(name: K, ...given: GivenArgs<K>) => Promise<AnswerOf<K>>;

/** `send` brings a request to the host and resolves with the JSON of its answer; it rejects with what is refused. */
export function createClient(send: (request: ApiRequest) => Promise<unknown>): Client {
  return (name, ...[given]) => send(requestOf(name, given ?? {})) as never;
}

interface AnyGiven {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The request of a route by its name; parameters and query are escaped. */
export function requestOf(name: RouteName, { params = {}, query = {}, body = {} }: AnyGiven): ApiRequest {
  const [method, route] = name.split(" ") as [ApiRequest["method"], string];
  const path = route.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const search = pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`);
  const whole = search.length === 0 ? path : `${path}?${search.join("&")}`;
  return { method, path: whole, body: method === "GET" ? undefined : body };
}
