import type { PromptRuntime } from '@cuecard/core';
import {
  type AuthenticationOptions,
  Exchange,
  type HostOptions,
  type HttpHandler,
  identify,
  InFlight,
  readJson,
  refuse,
  refuseForeign,
  toHttpHandler,
} from '@cuecard/http';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import { Connection, type ConnectionOptions } from './connection.js';
import { envelopeFault } from './envelope.js';
import type { ServerIdentity } from './server.js';
import { type SessionLimits, Sessions } from './sessions.js';

export interface HandlerOptions extends ServerIdentity, HostOptions, SessionLimits, AuthenticationOptions {
  /**
   * Whether clients may open sessions. Change notices reach only clients with one; a request without one is answered
   * either way.
   * @default true
   */
  readonly sessions?: boolean;
  /**
   * How requests are answered: as JSON documents, as event streams (`text/event-stream`), or with `auto` as documents
   * where nothing comes before the answer, and as streams where something does. With `json` neither progress nor the log
   * reaches the client, and nobody can be asked.
   * @default 'auto'
   */
  readonly responseMode?: 'auto' | 'json' | 'sse';
  /**
   * Whether clients with a session are offered what prompts log, from the level on that they ask for. The specification
   * has deprecated it since.
   * @default false
   */
  readonly logging?: boolean;
  /**
   * How large the body of a request may be, in bytes.
   * @default 4194304
   */
  readonly maxBodyBytes?: number;
}

/**
 * Serves a runtime over Streamable HTTP: a listener to mount in `node:http`, Express and their like, with a
 * web-standard `fetch` for everything else. Mount it before any body parser.
 */
export function createHandler(runtime: PromptRuntime, options: HandlerOptions): HttpHandler {
  const endpoint = new Endpoint(runtime, options);
  return toHttpHandler({ fetch: (request) => endpoint.fetch(request), close: () => endpoint.close() });
}

class Endpoint {
  readonly #runtime: PromptRuntime;
  readonly #options: HandlerOptions;
  readonly #connectionOptions: ConnectionOptions;
  readonly #sessions: Sessions;
  readonly #inFlight = new InFlight();
  #closed = false;

  constructor(runtime: PromptRuntime, options: HandlerOptions) {
    this.#runtime = runtime;
    this.#options = options;
    const { responseMode = 'auto', logging = false } = options;
    this.#connectionOptions = { identity: options, responseMode, logging };
    this.#sessions = new Sessions(runtime, this.#connectionOptions, options);
  }

  async fetch(request: Request): Promise<Response> {
    const foreign = refuseForeign(request, this.#options);
    if (foreign !== undefined) return foreign;
    if (this.#closed) return refuse({ ...UNAVAILABLE, message: 'This server is shutting down' });
    const exchange = new Exchange(request);
    // A stream that a client holds open with GET is never done; a shutdown ends it.
    if (request.method === 'POST') exchange.onEnd(this.#inFlight.enter());
    return exchange.answer(await this.#answer(exchange).catch(() => refuse(INTERNAL_ERROR)));
  }

  async close(): Promise<void> {
    this.#sessions.endQuestions(); // People take longer than a shutdown may.
    await this.#inFlight.settled();
    this.#closed = true;
    await this.#sessions.close();
  }

  async #answer(exchange: Exchange): Promise<Response> {
    const { request } = exchange;
    const asker = await identify(request, this.#options);
    if ('refusal' in asker) return asker.refusal;
    exchange.identity = asker.identity;
    if (request.method === 'POST' && JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
      const body = await readJson(request, this.#options.maxBodyBytes ?? 4 * 1024 * 1024);
      if ('refusal' in body) return body.refusal;
      const fault = Array.isArray(body.json) ? undefined : envelopeFault(body.json);
      if (fault !== undefined) return refuse({ status: 400, ...fault });
      exchange.message = body.json;
    }
    return this.#options.sessions === false ? this.#answerOnce(exchange) : this.#answerInSession(exchange);
  }

  async #answerInSession(exchange: Exchange): Promise<Response> {
    const id = exchange.request.headers.get('mcp-session-id');
    if (id !== null) return (await this.#sessions.handle(id, exchange)) ?? refuse(NO_SESSION);
    if (!isInitializeRequest(exchange.message)) return this.#answerOnce(exchange);
    return (await this.#sessions.open(exchange)) ?? refuse(TOO_MANY_SESSIONS);
  }

  async #answerOnce(exchange: Exchange): Promise<Response> {
    if (exchange.request.method !== 'POST') return refuse(POST_ONLY);
    const connection = await Connection.open(this.#runtime, this.#connectionOptions);
    exchange.onEnd(() => void connection.close());
    return connection.handle(exchange);
  }
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const UNAVAILABLE = { status: 503, code: -32000, headers: { 'retry-after': '1' } };
const TOO_MANY_SESSIONS = { ...UNAVAILABLE, message: 'All sessions are in use' };
const NO_SESSION = { status: 404, code: -32001, message: 'Session not found' };
// Such as a client that went away in the middle of its request. What a prompt does wrong never comes this far.
const INTERNAL_ERROR = { status: 500, code: -32603, message: 'Internal error' };
const POST_ONLY = {
  status: 405,
  code: -32000,
  message: 'Without a session only POST is answered',
  headers: { allow: 'POST' },
};
