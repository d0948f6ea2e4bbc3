import {
  Inbox,
  Keyboard,
  MessagesSquare,
  ScrollText,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Wrench,
} from "lucide-react";
import { Key } from "../parts/key.tsx";
import { Link } from "../route/link.tsx";

const PAGES = [
  { to: "/chats", label: "Chats", Icon: MessagesSquare },
  { to: "/inbox", label: "Inbox", Icon: Inbox },
  { to: "/tools", label: "Tools", Icon: Wrench },
  { to: "/rules", label: "Rules", Icon: SlidersHorizontal },
  { to: "/audit", label: "Audit", Icon: ScrollText },
  { to: "/settings", label: "Settings", Icon: Settings },
] as const;

/** At the left, and at the bottom of a phone. */
export function Rail({ waiting, onHelp }: { readonly waiting: number; readonly onHelp: () => void }) {
  return (
    <nav
      aria-label="Pages"
      className="row-start-3 flex border-t border-line bg-sunken pb-[env(safe-area-inset-bottom)] md:row-span-2 md:row-start-1 md:w-48 md:flex-col md:gap-0.5 md:border-t-0 md:border-r md:px-3 md:py-3"
    >
      <Link
        to="/"
        className="mb-3 hidden h-8 items-center gap-2 rounded px-2 text-md font-semibold tracking-tight md:flex"
      >
        <ShieldCheck size={18} className="text-accent" aria-hidden />
        Assent
      </Link>
      {PAGES.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          className="group flex flex-1 flex-col items-center gap-0.5 rounded px-2 py-2 text-xs text-ink-2 hover:text-ink short:py-1.5 data-[status=active]:font-medium data-[status=active]:text-ink md:h-8 md:flex-none md:flex-row md:gap-2.5 md:py-0 md:text-sm md:hover:bg-hover md:data-[status=active]:bg-hover"
        >
          <span className="relative">
            <Icon size={16} aria-hidden className="max-md:size-5 group-data-[status=active]:text-accent" />
            {to === "/inbox" && waiting > 0 && (
              <Count waiting={waiting} className="absolute -top-1.5 left-3 md:hidden" />
            )}
          </span>
          <span className="max-md:short:sr-only">{label}</span>
          {to === "/inbox" && waiting > 0 && <Count waiting={waiting} className="ml-auto max-md:hidden" />}
        </Link>
      ))}
      <button
        type="button"
        onClick={onHelp}
        className="mt-auto hidden h-8 items-center gap-2.5 rounded px-2 text-sm text-ink-3 hover:bg-hover hover:text-ink md:flex"
      >
        <Keyboard size={16} aria-hidden />
        Keys
        <Key className="ml-auto">?</Key>
      </button>
    </nav>
  );
}

function Count({ waiting, className }: { readonly waiting: number; readonly className: string }) {
  return (
    <span
      className={`min-w-4.5 rounded-full bg-accent px-1 text-center text-[11px] leading-4.5 font-semibold text-on-accent tabular-nums ${className}`}
    >
      {waiting > 999 ? "999+" : waiting}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
