import { eventsOf } from './sse.js';

const MODERN = '2026-07-28';
const LEGACY = '2025-11-25';

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

interface Message {
  readonly id?: unknown;
  readonly result?: Answer['result'];
  readonly error?: RpcFailure;
}

/** The address that calls go to, and the headers that they carry. */
export interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A client of the Model Context Protocol over HTTP without sessions, as any other. */
export class Mcp {
  readonly #endpoint: () => Endpoint;
  #revision: Promise<string> | undefined;
  #id = 0;

  constructor(endpoint: () => Endpoint) {
    this.#endpoint = endpoint;
  }

  /** The revision that is spoken: the newest, or the one before where the server does not know it. */
  get revision(): Promise<string> {
    return (this.#revision ??= this.#negotiate());
  }

  /** Another server may answer at the same address from now on. */
  forget(): void {
    this.#revision = undefined;
  }

  /**
   * Calls a method.
   * @param headers those of a tool's arguments that clients repeat
   * @throws {EndpointError} if the answer is no message of the protocol
   */
  async call(method: string, params: Params, { signal, headers = {} }: CallInit = {}): Promise<Answer> {
    const revision = await this.revision;
    return this.#post({ method, params, headers }, revision, signal);
  }

  async #negotiate(): Promise<string> {
    try {
      const { result } = await this.#post({ method: 'server/discover', params: {}, headers: {} }, MODERN, undefined);
      return result === undefined ? LEGACY : MODERN;
    } catch (error) {
      this.#revision = undefined;
      throw error;
    }
  }

  async #post({ method, params, headers }: Asked, revision: string, signal: AbortSignal | undefined): Promise<Answer> {
    const id = ++this.#id;
    const message = { jsonrpc: '2.0', id, method, params: revision === MODERN ? enveloped(params) : params };
    const started = performance.now();
    const endpoint = this.#endpoint();
    const response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        ...endpoint.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        ...(revision === MODERN && { 'mcp-method': method, ...nameHeader(params), ...headers }),
      },
      body: JSON.stringify(message),
      ...(signal && { signal }),
    });
    const { result, error, bytes } = await answerIn(response, id);
    const ms = performance.now() - started;
    return { ms, bytes, ...(result && { result }), ...(error && { error }) };
  }
}

export interface CallInit {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Asked {
  readonly method: string;
  readonly params: Params;
  readonly headers: Readonly<Record<string, string>>;
}

const PREFIX = 'io.modelcontextprotocol/';
/** Put in when the page is bundled. */
declare const VERSION: string;
const CLIENT = { name: 'cuecard-playground', title: 'Playground', version: VERSION };

function enveloped(params: Params): Params {
  return {
    ...params,
    _meta: {
      [`${PREFIX}protocolVersion`]: MODERN,
      [`${PREFIX}clientInfo`]: CLIENT,
      [`${PREFIX}clientCapabilities`]: { elicitation: { form: {} } },
    },
  };
}

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

async function answerIn(response: Response, id: number): Promise<Message & { readonly bytes: number }> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream && response.body ? await lastOf(response.body, id) : await response.text();
  const bytes = new TextEncoder().encode(text).length;
  try {
    return { ...(JSON.parse(text) as Message), bytes };
  } catch {
    throw new EndpointError(response.status);
  }
}

/** The answer among the messages of a stream: notices come before it. */
async function lastOf(stream: ReadableStream<Uint8Array>, id: number): Promise<string> {
  for await (const data of eventsOf(stream)) if ((JSON.parse(data) as Message).id === id) return data;
  return '';
}
