import type { QueryClient } from "@tanstack/react-query";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { ApiFault, setCsrf } from "./api/client.ts";
import { meQuery } from "./api/queries.ts";
import { Frame } from "./frame/frame.tsx";
import { FrameFault, NotFound } from "./frame/faults.tsx";
import { wasSeen } from "./pages/agent-words.ts";
import { Loading } from "./parts/states.tsx";

/** Every state of the UI has a URL; pages load when they are first opened. */
export function createAppRouter(client: QueryClient) {
  const root = createRootRoute({ notFoundComponent: NotFound });

  const login = createRoute({
    getParentRoute: () => root,
    path: "/login",
    component: lazyRouteComponent(() => import("./pages/login.tsx"), "LoginPage"),
  });

  const frame = createRoute({
    getParentRoute: () => root,
    id: "frame",
    component: Frame,
    errorComponent: FrameFault,
    pendingComponent: () => <Loading label="Assent" />,
    beforeLoad: async () => {
      const me = await client.ensureQueryData(meQuery).catch((error: unknown) => {
        if (error instanceof ApiFault && error.status === 401) throw redirect({ to: "/login" });
        throw error;
      });
      setCsrf(me.csrf);
    },
  });

  const home = createRoute({
    getParentRoute: () => frame,
    path: "/",
    beforeLoad: async () => {
      const me = await client.ensureQueryData(meQuery);
      throw redirect({ to: !me.agents.some(wasSeen) && me.pending === 0 ? "/welcome" : "/inbox", replace: true });
    },
  });
  const welcome = createRoute({
    getParentRoute: () => frame,
    path: "/welcome",
    component: lazyRouteComponent(() => import("./pages/welcome.tsx"), "WelcomePage"),
  });
  const inboxPage = lazyRouteComponent(() => import("./pages/inbox.tsx"), "InboxPage");
  const inbox = createRoute({ getParentRoute: () => frame, path: "/inbox", component: inboxPage });
  const inboxItem = createRoute({ getParentRoute: () => inbox, path: "$id" });
  const loadChats = () => import("./chat/chats-page.tsx");
  const chatsPage = lazyRouteComponent(loadChats, "ChatsPage");
  if (/^\/chats\/(?!new$)./.test(location.pathname)) {
    // A page that begins in a chat needs all of it, and not one piece after the other. What fails is told when it is shown.
    for (const load of [loadChats, () => import("./chat/chat-view.tsx")]) load().catch(() => {});
  }
  const chats = createRoute({ getParentRoute: () => frame, path: "/chats", component: chatsPage });
  const newChat = createRoute({ getParentRoute: () => chats, path: "new" });
  const chat = createRoute({
    getParentRoute: () => chats,
    path: "$id",
    validateSearch: (search: Record<string, unknown>): { run?: string } => text(search, "run"),
  });
  const tools = createRoute({
    getParentRoute: () => frame,
    path: "/tools",
    component: lazyRouteComponent(() => import("./pages/tools.tsx"), "ToolsPage"),
    validateSearch: (search: Record<string, unknown>): { scope?: "project" | "chat"; id?: string } =>
      search["scope"] === "project" || search["scope"] === "chat"
        ? { scope: search["scope"], ...text(search, "id") }
        : {},
  });
  const projectPage = createRoute({
    getParentRoute: () => frame,
    path: "/projects/$id",
    component: lazyRouteComponent(() => import("./pages/project.tsx"), "ProjectPage"),
  });
  const rules = createRoute({
    getParentRoute: () => frame,
    path: "/rules",
    component: lazyRouteComponent(() => import("./pages/rules.tsx"), "RulesPage"),
    validateSearch: (search: Record<string, unknown>): { q?: string; scope?: string; add?: boolean } => ({
      ...text(search, "q"),
      ...text(search, "scope"),
      ...(search["add"] === true ? { add: true } : {}),
    }),
  });
  const audit = createRoute({
    getParentRoute: () => frame,
    path: "/audit",
    component: lazyRouteComponent(() => import("./pages/audit.tsx"), "AuditPage"),
    validateSearch: (
      search: Record<string, unknown>,
    ): { q?: string; type?: string; approval?: string; line?: number } => ({
      ...text(search, "q"),
      ...text(search, "type"),
      ...text(search, "approval"),
      ...(typeof search["line"] === "number" ? { line: search["line"] } : {}),
    }),
  });
  const settings = createRoute({
    getParentRoute: () => frame,
    path: "/settings",
    component: lazyRouteComponent(() => import("./pages/settings.tsx"), "SettingsPage"),
  });

  return createRouter({
    routeTree: root.addChildren([
      login,
      frame.addChildren([
        home,
        welcome,
        chats.addChildren([newChat, chat]),
        inbox.addChildren([inboxItem]),
        tools,
        projectPage,
        rules,
        audit,
        settings,
      ]),
    ]),
    defaultPreload: "intent",
    scrollRestoration: true,
  });
}

/** A search parameter that is a text and not empty. */
function text<K extends string>(search: Record<string, unknown>, key: K): { [P in K]?: string } {
  const value = search[key];
  return (typeof value === "string" && value !== "" ? { [key]: value } : {}) as { [P in K]?: string };
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
