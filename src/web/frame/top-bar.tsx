import { MonitorCog, Moon, Sun } from "lucide-react";
import { useState } from "react";
import type { Me } from "../../wire/session.ts";
import { useNow } from "../parts/use-now.ts";
import { liveNames, wasAnySeen } from "../pages/agent-words.ts";
import { CallText } from "../render/call-text.tsx";
import { StopAll } from "./stop-all.tsx";
import { applyTheme, readTheme, type Theme } from "./theme.ts";
import { Link } from "../route/link.tsx";

/** The project, what is connected, and the stop. */
export function TopBar({ me }: { readonly me: Me | undefined }) {
  return (
    <header className="flex h-12 items-center short:h-10 gap-3 border-b border-line bg-page px-3 md:px-4">
      <div className="flex min-w-0 flex-1 items-center gap-3 text-sm">
        {me !== undefined && <Projects me={me} />}
        {me !== undefined && <Connected me={me} />}
      </div>
      <ThemeToggle />
      {me !== undefined && <StopAll stopped={me.stopped} />}
    </header>
  );
}

function Projects({ me }: { readonly me: Me }) {
  const [first] = me.projects;
  if (first === undefined) return <span className="truncate text-ink-3">No project yet</span>;
  const more = me.projects.length - 1;
  return (
    <span className="truncate font-medium" title={me.projects.map((project) => project.path).join("\n")}>
      <CallText prose text={first.name} />
      {more > 0 && <span className="font-normal text-ink-3"> and {more} more</span>}
    </span>
  );
}

function Connected({ me }: { readonly me: Me }) {
  const now = useNow();
  const live = liveNames(me, now);
  return (
    <Link
      to="/settings"
      hash="agents"
      className="hidden min-w-0 items-center gap-2 truncate rounded text-ink-2 hover:text-ink sm:flex"
    >
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${live.length > 0 ? "bg-allow" : "border border-edge"}`}
      />
      {live.length > 0 ? live.join(", ") : wasAnySeen(me) ? "No agent seen lately" : "No agent connected"}
    </Link>
  );
}

const NEXT: Readonly<Record<Theme, Theme>> = { system: "light", light: "dark", dark: "system" };
const ICONS = { system: MonitorCog, light: Sun, dark: Moon } as const;
const WORDS = { system: "as the system", light: "light", dark: "dark" } as const;

function ThemeToggle() {
  const [theme, setTheme] = useState(readTheme);
  const Icon = ICONS[theme];
  const turn = (): void => {
    applyTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  return (
    <button
      type="button"
      onClick={turn}
      aria-label={`Theme: ${WORDS[theme]}. Change`}
      title={`Theme: ${WORDS[theme]}`}
      className="rounded p-2 text-ink-3 hover:bg-hover hover:text-ink"
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
