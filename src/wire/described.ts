import type { z } from "zod";

/** What a route takes and answers. An answer of `null` is no JSON: a stream or a file. */
export interface Described {
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType | null;
}
