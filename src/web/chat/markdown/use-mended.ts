import { useEffect, useState } from "react";

type Mend = typeof import("remend").default;
let mend: Mend | null = null;

/** A text that still grows, with what stands open in it closed: `**bo` is bold. Loaded when a first text grows. */
export function useMended(text: string, live: boolean): string {
  const [, setLoaded] = useState(mend !== null);
  useEffect(() => {
    if (!live || mend !== null) return undefined;
    let gone = false;
    import("remend").then(
      (module) => {
        mend = module.default;
        if (!gone) setLoaded(true);
      },
      () => {}, // the text stays as it is, with its open marks, until it is whole
    );
    return () => {
      gone = true;
    };
  }, [live]);
  return live && mend !== null ? mend(text, { linkMode: "text-only", images: false }) : text;
}
