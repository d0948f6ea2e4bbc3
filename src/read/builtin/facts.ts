import type { Part } from "../../core/reading.ts";
import type { SchemaFault } from "../mcp/schema.ts";

/** What is particular to one of the host's own tools, beside its schema. */
export interface BuiltinFacts {
  readonly fault?: SchemaFault;
  readonly part?: Partial<Part>;
}
