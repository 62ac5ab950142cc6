import { eventsOf } from './sse.js';

/** The revision of the page's requests: every server of a runtime knows it. */
const REVISION = '2026-07-28';

/** Replaces a secret value. */
export const MASK = '•••';

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The outcome of a call, with its cost. */
export interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: RpcError;
  readonly ms: number;
  /** The size of the message. */
  readonly bytes: number;
}

export type Params = Readonly<Record<string, unknown>>;

type Headers = Readonly<Record<string, string>>;

/** The address of calls, and their headers. */
export interface Endpoint {
  readonly url: string;
  readonly headers: Headers;
}

/** A request to the endpoint. */
export interface McpRequest {
  readonly method: string;
  readonly params: Params;
  /** The headers that repeat arguments of a tool. */
  readonly headers: Headers;
}

/** A message with its HTTP headers. */
export interface HttpMessage {
  readonly headers: Headers;
  readonly message: object;
}

/** A request of the page, and the messages of the server so far. It contains neither secrets nor the user's own headers. */
export interface Exchange {
  readonly id: number;
  readonly at: number;
  readonly request: McpRequest;
  readonly sent: HttpMessage;
  readonly notifications: readonly object[];
  readonly answer?: HttpMessage & { readonly status: number; readonly ms: number };
  /** The reason why there is no answer. */
  readonly fault?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** The headers that repeat arguments of a tool. */
  readonly headers?: Headers;
  /** Whether the server may request input of the user. @default false */
  readonly canElicit?: boolean;
  /** Called for each state of the exchange, with the request as it is sent. */
  readonly watch?: (exchange: Exchange, request: McpRequest) => void;
  /** The request of the exchange, without secrets. @default the request itself */
  readonly shown?: McpRequest;
}

interface Message {
  readonly id?: unknown;
  readonly result?: Answer['result'];
  readonly error?: RpcError;
}

interface MessageContext {
  readonly id: number;
  readonly canElicit?: boolean;
  readonly isWatched?: boolean;
}

/** A client of the Model Context Protocol over HTTP, without sessions. */
export class Mcp {
  readonly #endpoint: () => Endpoint;
  #id = 0;

  constructor(endpoint: () => Endpoint) {
    this.#endpoint = endpoint;
  }

  /** The address and the HTTP message of a request, without secrets. */
  preview(request: McpRequest): HttpMessage & Pick<Endpoint, 'url'> {
    const endpoint = this.#endpoint();
    return { url: endpoint.url, ...maskedMessage(request, endpoint, { id: 1 }) };
  }

  /**
   * Calls a method.
   * @throws {EndpointError} if the answer is not a message of the protocol
   */
  async call(method: string, params: Params, { headers = {}, ...options }: CallOptions = {}): Promise<Answer> {
    const request = { method, params, headers };
    const { signal, watch, canElicit = false, shown = request } = options;
    const context = { id: ++this.#id, canElicit, isWatched: watch !== undefined };
    const endpoint = this.#endpoint();
    const sent = maskedMessage(shown, endpoint, context);
    let exchange: Exchange = { id: context.id, at: Date.now(), request: shown, sent, notifications: [] };
    const update = (change: Partial<Exchange>) => watch?.((exchange = { ...exchange, ...change }), request);
    const notify = (notification: object) => update({ notifications: [...exchange.notifications, notification] });
    update({});
    const started = performance.now();
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: { ...endpoint.headers, ...headersOf(request) },
        body: JSON.stringify(messageOf(request, context)),
        ...(signal && { signal }),
      });
      const { message, bytes } = await answerIn(response, context.id, notify);
      const { result, error } = message;
      const ms = performance.now() - started;
      update({ answer: { status: response.status, headers: Object.fromEntries(response.headers), message, ms } });
      return { ms, bytes, ...(result && { result }), ...(error && { error }) };
    } catch (error) {
      update({ fault: faultOf(error, signal) });
      throw error;
    }
  }
}

function faultOf(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return 'The page cancelled the request';
  return error instanceof EndpointError ? error.message : 'The server does not answer';
}

/** The headers of the endpoint authenticate the caller, so only their names are shown. */
function maskedMessage(request: McpRequest, endpoint: Endpoint, context: MessageContext): HttpMessage {
  const masked = Object.keys(endpoint.headers).map((name) => [name, MASK] as const);
  const headers = { ...Object.fromEntries(masked), ...headersOf(request) };
  return { headers, message: messageOf(request, context) };
}

function headersOf({ method, params: { name, uri }, headers }: McpRequest): Headers {
  const subject = name ?? uri;
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(typeof subject === 'string' && { 'mcp-name': headerValue(subject) }),
    ...headers,
  };
}

function messageOf({ method, params }: McpRequest, { id, canElicit, isWatched }: MessageContext): object {
  const meta = {
    [`${PREFIX}protocolVersion`]: REVISION,
    [`${PREFIX}clientInfo`]: { name: 'cuecard-playground', title: 'Playground', version: VERSION },
    [`${PREFIX}clientCapabilities`]: canElicit ? { elicitation: { form: {} } } : {},
    ...(isWatched && { [`${PREFIX}logLevel`]: 'debug', progressToken: id }),
  };
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } };
}

const PREFIX = 'io.modelcontextprotocol/';
/** The version of the package, which the bundler inserts. */
declare const VERSION: string;

/** The value of a header. The specification encodes other characters than visible ASCII. */
export function headerValue(text: string): string {
  if (/^[!-~]([ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')) return text;
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte));
  return `=?base64?${btoa(bytes.join(''))}?=`;
}

/** An answer that is not a message of the protocol. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';

  constructor(readonly status: number) {
    const isAuth = status === 401 || status === 403;
    super(`The endpoint returned HTTP ${status}${isAuth ? `. ${AUTHENTICATE}` : ' without an MCP message'}`);
  }
}

/** The remedy for a caller that the server does not accept. */
export const AUTHENTICATE = 'Set an identity or a header under “Call as”';

/** The message that answers a request, with its size. */
async function answerIn(response: Response, id: number, notify: (notification: object) => void) {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream && response.body ? await lastOf(response.body, id, notify) : await response.text();
  try {
    return { message: JSON.parse(text) as Message, bytes: new TextEncoder().encode(text).length };
  } catch {
    throw new EndpointError(response.status);
  }
}

/** The answer in a stream. Notifications come before it. */
async function lastOf(
  stream: ReadableStream<Uint8Array>,
  id: number,
  notify: (notification: object) => void,
): Promise<string> {
  for await (const data of eventsOf(stream)) {
    const message = JSON.parse(data) as Message;
    if (message.id === id) return data;
    notify(message);
  }
  return '';
}
