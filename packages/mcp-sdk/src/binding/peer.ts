import { type GivenAuth, type CallOptions, type Client, showsForms } from '@cuecard/core';
import type { RequestId } from '@cuecard/server/internal';
import { SILENT_CLIENT, anonymousClient } from '@cuecard/server/internal';
import { SdkQuestions } from './questions.js';
import { progressTo } from '@cuecard/server/internal';
import { ClientLog } from './client-log.js';
import type { SdkRequest, SdkServer } from './sdk-server.js';

type Elicit = NonNullable<CallOptions['elicit']>;

export interface PeerOptions {
  /** The caller of requests whose transport names none. */
  readonly auth: GivenAuth | undefined;
  /** Whether the client is offered the log. */
  readonly logging: boolean;
  /** Whether requests of the server reach the client. */
  readonly questions: boolean;
}

/** The client at the other end of a server's connection. */
export class SdkPeer {
  readonly #server: SdkServer;
  readonly #options: PeerOptions;
  readonly #log: ClientLog | undefined;
  #questions = new SdkQuestions();

  /** Create one before the server is connected. */
  constructor(server: SdkServer, options: PeerOptions) {
    this.#server = server;
    this.#options = options;
    this.#log = options.logging ? new ClientLog(server) : undefined;
  }

  /** Forgets the client before another one connects. */
  reset(): void {
    this.#questions = new SdkQuestions();
    this.#log?.reset();
  }

  /** Returns the call options that the runtime receives for a request. */
  call(request: SdkRequest): CallOptions {
    const { signal, id, sessionId, meta, auth, checkHeaders } = request;
    const client = this.#clientOf(request);
    return {
      client,
      sessionId,
      signal,
      requestId: id,
      meta,
      auth: auth ?? this.#options.auth,
      progress: this.#progress(request),
      log: this.#log?.of(request),
      elicit: this.#isAskable(client) ? this.#elicit(id) : undefined,
      checkHeaders,
    };
  }

  #clientOf({ client, revision, userAgent }: SdkRequest): Client {
    return client ?? this.#server.client ?? anonymousClient(revision, userAgent) ?? SILENT_CLIENT;
  }

  #isAskable(client: Client): boolean {
    return this.#options.questions && !this.#server.isModern && showsForms(client);
  }

  // Failing to report progress must not fail the request.
  #progress({ id, meta }: SdkRequest): CallOptions['progress'] {
    const token = meta?.['progressToken'];
    if (typeof token !== 'string' && typeof token !== 'number') return undefined;
    return progressTo(token, (params) => {
      this.#server.notify('notifications/progress', params, id).catch((error) => this.#server.report(error));
    });
  }

  #elicit(id: RequestId): Elicit {
    return (form, { signal }) =>
      this.#questions.ask(signal, (question) => this.#server.elicit(form, { about: id, signal: question }));
  }
}
