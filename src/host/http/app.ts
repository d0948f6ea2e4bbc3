import { Hono, type Context } from "hono";
import { RecordError } from "../audit/recorder.ts";
import { requireAuth, type AuthSource, type Caller } from "../auth/require-auth.ts";
import { NotAllowed } from "../gate/access.ts";
import { missing, type Refusal } from "../refusal.ts";
import { readBody } from "./body.ts";
import { outOfSight } from "./in-sight.ts";
import { refuse } from "./refusal.ts";
import type { Route, RouteAnswer } from "./route.ts";

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly auth: AuthSource;
  /** The page and its files; null where the path is none of them. */
  readonly page: (path: string) => Promise<Response | null>;
  /** Tests: an answer that is not as it is described is a defect. */
  readonly checkAnswers?: boolean;
  /** A defect, for the host's log: the caller is only told that there was one. */
  readonly onDefect: (error: unknown) => void;
}

/**
 * The route table as an app. INVARIANT: a handler of a route that is not `open` runs only with the caller that
 * `requireAuth` returned for it; paths of the API that are no route need a credential too.
 */
export function createApp(options: AppOptions): Hono {
  const app = new Hono();
  for (const route of options.routes) {
    app.on(route.method, route.path, async (c) => {
      const answer = await runRoute(c, route, options.auth);
      if (options.checkAnswers === true) checkAnswer(route, answer);
      return toResponse(answer);
    });
  }
  app.all("/api/*", async (c) => toResponse(await refuseUnknown(c, options)));
  app.get("*", async (c) => (await options.page(c.req.path)) ?? toResponse(missing("page")));
  app.notFound(() => toResponse(missing("page")));
  app.onError((error) => {
    if (error instanceof NotAllowed) return toResponse(refuse("EFORBIDDEN", error.message));
    options.onDefect(error);
    // verdict: refused, and nothing happened: what changes something is recorded with it or not done
    if (error instanceof RecordError)
      return toResponse(refuse("EAUDIT", "this could not be recorded, so it was not done"));
    return toResponse(refuse("EINTERNAL", "the host failed; its log says why"));
  });
  return app;
}

async function runRoute(c: Context, route: Route, auth: AuthSource): Promise<RouteAnswer> {
  let caller: Caller | null = null;
  if (route.access.kind !== "open") {
    const authenticated = await requireAuth(c.req.raw, route.access, auth);
    if (!authenticated.ok) return authenticated;
    caller = authenticated.caller;
  }
  const params = c.req.param() as Record<string, string>;
  const query = route.query?.safeParse(c.req.query());
  if (query?.success === false)
    return refuse("EREQUEST", `query \`${query.error.issues[0]?.path.join(".")}\` does not fit`);
  const { path } = route;
  // What the address names is looked at before the body is read, and what the body names after it.
  const hidden = caller && (await outOfSight(auth.store, caller, { path, params, query: query?.data, body: null }));
  if (hidden !== null) return hidden;
  const body =
    route.body === undefined ? { ok: true as const, value: undefined } : await readBody(c.req.raw, route.body, route);
  if (!body.ok) return body;
  const unseen = caller && (await outOfSight(auth.store, caller, { path, params, query: null, body: body.value }));
  if (unseen !== null) return unseen;
  return route.handle({ caller, params, body: body.value, query: query?.data, request: c.req.raw });
}

/** Throws where a route answers what its description does not allow. */
function checkAnswer({ method, path, answer: described }: Route, answer: RouteAnswer): void {
  if (answer instanceof Response || !answer.ok || described === undefined) return;
  const fits = described?.safeParse(answer.body);
  if (fits?.success === true) return;
  const fault = fits?.error.issues[0];
  throw new Error(`${method} ${path} answers otherwise than described: ${fault?.path.join(".")} ${fault?.message}`);
}

/** Which of method and path is wrong is told to nobody without a credential, and to no agent. */
async function refuseUnknown(c: Context, options: AppOptions): Promise<RouteAnswer> {
  const authenticated = await requireAuth(c.req.raw, { kind: "person", role: "viewer" }, options.auth);
  return authenticated.ok ? missing("route") : authenticated;
}

function toResponse(answer: RouteAnswer): Response {
  if (answer instanceof Response) return answer;
  if (answer.ok)
    return Response.json(answer.body, { status: answer.status ?? 200, headers: { ...NO_STORE, ...answer.headers } });
  return Response.json("body" in answer ? answer.body : publicPart(answer), {
    status: answer.status,
    headers: NO_STORE,
  });
}

/** Answers hold what a person may see; no cache keeps them. */
const NO_STORE = { "cache-control": "no-store" };

function publicPart(refusal: Refusal) {
  const { ok: _ok, status: _status, ...body } = refusal;
  return body;
}
