import type { Part, Target, ToolFacts } from "../../core/reading.ts";
import { builtinFacts } from "../builtin/read-builtin.ts";
import { shapeOf } from "../builtin/shapes.ts";
import type { Call } from "../call.ts";
import { pathsOf, withEqualNames } from "../path/read-files.ts";
import { blankPart, type CallFacts, type ToolProfile } from "../profiles.ts";
import { readTarget } from "../url/target.ts";
import type { World } from "../world.ts";
import { readPathArguments } from "./mcp-paths.ts";
import { argumentOrder, checkArguments, isShape } from "./schema.ts";

/**
 * The profile of tools of MCP servers, and of every tool that nobody has described. Rules speak of the whole tool;
 * paths and addresses in arguments are facts all the same, so that what is denied or protected stays so.
 */
export const generalProfile: ToolProfile = {
  profile: "none",
  readPattern: (pattern) =>
    pattern === "*"
      ? { ok: true, pattern: { kind: "any" } }
      : { ok: false, message: "this tool takes no patterns; `*` is the whole of it" },
  readCall: readGeneral,
};

function readGeneral(call: Call, tool: ToolFacts, world: World): CallFacts {
  const { args } = call;
  const schema = tool.origin === "builtin" ? shapeOf(tool.id)?.inputSchema : call.descriptor?.inputSchema;
  const shape = isShape(args) ? args : {};
  const misfit =
    checkArguments(args ?? shape, schema) ??
    (isShape(args) || args === undefined || args === null ? null : { path: "$", message: "must be an object" });
  const own = misfit === null ? builtinFacts(tool, shape, { call, world }) : {};
  const fault = misfit ?? own.fault ?? null;
  const order = argumentOrder(shape, schema);
  const subject = order.map((name) => shape[name]).find((value) => typeof value === "string") ?? "";
  const part: Part = {
    ...blankPart(`${tool.id} ${subject}`.trimEnd()),
    known: tool.known,
    class: tool.class,
    ...(takesPaths(tool) ? pathFacts(shape, { call, tool, world }) : {}),
    targets: targetsIn(shape),
    // What loosens policy is confirmed each time: a card never remembers it.
    offers: tool.known && tool.class !== "admin" ? [{ kind: "tool", tool: tool.id, pattern: "*" }] : [],
    ...own.part,
  };
  return { parts: [part], findings: [], ...(fault === null ? {} : { argFault: fault }) };
}

/** The host's own tools that are not file tools take no paths. */
function takesPaths(tool: ToolFacts): boolean {
  return tool.origin !== "builtin";
}

interface About {
  readonly call: Call;
  readonly tool: ToolFacts;
  readonly world: World;
}

function pathFacts(
  args: Readonly<Record<string, unknown>>,
  { call, tool, world }: About,
): Pick<Part, "paths" | "findings"> {
  const name = call.descriptor?.name ?? tool.id.replace(/^mcp__.+?__/, "");
  return pathsOf(withEqualNames(readPathArguments(name, args, world), call, world), call, world);
}

/** Arguments that are web addresses by their look, wherever they stand at the top. */
function targetsIn(args: Readonly<Record<string, unknown>>): readonly Target[] {
  return Object.values(args)
    .flat()
    .filter((value): value is string => typeof value === "string" && /^(?:https?|wss?|ftp):\/\/\S+$/i.test(value))
    .map((text) => readTarget(text));
}
