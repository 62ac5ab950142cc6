import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServedRuntime } from '@cuecard/core';
import { createHandler, type HttpHandler, type Identity, type ServerIdentity } from '@cuecard/server';
import type { ApiRequest } from './api-routes.js';

/**
 * An endpoint whose caller is the one that the query names: `?principal=ann&scopes=orders:read+orders:write`. Only the
 * holder of the token reaches it, so it trusts the query, regardless of how the project authenticates its clients.
 */
export class CallerEndpoint {
  readonly #handler: HttpHandler;

  constructor(runtime: ServedRuntime, identity: ServerIdentity) {
    const authenticate = ({ url }: Request) => callerIn(new URL(url).searchParams);
    this.#handler = createHandler(runtime, { ...identity, sessions: false, authenticate });
  }

  /** Answers a POST whose token has been checked. */
  async answer({ request, response, query, signal }: ApiRequest): Promise<void> {
    const { authorization: _token, host: _host, origin: _origin, ...headers } = request.headers;
    const answer = await this.#handler.fetch(
      new Request(`http://localhost/?${query}`, {
        method: 'POST',
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: Readable.toWeb(request) as ReadableStream,
        duplex: 'half',
        signal,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else await pipeline(answer.body, response);
  }

  close(): void {
    void this.#handler.close();
  }
}

function callerIn(query: URLSearchParams): Identity {
  const scopes = query.get('scopes')?.split(' ').filter(Boolean) ?? [];
  return { principal: query.get('principal') || 'developer', scopes };
}
