import { read } from "../../read/read.ts";
import type { World } from "../../read/world.ts";
import type { CallsOptions } from "./calls.ts";

/** `Reading.argsHash` of a call as an agent spells it. */
export function argsHashIn(world: () => World): CallsOptions["hashArgs"] {
  return (call) => read({ ...call, cwd: null, project: null, source: "external", attended: true }, world()).argsHash;
}
