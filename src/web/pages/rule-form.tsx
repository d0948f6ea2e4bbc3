import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { fileRuleIn } from "../../core/tools.ts";
import type { RuleBody } from "../../wire/rule.ts";
import type { ProjectView } from "../../wire/session.ts";
import { ApiFault } from "../api/client.ts";
import { addRule, changeRule, type RuleChanged } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { endOf, type Until } from "../render/time.ts";
import { RuleLint } from "./rule-lint.tsx";
import { RuleTrial } from "./rule-trial.tsx";

const TOOLS = [
  {
    value: "shell",
    example: "git push origin main",
    label: "Commands",
    hint: "git push *",
    says: "A program and its words. A lone * at the end stands for any further words.",
  },
  {
    value: "read",
    example: "docs/guide.md",
    label: "Reading files",
    hint: "docs/**",
    says: "Relative to the project. ** stands for any number of folders.",
  },
  {
    value: "change",
    example: "src/app.ts",
    label: "Changing files",
    hint: "src/**",
    says: "Covers writing and editing, also by commands. ** stands for any number of folders.",
  },
  {
    value: "delete",
    example: "build/out.txt",
    label: "Deleting files",
    hint: "build/out.txt",
    says: "A deletion is allowed only by its exact path.",
  },
  {
    value: "web_fetch",
    example: "https://docs.python.org/3/",
    label: "Web addresses",
    hint: "docs.python.org/**",
    says: "A host and a path; https where nothing else is said.",
  },
  { value: "", example: "", label: "Another tool", hint: "*", says: "A tool without patterns takes only *." },
] as const;

const DECISIONS = [
  { value: "allow", label: "Allow" },
  { value: "ask", label: "Ask" },
  { value: "deny", label: "Deny" },
] as const;

const KEPT = { value: "kept", label: "as it was" } as const;
const UNTILS: readonly { readonly value: Until; readonly label: string }[] = [
  { value: "always", label: "no end" },
  { value: "hour", label: "an hour" },
  { value: "today", label: "today" },
  { value: "week", label: "a week" },
];

const INPUT = "mt-1.5 h-8 w-full rounded border border-edge bg-surface px-2.5 text-sm text-ink placeholder:text-ink-3";

/** What the form begins with; `example` is a call to try the rule on, `id` that of the rule that is changed. */
export type RuleSeed = Partial<RuleBody> & { readonly example?: string; readonly id?: string };

interface RuleFormProps {
  readonly projects: readonly ProjectView[];
  readonly seed: RuleSeed;
  readonly onClose: () => void;
  readonly onSaved: (saved: RuleChanged) => void;
}

export function RuleForm({ projects, seed, onClose, onSaved }: RuleFormProps) {
  const client = useQueryClient();
  const formId = useId();
  const isListed = TOOLS.some(({ value }) => value === (seed.tool ?? "shell"));
  const [kind, setKind] = useState<string>(isListed ? (seed.tool ?? "shell") : "");
  const [other, setOther] = useState(isListed ? "" : (seed.tool ?? ""));
  const [pattern, setPattern] = useState(seed.pattern ?? "");
  const [decision, setDecision] = useState<RuleBody["decision"]>(seed.decision ?? "allow");
  const [target, setTarget] = useState(seed.scope === "global" ? "" : (seed.target ?? projects[0]?.id ?? ""));
  const [until, setUntil] = useState<Until | "kept">(seed.expiresAt === undefined ? "always" : "kept");
  const [example, setExample] = useState(seed.example ?? "");
  const about = TOOLS.find(({ value }) => value === kind) ?? TOOLS[0];
  const meant = kind === "shell" ? fileRuleIn(pattern) : null;
  const { id } = seed;
  const save = useMutation({
    mutationFn: (body: RuleBody) => (id === undefined ? addRule(body) : changeRule(id, body)),
    onSuccess: onSaved,
    onSettled: () => client.invalidateQueries(),
  });
  const rule: RuleBody = {
    tool: kind === "" ? other.trim() : kind,
    pattern: pattern.trim(),
    decision,
    ...placeOf(seed, target),
    ...(seed.note === undefined ? {} : { note: seed.note }),
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const expiresAt = until === "kept" ? seed.expiresAt : endOf(until, Date.now());
    save.mutate(expiresAt === undefined ? rule : { ...rule, expiresAt });
  };
  return (
    <Dialog
      title={id === undefined ? "Add a rule" : "Change the rule"}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Back
          </Button>
          <Button tone="primary" type="submit" form={formId} disabled={save.isPending || meant !== null}>
            Save the rule
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Choice showLabel label="Decision" value={decision} options={DECISIONS} onChange={setDecision} />
        <label className="text-xs font-medium">
          About
          <select value={kind} onChange={(event) => setKind(event.target.value)} className={INPUT}>
            {TOOLS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {kind === "" && (
          <label className="text-xs font-medium">
            Name of the tool
            <input
              required
              value={other}
              onChange={(event) => setOther(event.target.value)}
              placeholder="mcp__github__create_issue"
              className={`${INPUT} mono`}
            />
          </label>
        )}
        <label className="text-xs font-medium">
          Pattern
          <input
            required
            data-first
            value={pattern}
            spellCheck={false}
            onChange={(event) => setPattern(event.target.value)}
            placeholder={about.hint}
            className={`${INPUT} mono`}
          />
          <span className="mt-1 block font-normal text-ink-3">{about.says}</span>
        </label>
        {meant !== null && (
          <div role="alert" className="flex flex-wrap items-center gap-2 rounded bg-ask-soft px-3 py-2 text-sm">
            <span>
              This would be about a command called <span className="mono">{meant.act}</span>, and protect no file.
            </span>
            <Button
              size="small"
              onClick={() => {
                setKind(meant.act);
                setPattern(meant.path);
              }}
            >
              Make it a rule about files
            </Button>
          </div>
        )}
        <RuleTrial
          tool={kind}
          pattern={pattern.trim()}
          decision={decision}
          project={projects.find(({ id }) => id === target)?.path ?? projects[0]?.path ?? "/project"}
          example={example}
          hint={about.example}
          onExample={setExample}
        />
        <RuleLint rule={id === undefined ? rule : { ...rule, id }} />
        {seed.scope !== "chat" && (
          <label className="text-xs font-medium">
            Where
            <select value={target} onChange={(event) => setTarget(event.target.value)} className={INPUT}>
              {projects.map((project) => (
                <option key={project.id} value={project.id}>
                  In {project.name} ({project.path})
                </option>
              ))}
              <option value="">In every project</option>
            </select>
          </label>
        )}
        <Choice
          showLabel
          label="Until"
          value={until}
          options={seed.expiresAt === undefined ? UNTILS : [KEPT, ...UNTILS]}
          onChange={setUntil}
        />
        {save.error !== null && (
          <p role="alert" className="rounded bg-deny-soft px-3 py-2 text-sm text-deny">
            {sentenceOf(save.error)}
            {save.error instanceof ApiFault && save.error.path !== undefined ? ` (${save.error.path})` : ""}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** A rule of a chat stays one of that chat. */
function placeOf({ scope, target }: RuleSeed, chosen: string): Pick<RuleBody, "scope" | "target"> {
  if (scope === "chat" && target !== undefined) return { scope, target };
  return chosen === "" ? { scope: "global" } : { scope: "project", target: chosen };
}
