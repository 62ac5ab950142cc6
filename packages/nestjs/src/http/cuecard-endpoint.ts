import type { IncomingMessage, ServerResponse } from 'node:http';
import { handlerOptions } from '@cuecard/server/internal';
import { createHandler, type HttpHandler } from '@cuecard/server';
import type { OnModuleInit, InjectionToken } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import {
  type CuecardOptions,
  type CuecardRequest,
  type ServedApplication,
  DEFAULT_SERVER,
} from '../options/options.js';
import { currentExchange, runWith } from '../call/nest-call.js';

/** A request of Fastify, which has Node's inside. */
interface FastifyRequest {
  readonly raw: IncomingMessage & { body?: unknown };
  readonly body?: unknown;
}

interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): unknown;
}

const METADATA = '/.well-known/oauth-protected-resource';

/** The endpoint of a server, which its controller hands requests to. */
export class CuecardEndpoint implements OnModuleInit {
  readonly #server: ServedApplication;
  readonly #adapters: HttpAdapterHost;
  #handler: HttpHandler | undefined;

  /** @internal */
  constructor(server: ServedApplication, adapters: HttpAdapterHost) {
    this.#server = server;
    this.#adapters = adapters;
  }

  /** Answers a request of Express or Fastify, with the body that the framework may have parsed. */
  handle(request: object, response: object): void {
    const handler = (this.#handler ??= this.#open());
    if (!isFastify(request, response)) {
      runWith({ request, response }, () => handler(request as IncomingMessage, response as ServerResponse));
      return;
    }
    const reply = response as FastifyReply;
    reply.hijack();
    if (request.body !== undefined) request.raw.body = request.body;
    runWith({ request, response }, () => handler(request.raw, reply.raw));
  }

  /** Whether requests are answered at the moment: it is not closed, and fewer are under way than may be. */
  isReady(): boolean {
    return (this.#handler ??= this.#open()).isReady?.() ?? true;
  }

  /** @internal */
  onModuleInit(): void {
    const { httpAdapter } = this.#adapters as { readonly httpAdapter: HttpAdapterHost['httpAdapter'] | undefined };
    if (!httpAdapter) return; // Over stdio and in tests there is none.
    this.#handler ??= this.#open();
    const { bearer } = this.#server.options;
    if (bearer === undefined) return;
    const { pathname } = new URL(bearer.resource);
    const path = pathname === '/' ? METADATA : `${METADATA}${pathname}`;
    const answer = (request: object, response: object) => this.handle(request, response);
    // Not below the prefix of the application, and before its guards: clients learn there where they get tokens.
    httpAdapter.get(path, answer);
    httpAdapter.options?.(path, answer);
  }

  #open(): HttpHandler {
    const { runtime, options, introduction } = this.#server;
    const { bearer, http } = options;
    const handler = createHandler(runtime, {
      ...handlerOptions('CuecardModule: `http`', { ...http, ...introduction }),
      ...(bearer !== undefined && { bearer }),
      ...(options.identity !== undefined && { authenticate: () => identityIn(options) }),
    });
    this.#server.closeFirst(handler);
    return handler;
  }
}

/** Guards leave whom they have let in on the request of the framework, which is not always Node's. */
function identityIn(options: CuecardOptions): ReturnType<NonNullable<CuecardOptions['identity']>> {
  const exchange = currentExchange();
  return exchange && options.identity?.(exchange.request as CuecardRequest);
}

function isFastify(request: object, response: object): request is FastifyRequest {
  return 'raw' in request && 'hijack' in response;
}

/** The token of the endpoint of a server, for your own controllers; that of the default server is its class. */
export function endpointOf(server = DEFAULT_SERVER): InjectionToken<CuecardEndpoint> {
  return server === DEFAULT_SERVER ? CuecardEndpoint : `Cuecard endpoint "${server}"`;
}
