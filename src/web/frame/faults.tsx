import { Link, useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { Empty, Fault } from "../parts/states.tsx";

/** The frame itself could not be had: the host is away, or its answer is not one. */
export function FrameFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <main>
      <Fault
        error={error}
        what="Assent"
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </main>
  );
}

export function NotFound() {
  return (
    <main>
      <h1 className="sr-only">Assent</h1>
      <Empty
        icon={<Compass size={20} aria-hidden />}
        title="There is no such page"
        action={
          <Link to="/inbox" className="font-medium text-accent hover:underline">
            Open the inbox
          </Link>
        }
      >
        <p>The address is not one of Assent’s.</p>
      </Empty>
    </main>
  );
}
