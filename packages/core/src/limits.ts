/** What a request may cost at most. */
export interface Limits {
  /**
   * How long one prompt may take to answer, in milliseconds.
   * @default 30000
   */
  readonly renderMs: number;
  /**
   * How long the completion of an argument may take, in milliseconds.
   * @default 5000
   */
  readonly completeMs: number;
  /**
   * How long one argument may be, in characters.
   * @default 1000000
   */
  readonly argumentLength: number;
  /**
   * How long all arguments of a request may be together, in characters.
   * @default 4000000
   */
  readonly argumentsLength: number;
}

export type PromptLimits = Partial<Limits>;

export const DEFAULT_LIMITS: Limits = {
  renderMs: 30_000,
  completeMs: 5_000,
  argumentLength: 1_000_000,
  argumentsLength: 4_000_000,
};
