import { TOOL_SHAPES, type ToolShape } from "../../read/builtin/shapes.ts";

/** What a model is told of a tool, by canonical id. A tool of this table has a runner; one without an entry is not told of. */
export const TOOL_DEFINITIONS: Readonly<Record<string, ToolShape>> = TOOL_SHAPES;
