import { useEffect } from "react";

/** The document's title, with the count of what waits in front. */
export function useTitle(page: string, waiting: number): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${page} · Assent`;
  }, [page, waiting]);
}
