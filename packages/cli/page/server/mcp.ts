import { eventsOf } from './sse.js';

/** The revision of the page's requests: every server of a runtime knows it. */
const REVISION = '2026-07-28';

/** Stands for a value that must not be shown. */
export const MASK = '•••';

interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What a call has come to, with what it took. */
export interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: RpcFailure;
  readonly ms: number;
  /** Of the body of the answer. */
  readonly bytes: number;
}

export type Params = Readonly<Record<string, unknown>>;

type Headers = Readonly<Record<string, string>>;

/** The address that calls go to, and the headers that they carry. */
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

/** A request of the page, and what the server has sent so far. It contains neither secrets nor the user's own headers. */
export interface Exchange {
  readonly id: number;
  readonly at: number;
  readonly request: McpRequest;
  readonly sent: HttpMessage;
  readonly notifications: readonly object[];
  readonly answer?: HttpMessage & { readonly status: number; readonly ms: number };
  /** Why there is no answer. */
  readonly fault?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Headers that repeat arguments of a tool. */
  readonly headers?: Headers;
  /** Whether the server may ask the user. @default false */
  readonly canAsk?: boolean;
  /** Called for each state of the exchange, with the request as it is sent. */
  readonly watch?: (exchange: Exchange, request: McpRequest) => void;
  /** The request without secrets, to be watched. @default the request itself */
  readonly shown?: McpRequest;
}

interface Message {
  readonly id?: unknown;
  readonly result?: Answer['result'];
  readonly error?: RpcFailure;
}

/** A client of the Model Context Protocol over HTTP without sessions, as any other. */
export class Mcp {
  readonly #endpoint: () => Endpoint;
  #id = 0;

  constructor(endpoint: () => Endpoint) {
    this.#endpoint = endpoint;
  }

  /** The address and the HTTP message of a request, as it may be shown. */
  preview(request: McpRequest): HttpMessage & Pick<Endpoint, 'url'> {
    const endpoint = this.#endpoint();
    return { url: endpoint.url, ...shownMessage(request, endpoint, { id: 1 }) };
  }

  /**
   * Calls a method.
   * @throws {EndpointError} if the answer is no message of the protocol
   */
  async call(method: string, params: Params, { headers = {}, ...options }: CallOptions = {}): Promise<Answer> {
    const request = { method, params, headers };
    const { signal, watch, canAsk = false, shown = request } = options;
    const context = { id: ++this.#id, canAsk, isWatched: watch !== undefined };
    const endpoint = this.#endpoint();
    const sent = shownMessage(shown, endpoint, context);
    let exchange: Exchange = { id: context.id, at: Date.now(), request: shown, sent, notifications: [] };
    const update = (news: Partial<Exchange>) => watch?.((exchange = { ...exchange, ...news }), request);
    const notify = (notification: object) => update({ notifications: [...exchange.notifications, notification] });
    update({});
    try {
      const { bytes, ...answer } = await post(request, { endpoint, context, signal, notify });
      update({ answer });
      const { result, error } = answer.message;
      return { ms: answer.ms, bytes, ...(result && { result }), ...(error && { error }) };
    } catch (error) {
      update({ fault: faultOf(error, signal) });
      throw error;
    }
  }
}

function faultOf(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return 'The page has cancelled the request';
  return error instanceof EndpointError ? error.message : 'The server does not answer';
}

interface PostContext {
  readonly endpoint: Endpoint;
  readonly context: MessageContext;
  readonly signal: AbortSignal | undefined;
  readonly notify: (notification: object) => void;
}

async function post(request: McpRequest, { endpoint, context, signal, notify }: PostContext) {
  const started = performance.now();
  const response = await fetch(endpoint.url, {
    method: 'POST',
    headers: { ...endpoint.headers, ...headersOf(request) },
    body: JSON.stringify(messageOf(request, context)),
    ...(signal && { signal }),
  });
  const { message, bytes } = await answerIn(response, context.id, notify);
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), message, bytes, ms: performance.now() - started };
}

interface MessageContext {
  readonly id: number;
  readonly canAsk?: boolean;
  readonly isWatched?: boolean;
}

/** The headers of the endpoint authenticate the caller: only their names are shown. */
function shownMessage(request: McpRequest, endpoint: Endpoint, context: MessageContext): HttpMessage {
  const own = Object.keys(endpoint.headers).map((name) => [name, MASK] as const);
  const headers = { ...Object.fromEntries(own), ...headersOf(request) };
  return { headers, message: messageOf(request, context) };
}

function headersOf({ method, params, headers }: McpRequest): Headers {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...nameHeader(params),
    ...headers,
  };
}

function messageOf({ method, params }: McpRequest, { id, canAsk, isWatched }: MessageContext): object {
  const meta = {
    [`${PREFIX}protocolVersion`]: REVISION,
    [`${PREFIX}clientInfo`]: { name: 'cuecard-playground', title: 'Playground', version: VERSION },
    [`${PREFIX}clientCapabilities`]: canAsk ? { elicitation: { form: {} } } : {},
    ...(isWatched && { [`${PREFIX}logLevel`]: 'debug', progressToken: id }),
  };
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } };
}

const PREFIX = 'io.modelcontextprotocol/';
/** Put in when the page is bundled. */
declare const VERSION: string;

function nameHeader({ name, uri }: Params): Record<string, string> {
  const named = name ?? uri;
  return typeof named === 'string' ? { 'mcp-name': headerValue(named) } : {};
}

/** A header's value; what ASCII has no place for is wrapped, as the specification has it. */
export function headerValue(text: string): string {
  if (/^[!-~]([ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')) return text;
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte));
  return `=?base64?${btoa(bytes.join(''))}?=`;
}

/** The endpoint has answered, but not in the words of the protocol. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';

  constructor(readonly status: number) {
    const isAuth = status === 401 || status === 403;
    const remedy = isAuth
      ? ': it authenticates its clients. Choose an identity, or add a header, under Call as'
      : ' and no message of the protocol';
    super(`The endpoint answers ${status}${remedy}`);
  }
}

interface Read {
  readonly message: Message;
  /** The bytes of the message. */
  readonly bytes: number;
}

async function answerIn(response: Response, id: number, notify: (notification: object) => void): Promise<Read> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream && response.body ? await lastOf(response.body, id, notify) : await response.text();
  const bytes = new TextEncoder().encode(text).length;
  try {
    return { message: JSON.parse(text) as Message, bytes };
  } catch {
    throw new EndpointError(response.status);
  }
}

/** The answer among the messages of a stream: notifications come before it. */
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
