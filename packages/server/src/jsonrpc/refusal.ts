/** The refusal of a request. */
export interface Refusal {
  /** The HTTP status. */
  readonly status: number;
  /** JSON-RPC error code. */
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  /**
   * The request's id.
   * @default the id of the message, if it could be read
   */
  readonly id?: string | number | undefined;
  /** The option whose limit is exceeded. */
  readonly limit?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
