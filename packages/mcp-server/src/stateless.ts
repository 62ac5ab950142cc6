import type { Runtime } from '@cuecard/core';
import {
  type Exchange,
  refuse,
  ResourceNotices,
  type Stateless as StatelessBackend,
  toAuthInfo,
} from '@cuecard/transports';
import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from '@modelcontextprotocol/server';
import { clientIn } from './client.js';
import type { ResponseMode } from './connection.js';
import { isListen, Listener } from './listener.js';
import { makeServer, type MakingOptions } from './server.js';

export interface StatelessOptions extends MakingOptions {
  readonly responseMode: ResponseMode;
  /** How many clients may listen to changes at the same time. */
  readonly maxSubscriptions: number;
}

/** Answers requests that stand on their own, as all do since revision 2026-07-28. */
export class Stateless implements StatelessBackend {
  readonly #runtime: Runtime;
  readonly #handler: McpHttpHandler;
  readonly #notices: ResourceNotices;
  readonly #endNotices: () => void;

  constructor(runtime: Runtime, { responseMode, maxSubscriptions, ...options }: StatelessOptions) {
    // The listeners are told by the handler: a server that answers one request has nobody to tell.
    const making = { ...options, tells: false, interim: responseMode !== 'json' };
    this.#runtime = runtime;
    this.#handler = createMcpHandler(() => makeServer(runtime, making).server, {
      legacy: 'reject',
      maxSubscriptions,
      // Where nothing comes before an answer, it is a document.
      responseMode: responseMode === 'sse' ? 'sse' : 'auto',
    });
    const { notify } = this.#handler;
    this.#notices = new ResourceNotices((uri) => notify.resourceUpdated(uri));
    this.#endNotices = runtime.onListChanged((kind) =>
      kind === 'resource' ? notify.resourcesChanged() : notify.promptsChanged(),
    );
  }

  async takes({ request, message }: Exchange): Promise<boolean> {
    return message !== undefined && !(await isLegacyRequest(request, message));
  }

  isEndless({ message }: Exchange): boolean {
    return isListen(message);
  }

  async answer(exchange: Exchange): Promise<Response> {
    const { request, identity, message } = exchange;
    if (Array.isArray(message)) return refuse({ ...INVALID, message: NO_BATCHES });
    if (!isRequestOrNotification(message)) return refuse({ ...INVALID, message: NO_ANSWERS });
    return this.#handler.fetch(request, {
      parsedBody: await this.#listen(exchange),
      ...(identity !== undefined && { authInfo: toAuthInfo(identity) }),
    });
  }

  async close(): Promise<void> {
    this.#endNotices();
    this.#notices.end();
    await this.#handler.close();
  }

  /** Begins to watch what a request listens to; gives the message to answer. */
  async #listen(exchange: Exchange): Promise<unknown> {
    const { message, identity: auth, request } = exchange;
    const { resources } = this.#runtime;
    if (!isListen(message) || !resources?.canSubscribe) return message;
    const listener = new Listener(resources, (uri) => this.#notices.add(uri));
    exchange.onEnd(() => listener.end());
    const { signal } = request;
    return listener.begin(message, { auth, signal, client: clientIn(message.params?._meta) });
  }
}

/** What a body cannot be since 2026-07-28 (basic/transports, "Sending Messages to the Server"). */
const INVALID = { status: 400, code: -32600 };
const NO_BATCHES = 'Invalid Request: send each message in a request of its own, there are no batches in this revision';
const NO_ANSWERS = 'Invalid Request: the server asks nothing in this revision, answer with `inputResponses`';

function isRequestOrNotification(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message;
}
