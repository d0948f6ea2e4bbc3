/** Body of every error answer. `code` stands in `docs/errors.md`. */
export interface ApiError {
  readonly code: string;
  /** Lower case, one line, the user's own words in backticks. */
  readonly message: string;
  /** JSON path of what is wrong in the request. */
  readonly path?: string;
}
