import { type ComponentType, createElement, type ReactNode } from "react";

/** A page, loaded when it is first opened. */
export interface PageEntry {
  /** `$id` stands for one part of the address. */
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  /** It has no rail and no top bar around it. */
  readonly bare?: true;
}

const inbox = () => import("../pages/inbox.tsx").then(({ InboxPage }) => InboxPage);
const chats = () => import("../chat/chats-page.tsx").then(({ ChatsPage }) => ChatsPage);
/** All of it at once, and not one piece after the other. */
const newChat = () => Promise.all([chats(), import("../chat/new-chat.tsx")]).then(([page]) => page);

const PAGES: readonly PageEntry[] = [
  { path: "/", load: () => import("../pages/home.tsx").then(({ HomePage }) => HomePage) },
  { path: "/login", load: () => import("../pages/login.tsx").then(({ LoginPage }) => LoginPage), bare: true },
  { path: "/welcome", load: () => import("../pages/welcome.tsx").then(({ WelcomePage }) => WelcomePage) },
  { path: "/inbox", load: inbox },
  { path: "/inbox/$id", load: inbox },
  { path: "/chats", load: newChat },
  { path: "/chats/new", load: newChat },
  { path: "/chats/$id", load: () => Promise.all([chats(), import("../chat/chat-view.tsx")]).then(([page]) => page) },
  { path: "/tools", load: () => import("../pages/tools.tsx").then(({ ToolsPage }) => ToolsPage) },
  { path: "/projects/$id", load: () => import("../pages/project.tsx").then(({ ProjectPage }) => ProjectPage) },
  { path: "/rules", load: () => import("../pages/rules.tsx").then(({ RulesPage }) => RulesPage) },
  { path: "/audit", load: () => import("../pages/audit.tsx").then(({ AuditPage }) => AuditPage) },
  { path: "/settings", load: () => import("../pages/settings.tsx").then(({ SettingsPage }) => SettingsPage) },
];

export interface PageMatch {
  readonly page: PageEntry;
  /** What stands in the place of `$id`, decoded. */
  readonly id: string | undefined;
}

/** The page of an address; null: there is none. The first of the table that fits. */
export function matchPage(pathname: string): PageMatch | null {
  const parts = pathname.replace(/(.)\/$/, "$1").split("/");
  for (const page of PAGES) {
    const wanted = page.path.split("/");
    if (wanted.length !== parts.length || wanted.some((part, i) => part !== "$id" && part !== parts[i])) continue;
    const id = wanted.includes("$id") ? decoded(parts[wanted.indexOf("$id")] ?? "") : undefined;
    if (id !== "") return { page, id };
  }
  return null;
}

/** What cannot be decoded is no name of anything. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // such an address names nothing that is there, and the page says so
  }
}

const loaded = new Map<PageEntry, ReactNode>();

/** The page, ready to be shown; null: it is not loaded yet. */
export function loadedPage(page: PageEntry): ReactNode {
  return loaded.get(page) ?? null;
}

/** Loads the page of an address, ahead of its being shown too. Throws where it cannot be had. */
export async function loadPage(pathname: string): Promise<void> {
  const page = matchPage(pathname)?.page;
  if (page === undefined || loaded.has(page)) return;
  loaded.set(page, createElement(await page.load()));
}
