import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Folder, Trash2 } from "lucide-react";
import type { Me, ProjectView } from "../../wire/session.ts";
import { meQuery, rulesQuery, securityQuery } from "../api/queries.ts";
import { removeRule } from "../api/routes.ts";
import { Page, Section } from "../parts/page.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { Empty, Fault, Loading } from "../parts/states.tsx";
import { VerdictChip } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";
import { GrantsEditor } from "./grants-editor.tsx";
import { OpeningChoice } from "./opening-choice.tsx";
import { ProjectFiles } from "./project-files.tsx";
import { sayTool } from "./rule-words.ts";
import { useInbox } from "./use-inbox.ts";
import { useTitle } from "./use-title.ts";
import { Link } from "../route/link.tsx";
import { matchPage } from "../route/pages.ts";
import { usePlace } from "../route/place.ts";

export function ProjectPage() {
  const id = matchPage(usePlace().pathname)?.id;
  const { waiting } = useInbox();
  const { data: me } = useQuery(meQuery);
  const project = me?.projects.find((each) => each.id === id);
  useTitle(project?.name ?? "Project", waiting);
  if (me === undefined) return <Loading label="the project" />;
  if (project === undefined) return <NoProject />;
  return <Project me={me} project={project} />;
}

function NoProject() {
  return (
    <>
      <h1 className="sr-only">No such project</h1>
      <Empty icon={<Folder size={20} aria-hidden />} title="There is no such project">
        <Link to="/settings" className="rounded font-medium text-accent hover:underline">
          All projects
        </Link>
      </Empty>
    </>
  );
}

function Project({ me, project }: { readonly me: Me; readonly project: ProjectView }) {
  const security = useQuery(securityQuery(project.id));
  const owner = me.person.role === "owner";
  if (security.isError && security.data === undefined)
    return <Fault error={security.error} what="The project" onRetry={() => void security.refetch()} />;
  if (security.data === undefined) return <Loading label="the project" />;
  const { grants } = security.data;
  const byHand = grants.some((grant) => grant.root !== project.path || grant.recursive);
  return (
    <Page title={project.name} says={<CallText text={project.path} className="text-xs" />}>
      <Section title="Opened for" says="What agents may do in the project’s folder without a question of its own.">
        {project.opened === "unanswered" && (
          <p className="mb-2 text-sm text-ask">Nobody has answered yet; until then it may be read.</p>
        )}
        <OpeningChoice project={project} byHand={byHand} />
        {project.opened === "custom" && byHand && (
          <p className="mt-2 text-sm text-ink-2">
            The folders below were set by hand. To choose here again replaces what holds for the project’s own.
          </p>
        )}
      </Section>
      <Section
        title="Folders"
        says="Outside of them every file asks. Of folders inside each other the inner one decides. Protected files ask all the same."
      >
        <GrantsEditor key={project.id} project={project.id} document={security.data} mayChange={owner} />
      </Section>
      <Section title="Path rules" says="What holds for some files only, by the path in the project.">
        <PathRules project={project.id} mayChange={owner} />
      </Section>
      <Section
        id="files"
        title="Project files"
        says="A file that came with the project counts once you accept what it says. Until then only what it tightens does."
      >
        <ProjectFiles project={project.id} mayChange={owner} />
      </Section>
      <Section title="Tools" says="What is off, asked about or allowed in this project.">
        <Link
          to="/tools"
          search={{ scope: "project", id: project.id }}
          className="rounded text-sm font-medium text-accent hover:underline"
        >
          Tools of this project
        </Link>
      </Section>
    </Page>
  );
}

const ABOUT_PATHS: readonly string[] = ["read", "change", "delete"];

function PathRules({ project, mayChange }: { readonly project: string; readonly mayChange: boolean }) {
  const client = useQueryClient();
  const { data: rules = [] } = useQuery(rulesQuery);
  const remove = useMutation({ mutationFn: removeRule, onSettled: () => client.invalidateQueries() });
  const own = rules.filter((rule) => ABOUT_PATHS.includes(rule.tool) && rule.target?.id === project);
  return (
    <>
      {own.length > 0 && (
        <ul className="mb-2 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {own.map((rule) => (
            <li key={rule.id} className="flex min-h-9 items-center gap-3 px-3 py-1 text-sm">
              <VerdictChip effect={rule.decision} />
              <span className="text-ink-2">{sayTool(rule.tool)}</span>
              <span className="min-w-0 flex-1 truncate">
                <CallText text={rule.pattern} />
              </span>
              {rule.fault !== null && <span className="text-xs text-deny">cannot be read</span>}
              {mayChange && !rule.readOnly && (
                <button
                  type="button"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(rule.id)}
                  aria-label={`Remove ${rule.decision} ${rule.pattern}`}
                  className="rounded p-1.5 text-ink-3 hover:bg-deny-soft hover:text-deny"
                >
                  <Trash2 size={14} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {own.length === 0 && <p className="mb-2 text-sm text-ink-2">None: the folders above decide.</p>}
      <ErrorLine error={remove.error} className="mb-2 text-sm text-deny" />
      <Link to="/rules" search={{ add: true }} className="rounded text-sm font-medium text-accent hover:underline">
        Add a rule
      </Link>
    </>
  );
}
