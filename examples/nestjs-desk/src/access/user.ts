/** Who is logged in. */
export interface User {
  readonly principal: string;
  /** What the user may do, such as `tickets:answer`. */
  readonly scopes: readonly string[];
}
