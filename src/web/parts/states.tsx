import { type ReactNode, useEffect, useState } from "react";
import { RotateCw, TriangleAlert } from "lucide-react";
import { ApiFault } from "../api/client.ts";
import { Button } from "./button.tsx";
import { sentenceOf } from "./sentence.ts";

/** A skeleton in the real shape, after 200 ms: a quick answer shows none. */
export function Loading({ rows = 6, label }: { readonly rows?: number; readonly label: string }) {
  const late = useLate(200);
  return (
    <div role="status" aria-label={`Loading ${label}`} className="flex flex-col gap-3 p-4">
      {late &&
        Array.from({ length: rows }, (_, i) => (
          <div
            key={i}
            className={`h-5 rounded bg-hover motion-safe:animate-pulse ${["w-3/4", "w-1/2", "w-2/3"][i % 3]}`}
          />
        ))}
    </div>
  );
}

function useLate(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}

/** What a page is for and the one thing to do next. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-16 text-center">
      <div className="mb-4 flex size-12 items-center justify-center rounded-full bg-hover text-ink-2">{icon}</div>
      <h2 className="text-md font-semibold">{title}</h2>
      <div className="mt-1.5 text-base text-ink-2">{children}</div>
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}

/** What happened, what is safe, what to do. */
export function Fault({
  error,
  what,
  onRetry,
}: {
  readonly error: unknown;
  readonly what: string;
  readonly onRetry: () => void;
}) {
  const gone = error instanceof ApiFault && error.status === 404;
  return (
    <>
      <h1 className="sr-only">{what}</h1>
      <Empty
        icon={<TriangleAlert size={20} aria-hidden />}
        title={gone ? `${what} is not here` : `${what} could not be loaded`}
        action={
          gone ? undefined : (
            <Button onClick={onRetry} icon={<RotateCw size={14} aria-hidden />}>
              Try again
            </Button>
          )
        }
      >
        <p role="alert">{sentenceOf(error)}</p>
        <p className="mt-1">
          {gone ? "It was removed, or you may not see it." : "Nothing was decided: what waits goes on waiting."}
        </p>
      </Empty>
    </>
  );
}
