import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo } from "react";
import { ownChatsQuery } from "../api/chat-queries.ts";
import { meQuery } from "../api/queries.ts";
import { takesText } from "../card/key-guard.ts";
import { useInbox } from "../pages/use-inbox.ts";
import { useTitle } from "../pages/use-title.ts";
import { Fault, Loading } from "../parts/states.tsx";
import { ChatList } from "./chat-list.tsx";
import { navigate } from "../route/link.tsx";
import { matchPage } from "../route/pages.ts";
import { usePlace } from "../route/place.ts";
import { textIn, useSearch } from "../route/use-search.ts";

const NewChat = lazy(() => import("./new-chat.tsx").then(({ NewChat: component }) => ({ default: component })));
const loadChat = () => import("./chat-view.tsx");
/** With the transcript and its Markdown, which the list and a new chat do without. */
const ChatOf = lazy(() => loadChat().then(({ ChatOf: component }) => ({ default: component })));

const readSearch = (params: URLSearchParams) => textIn(params, "run");

/** The list at the left, a chat at the right; on a phone one of both. */
export function ChatsPage() {
  const { pathname } = usePlace();
  const id = matchPage(pathname)?.id;
  const [{ run }] = useSearch(readSearch);
  const begins = pathname === "/chats/new";
  const chats = useQuery(ownChatsQuery);
  const { data: me } = useQuery(meQuery);
  const { waiting } = useInbox();
  const title = chats.data?.find((chat) => chat.id === id)?.title;
  useTitle(title ?? "Chats", waiting);
  useNewChatKey();
  useEffect(() => {
    // Once there is nothing else to do, so that a chat opens at once.
    const timer = setTimeout(() => void loadChat().then(({ loadCards }) => loadCards()), 2_000);
    return () => clearTimeout(timer);
  }, []);
  const projects = useMemo(() => new Map(me?.projects.map((each) => [each.id, each.name])), [me?.projects]);
  const listAlone = id === undefined && !begins;
  return (
    <div className="flex h-full min-h-0">
      {id === undefined && !begins && <h1 className="sr-only lg:hidden">Chats</h1>}
      <div
        className={`${listAlone ? "flex" : "hidden lg:flex"} w-full min-w-0 flex-col lg:w-72 lg:shrink-0 lg:border-r lg:border-line`}
      >
        {chats.isError && chats.data === undefined ? (
          <Fault error={chats.error} what="The chats" onRetry={() => void chats.refetch()} />
        ) : chats.data === undefined ? (
          <Loading label="the chats" />
        ) : (
          <ChatList chats={chats.data} selected={id} projects={projects} />
        )}
      </div>
      <div className={`${listAlone ? "hidden lg:block" : "block"} h-full min-h-0 min-w-0 flex-1`}>
        <Suspense fallback={<Loading label="the chat" rows={8} />}>
          {id === undefined ? <NewChat /> : <ChatOf key={id} id={id} run={run} />}
        </Suspense>
      </div>
    </div>
  );
}

/** `c` begins a chat. */
function useNewChatKey(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const modified = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing;
      if (event.key !== "c" || modified || event.defaultPrevented) return;
      if (takesText(event.target as HTMLElement | null) || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      void navigate({ to: "/chats/new" });
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
