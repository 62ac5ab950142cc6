/** A complete response: a JSON-RPC message, unless its headers declare another type. */
export interface Document {
  /** The HTTP status. */
  readonly status: number;
  /** A prefix that many responses share. */
  readonly bytes?: Buffer;
  readonly text: string;
  /**
   * The size of `bytes` and `text` together, in bytes.
   * @default computed
   */
  readonly length?: number;
  /** @default `JSON_HEADERS` */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export const JSON_HEADERS = { 'content-type': 'application/json' };

/** The response as one string. */
export function jsonOf({ bytes, text }: Document): string {
  return bytes === undefined ? text : `${bytes.toString()}${text}`;
}

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
  /** The option whose limit the request exceeds. */
  readonly limit?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response that continues, as a stream of events. */
export interface OpenStream {
  readonly stream: ReadableStream<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
}

/** The response to an HTTP request. */
export type Answer = Document | Refusal | OpenStream;

/** Whether a response continues as a stream. */
export function isOpenStream(answer: Answer): answer is OpenStream {
  return 'stream' in answer;
}

export function isRefusal(answer: Document | Refusal): answer is Refusal {
  return 'code' in answer;
}

/** The response to a message that needs no JSON-RPC response. */
export const ACCEPTED: Document = { status: 202, text: '', headers: {} };
