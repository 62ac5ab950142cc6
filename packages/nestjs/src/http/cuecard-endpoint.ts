import type { IncomingMessage, ServerResponse } from 'node:http';
import { handlerOptions } from '@cuecard/server/internal';
import { createHandler, type HttpHandler } from '@cuecard/server';
import type { OnModuleInit, InjectionToken } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import {
  type CuecardModuleOptions,
  type CuecardRequest,
  type ServedApplication,
  DEFAULT_SERVER,
} from '../options/options.js';
import { currentExchange, runWith } from '../call/nest-call.js';

/** A Fastify request, which contains Node's request. */
interface FastifyRequest {
  readonly raw: IncomingMessage & { body?: unknown };
  readonly body?: unknown;
}

interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): unknown;
  getHeaders(): Readonly<Record<string, number | string | string[] | undefined>>;
}

const METADATA = '/.well-known/oauth-protected-resource';

/** The endpoint of a server. Its controller passes requests to it. */
export class CuecardEndpoint implements OnModuleInit {
  readonly #server: ServedApplication;
  readonly #adapters: HttpAdapterHost;
  #handler: HttpHandler | undefined;

  /** @internal */
  constructor(server: ServedApplication, adapters: HttpAdapterHost) {
    this.#server = server;
    this.#adapters = adapters;
  }

  /** Handles a request from Express or Fastify, using the body that the framework has already parsed, if any. */
  handle(request: object, response: object): void {
    const handler = (this.#handler ??= this.#createHandler());
    if (!isFastify(request, response)) {
      runWith({ request, response }, () => handler(request as IncomingMessage, response as ServerResponse));
      return;
    }
    const reply = response as FastifyReply;
    reply.hijack();
    copyHeaders(reply);
    if (request.body !== undefined) request.raw.body = request.body;
    runWith({ request, response }, () => handler(request.raw, reply.raw));
  }

  /** Whether the endpoint accepts requests, because it is open and below its limit of concurrent requests. */
  isReady(): boolean {
    return (this.#handler ??= this.#createHandler()).isReady?.() ?? true;
  }

  /** @internal */
  onModuleInit(): void {
    const { httpAdapter } = this.#adapters as { readonly httpAdapter: HttpAdapterHost['httpAdapter'] | undefined };
    if (!httpAdapter) return; // Over stdio and in tests there is no HTTP adapter.
    this.#handler ??= this.#createHandler();
    const { bearer } = this.#server.options;
    if (bearer === undefined) return;
    const { pathname } = new URL(bearer.resource);
    const path = pathname === '/' ? METADATA : `${METADATA}${pathname}`;
    const answer = (request: object, response: object) => this.handle(request, response);
    // Outside the application's prefix and guards, because clients without a token read here where to get one.
    httpAdapter.get(path, answer);
    httpAdapter.options?.(path, answer);
  }

  #createHandler(): HttpHandler {
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

/** Reads the identity from the framework's request. Guards store the user there, not on Node's request. */
function identityIn(options: CuecardModuleOptions): ReturnType<NonNullable<CuecardModuleOptions['identity']>> {
  const exchange = currentExchange();
  return exchange && options.identity?.(exchange.request as CuecardRequest);
}

/** Copies the headers that hooks and guards have set on the reply. Fastify does not send them after `hijack`. */
function copyHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
}

function isFastify(request: object, response: object): request is FastifyRequest {
  return 'raw' in request && 'hijack' in response;
}

/**
 * Returns the injection token of a server's endpoint, for your own controllers. The default server's token is
 * `CuecardEndpoint`.
 */
export function getEndpointToken(server = DEFAULT_SERVER): InjectionToken<CuecardEndpoint> {
  return server === DEFAULT_SERVER ? CuecardEndpoint : `Cuecard endpoint "${server}"`;
}
