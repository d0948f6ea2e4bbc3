import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { planQuery } from "../api/chat-queries.ts";

const PlanList = lazy(() => import("./plan-list.tsx").then(({ PlanList: component }) => ({ default: component })));

/** What the model has set out to do in this chat, where it has set out to do anything. */
export function Plan({ chat }: { readonly chat: string }) {
  const { data } = useQuery(planQuery(chat));
  const items = data?.items ?? [];
  return <Suspense fallback={null}>{items.length > 0 && <PlanList items={items} />}</Suspense>;
}
