/** An answer that is complete: a JSON-RPC message, unless its headers say otherwise. */
export interface Document {
  /** The HTTP status. */
  readonly status: number;
  /** A prefix that many answers share. */
  readonly bytes?: Buffer;
  readonly text: string;
  /**
   * The size of `bytes` and `text`, in bytes.
   * @default it is counted
   */
  readonly length?: number;
  /** @default those of JSON */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The headers of JSON. */
export const JSON_HEADERS = { 'content-type': 'application/json' };

/** The answer as one string. */
export function jsonOf({ bytes, text }: Document): string {
  return bytes === undefined ? text : `${bytes.toString()}${text}`;
}
