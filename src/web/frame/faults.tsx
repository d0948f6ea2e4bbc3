import { Compass } from "lucide-react";
import { Empty, Fault } from "../parts/states.tsx";
import { Link } from "../route/link.tsx";

/** The frame itself could not be had: the host is away, or its answer is not one. */
export function FrameFault({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <main>
      <Fault error={error} what="Assent" onRetry={onRetry} />
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
