import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useState } from "react";
import type { DefaultsView } from "../../wire/defaults.ts";
import type { Me, ProjectView } from "../../wire/session.ts";
import { defaultsQuery, meQuery, sandboxQuery, sessionsQuery } from "../api/queries.ts";
import { endSession, logout, makeLoginLink, setDefaults } from "../api/routes.ts";
import { applyTheme, readTheme, type Theme } from "../frame/theme.ts";
import { Connections } from "../chat/connections.tsx";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { CopyCommand } from "../parts/copy.tsx";
import { Page, Section } from "../parts/page.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { Loading } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { CallText } from "../render/call-text.tsx";
import { sayAgo } from "../render/time.ts";
import { installCommand, isLive, sayHeartbeat, wasSeen } from "./agent-words.ts";
import { mayChange } from "../parts/may-change.ts";
import { AutonomyPicker } from "./autonomy-picker.tsx";
import { Limits } from "./limits.tsx";
import { McpServers } from "./mcp-servers.tsx";
import { OwnServers } from "./own-servers/own-servers.tsx";
import { Notifications } from "./notifications.tsx";
import { SandboxSwitch } from "./sandbox-switch.tsx";
import { useInbox } from "./use-inbox.ts";
import { useTitle } from "./use-title.ts";
import { Link, navigate } from "../route/link.tsx";

export function SettingsPage() {
  const { waiting } = useInbox();
  useTitle("Settings", waiting);
  const { data: me } = useQuery(meQuery);
  if (me === undefined) return <Loading label="the settings" />;
  const owner = mayChange(me.person, "app");
  return (
    <Page title="Settings">
      <Agents me={me} />
      <OwnServers me={me} mayChange={owner} />
      <McpServers command={me.command} mayChange={owner} />
      <Connections mayChange={owner} />
      <Projects projects={me.projects} />
      <Defaults me={me} />
      <SandboxSwitch mayChange={owner} />
      <Limits mayChange={owner} />
      <Sessions me={me} />
      <Notifications />
      <Appearance />
      <Section
        title="This host"
        says="Everything that Assent keeps is in one folder on this machine. Nothing is sent anywhere."
      >
        <dl className="flex flex-col gap-2 text-sm">
          <div>
            <dt className="text-xs text-ink-3">Data directory</dt>
            <dd>
              <CallText text={me.dataDir} />
            </dd>
          </div>
          <div>
            <dt className="text-xs text-ink-3">Version</dt>
            <dd>{me.version}</dd>
          </div>
        </dl>
        <Link to="/welcome" className="mt-3 inline-block rounded text-sm font-medium text-accent hover:underline">
          Show the first steps again
        </Link>
      </Section>
    </Page>
  );
}

function Agents({ me }: { readonly me: Me }) {
  const now = useNow();
  return (
    <Section
      id="agents"
      title="Agents"
      says="A hook lets a coding agent ask here before each call. An agent that falls silent while it works is flagged."
    >
      <ul className="flex flex-col gap-3">
        {me.agents.map((agent) => (
          <li key={agent.name} className="rounded-lg border border-line bg-surface px-4 py-3">
            <p className="flex flex-wrap items-center gap-x-3 text-base">
              <span
                aria-hidden
                className={`size-2 rounded-full ${isLive(agent, now) ? "bg-allow" : "border border-edge"}`}
              />
              <span className="font-medium">{agent.title}</span>
              <span className="text-sm text-ink-2">{sayHeartbeat(agent, now)}</span>
            </p>
            {!wasSeen(agent) && (
              <div className="mt-2">
                <CopyCommand text={installCommand(me, agent)} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {me.agents.length === 0 && <p className="text-sm text-ink-2">No agent is known here yet.</p>}
    </Section>
  );
}

function Projects({ projects }: { readonly projects: readonly ProjectView[] }) {
  return (
    <Section title="Projects" says="What agents may do with files. Protected files and deletions ask all the same.">
      <ul className="flex flex-col gap-4">
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </ul>
      {projects.length === 0 && (
        <p className="text-sm text-ink-2">A project appears when an agent first works in it.</p>
      )}
    </Section>
  );
}

function ProjectRow({ project }: { readonly project: ProjectView }) {
  return (
    <li>
      <p className="mb-1.5 text-sm">
        <Link
          to="/projects/$id"
          params={{ id: project.id }}
          className="rounded font-medium underline decoration-line underline-offset-4 hover:decoration-ink"
        >
          <CallText prose text={project.name} />
        </Link>{" "}
        <CallText text={project.path} className="text-xs text-ink-3" />
      </p>
      {project.opened === "unanswered" ? (
        <Link
          to="/inbox/$id"
          params={{ id: `project:${project.id}` }}
          className="rounded text-sm font-medium text-accent hover:underline"
        >
          Answer what agents may do here
        </Link>
      ) : (
        <p className="text-sm text-ink-2">{SAID[project.opened]}</p>
      )}
    </li>
  );
}

const SAID = {
  read: "Read only",
  edit: "Read and edit",
  custom: "Folder by folder",
} as const;

function Defaults({ me }: { readonly me: Me }) {
  const client = useQueryClient();
  const { data: defaults } = useQuery(defaultsQuery);
  const { data: sandbox } = useQuery(sandboxQuery);
  const set = useMutation({ mutationFn: setDefaults, onSettled: () => client.invalidateQueries() });
  if (defaults === undefined) return <Loading label="the defaults" rows={3} />;
  const disabled = set.isPending || me.person.role !== "owner";
  const preset = defaults.presets.find(({ name }) => name === defaults.preset);
  return (
    <>
      <Section
        id="autonomy"
        title="Autonomy"
        says="How much runs without a question where no rule speaks. A chat may be set otherwise, under Tools."
      >
        <AutonomyPicker value={defaults} disabled={disabled} error={set.error} onPick={(pick) => set.mutate(pick)} />
        <p className="mt-2 text-sm text-ink-3">
          Stop all, at the top of each page, denies every call until you release it.
        </p>
      </Section>
      <Section title="Built-in rules" says="A set to begin with. Your own rules go before what it allows and asks.">
        <Choice
          label="Built-in rules"
          value={defaults.preset}
          options={[
            ...defaults.presets.map(({ name, title }) => ({
              value: name,
              label: title,
              disabled: disabled || (name === "sandbox" && sandbox?.on !== true),
            })),
            { value: "none", label: "None", disabled },
          ]}
          onChange={(name) => set.mutate({ preset: name })}
        />
        <p className="mt-2 text-sm text-ink-2">{preset?.about ?? "No rule but your own, not even a deny."}</p>
        {sandbox?.on === false && (
          <p className={`mt-1 text-sm ${preset?.name === "sandbox" ? "text-ask" : "text-ink-3"}`}>
            {preset?.name === "sandbox"
              ? "The sandbox is off, so of these only the everyday rules count."
              : "Autonomous in a sandbox can be chosen once the sandbox below is on."}
          </p>
        )}
      </Section>
      {defaults.managed !== null && <ManagedSection managed={defaults.managed} />}
    </>
  );
}

function ManagedSection({ managed }: { readonly managed: NonNullable<DefaultsView["managed"]> }) {
  const { native = {}, mcp } = managed.layer;
  const named = { ...native, ...mcp?.servers, ...mcp?.tools, ...(mcp?.shared && { "MCP servers": mcp.shared }) };
  return (
    <Section title="Set by an administrator" says="It holds for everybody on this machine and cannot be changed here.">
      <CallText text={managed.path} className="text-sm" />
      {managed.fault !== null && (
        <p className="mt-2 text-sm text-deny">
          No call is decided until it is mended: <CallText prose text={managed.fault} />
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-1 text-sm">
        {Object.entries(named).map(([name, { mode = "no mode" }]) => (
          <li key={name}>
            <CallText text={name} /> <span className="text-ink-2">{mode}</span>
          </li>
        ))}
        {managed.rules > 0 && (
          <li>
            <Link to="/rules" search={{ scope: "managed" }} className="rounded font-medium text-accent hover:underline">
              {managed.rules === 1 ? "1 rule" : `${managed.rules} rules`}
            </Link>
          </li>
        )}
      </ul>
    </Section>
  );
}

function Sessions({ me }: { readonly me: Me }) {
  const client = useQueryClient();
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: endSession,
    onSettled: () => client.invalidateQueries({ queryKey: ["sessions"] }),
  });
  const link = useMutation({ mutationFn: makeLoginLink });
  const leave = useMutation({
    mutationFn: logout,
    onSuccess: async () => {
      client.clear();
      await navigate({ to: "/login" });
    },
  });
  const error = end.error ?? link.error ?? leave.error;
  const now = useNow();
  return (
    <Section title="Signed in" says="Whoever is signed in may answer cards.">
      <p className="text-base">
        <span className="font-medium">
          <CallText prose text={me.person.name} />
        </span>{" "}
        <span className="text-ink-3">{me.person.role}</span>
      </p>
      <ul className="mt-2 overflow-hidden rounded-lg border border-line bg-surface">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex min-h-10 items-center gap-3 border-t border-line px-4 py-1 text-sm first:border-t-0"
          >
            <CallText prose text={session.name} />
            <span className="text-xs text-ink-3">
              {session.current ? "this browser" : `active ${sayAgo(session.lastSeen, now)}`}
            </span>
            {!session.current && (
              <Button
                size="small"
                tone="quiet"
                className="ml-auto"
                disabled={end.isPending}
                onClick={() => end.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => link.mutate()} disabled={link.isPending}>
          Make a login link
        </Button>
        <Button
          tone="quiet"
          icon={<LogOut size={14} aria-hidden />}
          onClick={() => leave.mutate()}
          disabled={leave.isPending}
        >
          Sign out here
        </Button>
      </div>
      {link.data !== undefined && (
        <div className="mt-3">
          <p className="mb-1 text-sm text-ink-2">It works once. Whoever opens it may answer cards as you.</p>
          <CopyCommand text={link.data} />
        </div>
      )}
      {error !== null && (
        <p role="alert" className="mt-2 text-sm text-deny">
          {sentenceOf(error)}
        </p>
      )}
    </Section>
  );
}

const THEMES = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

function Appearance() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  const choose = (next: Theme): void => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <Section title="Appearance">
      <Choice label="Theme" value={theme} options={THEMES} onChange={choose} />
    </Section>
  );
}
