import { type Auth, type CallOptions, type Client, showsForms } from '@cuecard/core';
import { identityOf, progressTo, Questions } from '@cuecard/transports';
import type { RequestId, Server, ServerContext } from '@modelcontextprotocol/server';
import { clientIn, clientOf, isStateless, SILENT_STRANGER, strangerOf } from './client.js';
import { ClientLog } from './client-log.js';

/** As long as a timer can be: how long a person may take is for the runtime to say, which ends the question by its signal. */
const MAX_MS = 2 ** 31 - 1;

type Elicit = NonNullable<CallOptions['elicit']>;

type Asked = [form: Parameters<Elicit>[0], options: { signal: AbortSignal; timeout: number }];

export interface PeerOptions {
  /** Whose requests these are, where the transport does not say. */
  readonly auth: Auth | undefined;
  /** Whether the client is offered the log. */
  readonly logging: boolean;
  /** Whether the client can be asked anything by a request of the server. */
  readonly questions: boolean;
  /** Whether what comes before an answer reaches the client. */
  readonly interim: boolean;
  readonly onOverrun: CallOptions['onOverrun'];
}

/** The client at the other end of a server's connection. */
export class Peer {
  /** What the people at the client are being asked by requests of the server. */
  readonly questions = new Questions();
  readonly #server: Server;
  readonly #options: PeerOptions;
  readonly #log: ClientLog | undefined;

  /** Make one before the server is connected. */
  constructor(server: Server, options: PeerOptions) {
    this.#server = server;
    this.#options = options;
    this.#log = options.logging ? new ClientLog(server) : undefined;
  }

  /** Whether requests stand on their own, so that an answer may be that the person has to be asked. */
  get isStateless(): boolean {
    return isStateless(this.#server.getNegotiatedProtocolVersion());
  }

  /** How a request that is answered past the SDK asks the person at the client; nothing where nobody can be asked. */
  get asking(): ((request: RequestId) => Elicit) | undefined {
    const client = clientOf(this.#server);
    if (client === undefined || !this.#isAskable(client)) return undefined;
    return (request) => this.#elicitFor(request);
  }

  /** Forgets the client, which has gone. */
  end(): void {
    this.#log?.reset();
  }

  /** What the runtime should know about a request. */
  call(ctx: ServerContext): CallOptions {
    const { mcpReq, sessionId, http } = ctx;
    const { interim, auth } = this.#options;
    const client = this.#client(ctx);
    return {
      client,
      sessionId,
      signal: mcpReq.signal,
      requestId: mcpReq.id,
      meta: mcpReq._meta,
      auth: http?.authInfo === undefined ? auth : identityOf(http.authInfo),
      progress: interim ? this.#progress(ctx) : undefined,
      log: interim ? this.#log?.of(ctx, this.#failed) : undefined,
      elicit: this.#isAskable(client) ? this.#elicit(ctx) : undefined,
      onOverrun: this.#options.onOverrun,
    };
  }

  // A client that cannot be told how things are going is no reason for them to fail.
  readonly #failed = (error: unknown) => this.#server.onerror?.(error as Error);

  #isAskable(client: Client): boolean {
    return this.#options.questions && !this.isStateless && showsForms(client);
  }

  #client({ mcpReq, http }: ServerContext): Client {
    if (this.isStateless) return clientIn(mcpReq.envelope);
    const known = clientOf(this.#server) ?? strangerOf(http?.req?.headers.get('mcp-protocol-version'));
    return known ?? SILENT_STRANGER;
  }

  #progress({ mcpReq }: ServerContext): CallOptions['progress'] {
    const token = mcpReq._meta?.progressToken;
    if (token === undefined) return undefined;
    return progressTo(token, (params) => {
      mcpReq.notify({ method: 'notifications/progress', params: { ...params } }).catch(this.#failed);
    });
  }

  #elicit({ mcpReq }: ServerContext): Elicit {
    return this.#asks(mcpReq.id, (params, options) => mcpReq.send({ method: 'elicitation/create', params }, options));
  }

  #elicitFor(id: RequestId): Elicit {
    return this.#asks(id, (params, options) =>
      this.#server.request({ method: 'elicitation/create', params }, { ...options, relatedRequestId: id }),
    );
  }

  #asks(id: RequestId, send: (...asked: Asked) => ReturnType<Elicit>): Elicit {
    return (form, { signal }) =>
      this.questions.ask(id, signal, (question) => send(form, { signal: question, timeout: MAX_MS }));
  }
}
