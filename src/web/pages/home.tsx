import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { meQuery } from "../api/queries.ts";
import { Loading } from "../parts/states.tsx";
import { navigate } from "../route/link.tsx";
import { wasAnySeen } from "./agent-words.ts";

/** Leads to the inbox, and before any agent was seen to the first run. */
export function HomePage() {
  const { data: me } = useQuery(meQuery);
  useEffect(() => {
    if (me === undefined) return;
    const first = !wasAnySeen(me) && me.pending === 0;
    void navigate({ to: first ? "/welcome" : "/inbox", replace: true });
  }, [me]);
  return <Loading label="Assent" />;
}
