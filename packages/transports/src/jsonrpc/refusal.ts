/** Why a request is refused. */
export interface Refusal {
  /** Of the HTTP answer. */
  readonly status: number;
  /** JSON-RPC error code. */
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  /**
   * The request's id.
   * @default that of the message, if it could be read
   */
  readonly id?: string | number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}
