import type { ToolFacts } from "../../core/reading.ts";
import type { Call } from "../call.ts";
import { isShape } from "../mcp/schema.ts";
import { skillFacts } from "../skill/read-skill.ts";
import type { World } from "../world.ts";
import type { BuiltinFacts } from "./facts.ts";

type Args = Readonly<Record<string, unknown>>;

interface About {
  readonly call: Call;
  readonly world: World;
}

const NOTHING: BuiltinFacts = {};

const READERS: Readonly<Record<string, (args: Args, about: About) => BuiltinFacts>> = {
  run_skill: (args, { call, world }) => skillFacts(args["skill"], call, world),
  task: (args) => needs(args, { add: ["title"], set: ["id", "state"] }[String(args["do"])] ?? []),
  ask_user: (args) => needs(args, ["question"]),
  browser_act: ({ steps }) => firstFault([stepsFault(steps), ...(steps as readonly unknown[]).map(stepFault)]),
  wait: ({ seconds }) =>
    Number(seconds) >= 1 && Number(seconds) <= 600
      ? NOTHING
      : { fault: { path: "$.seconds", message: "must be from 1 to 600" } },
};

/** Arguments have passed the tool's schema. */
export function builtinFacts({ id, origin }: ToolFacts, args: Args, about: About): BuiltinFacts {
  if (origin !== "builtin") return NOTHING;
  return READERS[id]?.(args, about) ?? NOTHING;
}

/** More than a person reads on one card. */
const MOST_STEPS = 20;

const STEP_NEEDS: Readonly<Record<string, readonly string[]>> = {
  click: ["selector"],
  fill: ["selector", "value"],
  submit: ["selector"],
  evaluate: ["script"],
};

function stepsFault(steps: unknown): BuiltinFacts {
  const count = Array.isArray(steps) ? steps.length : 0;
  return count >= 1 && count <= MOST_STEPS
    ? NOTHING
    : { fault: { path: "$.steps", message: `must be 1 to ${MOST_STEPS} steps` } };
}

function stepFault(step: unknown, at: number): BuiltinFacts {
  return isShape(step) ? needs(step, STEP_NEEDS[String(step["act"])] ?? [], `$.steps[${at}]`) : NOTHING;
}

function needs(args: Args, names: readonly string[], path = "$"): BuiltinFacts {
  const missing = names.find((name) => args[name] === undefined || args[name] === "");
  return missing === undefined ? NOTHING : { fault: { path: `${path}.${missing}`, message: "is missing" } };
}

function firstFault(found: readonly BuiltinFacts[]): BuiltinFacts {
  return found.find(({ fault }) => fault !== undefined) ?? NOTHING;
}
