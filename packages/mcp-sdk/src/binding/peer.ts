import { type AuthInput, type CallOptions, type Client, supportsElicitation } from '@cuecard/core';
import { progressTo, type RequestId, SILENT_CLIENT, anonymousClient } from '@cuecard/server/internal';
import type { ClientLog } from './client-log.js';
import { PendingElicitations } from './pending-elicitations.js';
import type { SdkRequest, SdkServer } from './sdk-server.js';

type Elicit = NonNullable<CallOptions['elicit']>;

interface PeerOptions {
  /** The caller, if the transport does not know one. */
  readonly auth: AuthInput | undefined;
  /** The log; missing if the client does not get it. */
  readonly log: ClientLog | undefined;
  /** Whether requests of the server reach the client. */
  readonly elicitation: boolean;
}

/** The client at the other end of a server's connection. */
export class SdkPeer {
  readonly #server: SdkServer;
  readonly #options: PeerOptions;
  #elicitations = new PendingElicitations();

  constructor(server: SdkServer, options: PeerOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** Resets the client before another one connects. */
  reset(): void {
    this.#elicitations = new PendingElicitations();
    this.#options.log?.reset();
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
      log: this.#options.log?.of(request),
      elicit: this.#isAskable(client) ? this.#elicit(id) : undefined,
      checkHeaders,
    };
  }

  #clientOf({ client, revision, userAgent }: SdkRequest): Client {
    return client ?? this.#server.client ?? anonymousClient(revision, userAgent) ?? SILENT_CLIENT;
  }

  #isAskable(client: Client): boolean {
    return this.#options.elicitation && !this.#server.isEnveloped && supportsElicitation(client);
  }

  // A failure to report progress must not fail the request.
  #progress({ id, meta }: SdkRequest): CallOptions['progress'] {
    const token = meta?.['progressToken'];
    if (typeof token !== 'string' && typeof token !== 'number') return undefined;
    return progressTo(token, (params) => {
      this.#server.notify('notifications/progress', params, id).catch((error) => this.#server.report(error));
    });
  }

  #elicit(id: RequestId): Elicit {
    return (form, { signal }) =>
      this.#elicitations.ask(signal, (question) => this.#server.elicit(form, { about: id, signal: question }));
  }
}
