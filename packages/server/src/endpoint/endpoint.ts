import { setImmediate as turn } from 'node:timers/promises';
import type { Monitor } from '@cuecard/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Authentication, type AuthenticationOptions, identify, toAuthentication } from '../auth/authentication.js';
import type { AuthenticationResult } from '../auth/identity.js';
import { isMetadataPath, NO_METADATA } from '../auth/protected-resource.js';
import { Admission, type AdmissionOptions } from '../edge/admission.js';
import {
  bodyRefusal,
  encodingFault,
  holdsJson,
  messageOf,
  type BodyLimits,
  bodyLimits,
  type BodyOptions,
} from '../edge/body.js';
import { Shutdown, type ShutdownOptions } from '../edge/shutdown.js';
import { SharedCompletions, type SharedCompletionOptions } from '../edge/completion-limit.js';
import { Cors } from '../edge/cors.js';
import type { Exchange, ExchangeOptions } from '../edge/exchange.js';
import { HeldBytes } from '../edge/held-bytes.js';
import { type HostOptions, Hosts, withAllowLists } from '../edge/hosts.js';
import { NodeExchange, TurnEnd } from '../edge/node-exchange.js';
import { GONE, INTERNAL_ERROR, POST_ONLY } from '../edge/refusals.js';
import { shareIn } from '../edge/shares.js';
import { TrustedProxies } from '../edge/trusted-proxies.js';
import { WebExchange } from '../edge/web-exchange.js';
import { type Refusal, type Answer, isOpenStream } from '../jsonrpc/answer.js';
import type { FetchHandler } from '../server/listen.js';
import type { Responder } from './responder.js';

export interface EndpointOptions
  extends HostOptions, ShutdownOptions, AuthenticationOptions, BodyOptions, SharedCompletionOptions, AdmissionOptions {}

/** Answers admitted requests. */
export interface Backend {
  readonly responder: Pick<Responder, 'check' | 'answer' | 'endQuestions' | 'close'>;
  /** Logs errors that no client can receive, and the reasons why callers are rejected. */
  readonly logger?: { warn(message: string, error?: unknown): void };
  readonly monitor?: Monitor;
}

/**
 * Checks the host and origin, admission, authentication and body of every request, once and in this order, on any
 * platform. Then the responder answers the request.
 */
export class Endpoint implements FetchHandler {
  readonly #backend: Backend;
  readonly #authentication: Authentication;
  readonly #admission: Admission;
  readonly #closing: Shutdown;
  readonly #hosts: Hosts;
  readonly #cors: Cors;
  readonly #limits: BodyLimits;
  readonly #completions: SharedCompletions;
  readonly #exchange: ExchangeOptions & { readonly turn: TurnEnd };

  /**
   * @throws {TypeError} if options contradict each other, or no request could satisfy them
   * @throws {RangeError} for invalid limits
   */
  constructor(backend: Backend, input: EndpointOptions) {
    const options = withAllowLists(input);
    this.#backend = backend;
    this.#authentication = toAuthentication(options, backend.logger);
    this.#limits = bodyLimits(options);
    const held = new HeldBytes(this.#limits.maxHeldBytes, shareIn(options));
    const { monitor } = backend;
    const proxies = new TrustedProxies(options);
    const { bearer } = this.#authentication;
    this.#exchange = { limits: this.#limits, held, proxies, monitor, bearer, turn: new TurnEnd() };
    this.#admission = new Admission(options, held);
    this.#closing = new Shutdown(options, () => this.#end());
    this.#completions = new SharedCompletions(options, backend.monitor);
    this.#hosts = new Hosts(options);
    this.#cors = new Cors(options);
  }

  /** Answers a request of Node. */
  async listen(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const exchange = new NodeExchange(incoming, outgoing, this.#exchange);
    try {
      exchange.send(await this.#answer(exchange));
    } catch (error) {
      this.#fail(exchange, error); // The application may have replaced methods of the request or the response.
    }
  }

  /** @throws {Error} if the server has closed in the meantime */
  async fetch(request: Request): Promise<Response> {
    const exchange = new WebExchange(request, this.#exchange);
    try {
      return exchange.responseOf(await this.#answer(exchange));
    } catch (error) {
      this.#fail(exchange, error);
      throw error;
    }
  }

  /**
   * Whether load balancers should send requests: the server is not closing, and fewer than the maximum number of
   * requests are pending.
   */
  isReady(): boolean {
    return !this.#closing.hasBegun && this.#admission.isOpen;
  }

  close(): Promise<void> {
    return this.#closing.close();
  }

  async #end(): Promise<void> {
    // Withdraws elicitations, because users take longer to answer than a shutdown may take.
    this.#backend.responder.endQuestions();
    await this.#admission.close();
    this.#backend.responder.close();
    await turn(); // Waits until the ended streams are written.
  }

  async #answer(exchange: Exchange): Promise<Answer> {
    const refusal = this.#publicAnswer(exchange) ?? (await this.#refusalOf(exchange));
    if (refusal !== undefined) return refusal;
    try {
      const answer = await this.#backend.responder.answer(exchange);
      if (isOpenStream(answer)) exchange.begin();
      return answer;
    } catch (error) {
      this.#report(error);
      return INTERNAL_ERROR;
    }
  }

  #fail(exchange: Exchange, error: unknown): void {
    exchange.disconnect();
    exchange.releaseSlot();
    this.#report(error);
  }

  #report(error: unknown): void {
    this.#backend.logger?.warn('A request could not be answered', error);
  }

  /** The response to a request that needs no admission. */
  #publicAnswer(exchange: Exchange): Answer | undefined {
    if (FORBIDDEN_METHODS.has(exchange.method)) return POST_ONLY;
    return this.#metadata(exchange) ?? this.#hostOrOriginRefusal(exchange) ?? this.#cors.preflight(exchange);
  }

  /** The metadata of the protected resource, at its paths. */
  #metadata(exchange: Exchange): Answer | undefined {
    if (!exchange.url.startsWith('/.well-known/')) return undefined;
    const [path = ''] = exchange.url.split('?', 1);
    if (!isMetadataPath(path)) return undefined;
    const { bearer } = this.#authentication;
    return this.#hosts.hostRefusal(exchange.head) ?? bearer?.resource.answer(exchange, path) ?? NO_METADATA;
  }

  #hostOrOriginRefusal(exchange: Exchange): Refusal | undefined {
    const { origin } = exchange.head;
    if (origin !== undefined) exchange.permit(this.#cors.permit(origin));
    return this.#hosts.refusalOf(exchange.head);
  }

  /**
   * Admits a request, or returns the refusal. Awaits a promise only if it must, because a body that is already flowing
   * is lost after this turn.
   */
  async #refusalOf(exchange: Exchange): Promise<Refusal | undefined> {
    const noRoom = this.#admission.take(exchange);
    if (noRoom !== undefined) return noRoom;
    const identifying = identify(exchange, this.#authentication);
    return (
      (identifying && admit(exchange, await identifying)) ??
      this.#admission.charge(exchange) ??
      (hasMessage(exchange) ? await this.#receive(exchange) : undefined) ??
      (exchange.hasEnded ? GONE : undefined) ?? // The client no longer waits.
      this.#backend.responder.check(exchange) ??
      this.#admission.grow(exchange)
    );
  }

  /** Reads the message of a request. */
  async #receive(exchange: Exchange): Promise<Refusal | undefined> {
    const arrived = await exchange.readBody();
    if (typeof arrived === 'string') return bodyRefusal(arrived, this.#limits);
    const refusal = arrived instanceof Uint8Array ? this.#unreadable(exchange, arrived) : undefined;
    if (refusal !== undefined) return refusal;
    const body = messageOf(arrived, this.#limits);
    if ('refusal' in body) return body.refusal;
    exchange.message = body.json;
    return this.#admission.keep(exchange, body.weight) ?? this.#completions.refusalOf(exchange);
  }

  #unreadable({ head }: Exchange, bytes: Uint8Array): Refusal | undefined {
    if (bytes.length === 0 && Number(head.length) > 0) return bodyRefusal('read before', this.#limits);
    return encodingFault(head.encoding);
  }
}

/** No `Request` can have these methods (Fetch Standard, "forbidden method"). */
const FORBIDDEN_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

function admit(exchange: Exchange, result: AuthenticationResult): Refusal | undefined {
  if ('refusal' in result) return result.refusal;
  exchange.identity = result.identity;
  return undefined;
}

function hasMessage({ method, head }: Exchange): boolean {
  return method === 'POST' && holdsJson(head.type);
}
