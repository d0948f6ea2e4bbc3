import { visible } from "../core/explain.ts";
import { HOST } from "../host/auth/principal.ts";
import { type AnsweredCall, type Suggestion, suggestRules } from "../host/rules/suggest.ts";
import { read } from "../read/read.ts";
import type { World } from "../read/world.ts";
import type { ApprovalView } from "../wire/approval.ts";
import { addCommand } from "./command-name.ts";
import { withHost } from "./opened.ts";
import { print } from "./output.ts";
import { projectHere } from "./project-here.ts";
import { compileOrFail, storedPolicy } from "./stored.ts";

/** How many of the latest calls are looked at. */
const LOOKED_AT = 2_000;

/** `assent rules suggest`: the few rules that would have removed most of the asks that a person answered in this project. */
export async function suggest(options: { readonly json?: true }): Promise<void> {
  const project = projectHere();
  const policy = compileOrFail(await storedPolicy(project), { stored: true });
  const calls = await withHost(async ({ gate, world }) => {
    const views = await gate.recent(LOOKED_AT, HOST);
    return answeredCalls(
      views.filter((view) => (view.project?.path ?? null) === project),
      world(),
    );
  });
  const suggestions = suggestRules(calls ?? [], policy);
  if (options.json) return print(JSON.stringify(suggestions, null, 2));
  if (suggestions.length === 0) return print("nothing to suggest: no rule would have removed two asks or more");
  for (const suggestion of suggestions) print(toText(suggestion));
}

/** Calls that a person answered. One with a masked secret would not be read as it was, and no rule may hold it. */
function answeredCalls(views: readonly ApprovalView[], world: World): readonly AnsweredCall[] {
  return views.flatMap((view) => {
    const { answer, args, chat, cwd, project, source, tool } = view;
    if (answer === null || view.masked.length > 0 || (answer.decision === "deny" && view.state !== "denied")) return [];
    const call = { tool: tool.name, args, cwd, project: project?.path ?? null, source, attended: true };
    return [
      { reading: read(chat.agent === null ? call : { ...call, agent: chat.agent }, world), answer: answer.decision },
    ];
  });
}

function toText({ rules, removes }: Suggestion): string {
  const lines = rules.map(({ tool, pattern }) => visible(addCommand({ tool, pattern })));
  return `# would have removed ${removes} asks\n${lines.join("\n")}`;
}
