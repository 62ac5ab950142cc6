export interface Refusal {
  readonly status: number;
  /** JSON-RPC error code. */
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  /** The request's id, where it could be read. */
  readonly id?: string | number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON-RPC error as the body of an HTTP error, without an id that is not known (basic/transports, "Streamable HTTP"). */
export function refuse({ status, code, message, data, id, headers }: Refusal): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, data } }, { status, headers: { ...headers } });
}
