import { useQuery } from "@tanstack/react-query";
import { Component, type ReactNode, useEffect, useReducer, useState } from "react";
import { ApiFault } from "./api/client.ts";
import { meQuery } from "./api/queries.ts";
import { FrameFault, NotFound } from "./frame/faults.tsx";
import { Frame } from "./frame/frame.tsx";
import { Fault, Loading } from "./parts/states.tsx";
import { navigate } from "./route/link.tsx";
import { loadedPage, loadPage, matchPage, type PageEntry } from "./route/pages.ts";
import { usePlace } from "./route/place.ts";

/** The page that stands at the address, in its frame. */
export function App() {
  const { pathname } = usePlace();
  const page = matchPage(pathname)?.page;
  if (page === undefined) return <NotFound />;
  const content = (
    // A list and the one that is open in it are one page, which stays.
    <Boundary key={pathname.split("/")[1]}>
      <PageOf page={page} pathname={pathname} />
    </Boundary>
  );
  return page.bare === true ? content : <SignedIn>{content}</SignedIn>;
}

/** The frame, for somebody whom the host knows; others are led to the login. */
function SignedIn({ children }: { readonly children: ReactNode }) {
  const { data: me, error, refetch } = useQuery(meQuery);
  const unknown = error instanceof ApiFault && error.status === 401;
  useEffect(() => {
    if (unknown) void navigate({ to: "/login", replace: true });
  }, [unknown]);
  if (me !== undefined) return <Frame>{children}</Frame>;
  if (error !== null && !unknown) return <FrameFault error={error} onRetry={() => void refetch()} />;
  return <Loading label="Assent" />;
}

const NOT_FETCHED = new Error("a part of it did not come");

function PageOf({ page, pathname }: { readonly page: PageEntry; readonly pathname: string }) {
  const [failed, setFailed] = useState(false);
  const [, redraw] = useReducer((before: number) => before + 1, 0);
  const content = loadedPage(page);
  const missing = content === null;
  useEffect(() => {
    if (missing) loadPage(pathname).then(redraw, () => setFailed(true));
  }, [missing, pathname]);
  if (content !== null) return content;
  if (!failed) return <Loading label="the page" />;
  // A script that failed once is not asked for again; and after an update the host has others.
  return <Fault error={NOT_FETCHED} what="This page" onRetry={() => location.reload()} />;
}

interface Broken {
  readonly error: unknown;
}

/** A page that breaks says so, and leaves the frame as it is. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly broken: Broken | null }> {
  override state: { readonly broken: Broken | null } = { broken: null };
  static getDerivedStateFromError(error: unknown): { readonly broken: Broken } {
    return { broken: { error } };
  }
  override render(): ReactNode {
    const { broken } = this.state;
    if (broken === null) return this.props.children;
    return <Fault error={broken.error} what="This page" onRetry={() => this.setState({ broken: null })} />;
  }
}
