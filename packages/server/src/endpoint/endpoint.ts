import { setImmediate as turn } from 'node:timers/promises';
import type { Monitor } from '@cuecard/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Authentication, type AuthenticationOptions, identify, toAuthentication } from '../auth/authentication.js';
import type { Asker } from '../auth/identity.js';
import { Admission, type AdmissionOptions } from '../edge/admission.js';
import { withAllowLists } from '../edge/allow-lists.js';
import { bodyRefusal, encodingFault, holdsJson, readJson } from '../edge/body.js';
import { type BodyLimits, bodyLimits, type BodyOptions } from '../edge/body-limits.js';
import { Closing, type ClosingOptions } from '../edge/closing.js';
import { SharedCompletions, type SharedCompletionOptions } from '../edge/shared-completions.js';
import { Cors } from '../edge/cors.js';
import type { BodyFault, BodyTaker, Exchange, ExchangeOptions } from '../edge/exchange.js';
import { HeldBytes } from '../edge/held-bytes.js';
import { weightOf } from '../edge/message-weight.js';
import { type HostOptions, Hosts } from '../edge/hosts.js';
import { NodeExchange } from '../edge/node-exchange.js';
import { GONE, INTERNAL_ERROR, SHUTTING_DOWN } from '../edge/refusals.js';
import { shareIn } from '../edge/shares.js';
import { TrustedProxies } from '../edge/trusted-proxies.js';
import { TickBatch } from '../edge/tick-batch.js';
import type { Answer } from '../session/reply.js';
import { WebExchange } from '../edge/web-exchange.js';
import type { Refusal } from '../jsonrpc/refusal.js';
import type { FetchHandler } from '../server/handler.js';
import { metadataFor } from './metadata.js';
import type { Responder } from './responder.js';

export interface EndpointOptions
  extends HostOptions, ClosingOptions, AuthenticationOptions, BodyOptions, SharedCompletionOptions, AdmissionOptions {}

/** The backend that answers admitted requests. */
export interface Backend {
  readonly responder: Pick<Responder, 'check' | 'answer' | 'endQuestions' | 'close'>;
  /** Logs errors that no client can receive, and why callers are refused. */
  readonly logger?: { warn(message: string, error?: unknown): void };
  readonly monitor?: Monitor;
}

/**
 * Each request passes host and origin, admission, authentication and body, once and in this order, on any platform.
 * Then the backend answers it.
 */
export class Endpoint implements FetchHandler, BodyTaker {
  readonly #backend: Backend;
  readonly #authentication: Authentication;
  readonly #admission: Admission;
  readonly #closing: Closing;
  readonly #hosts: Hosts;
  readonly #cors: Cors;
  readonly #limits: BodyLimits;
  readonly #completions: SharedCompletions;
  readonly #exchange: ExchangeOptions & { readonly batch: TickBatch };

  /**
   * @throws {TypeError} if options contradict each other, or no request could meet them
   * @throws {RangeError} for invalid limits
   */
  constructor(backend: Backend, given: EndpointOptions) {
    const options = withAllowLists(given);
    this.#backend = backend;
    this.#authentication = toAuthentication(options, backend.logger);
    this.#limits = bodyLimits(options);
    const held = new HeldBytes(this.#limits.maxHeldBytes, shareIn(options));
    const { monitor } = backend;
    const proxies = new TrustedProxies(options);
    const metadataUrl = this.#authentication.bearer?.resource.metadataUrl;
    this.#exchange = { limits: this.#limits, held, proxies, monitor, metadataUrl, batch: new TickBatch() };
    this.#admission = new Admission(options, held);
    this.#closing = new Closing(options, () => this.#end());
    this.#completions = new SharedCompletions(options, backend.monitor);
    this.#hosts = new Hosts(options);
    this.#cors = new Cors(options);
  }

  /** Answers a request of Node. */
  listen(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#take(new NodeExchange(incoming, outgoing, this.#exchange));
  }

  fetch(request: Request): Promise<Response> {
    const exchange = new WebExchange(request, this.#exchange);
    this.#take(exchange);
    return exchange.answered;
  }

  /** Whether requests should come: it does not close, and fewer than the maximum are in progress. */
  isReady(): boolean {
    return !this.#closing.hasBegun && this.#admission.isOpen;
  }

  close(): Promise<void> {
    return this.#closing.close();
  }

  /** Code of the application instead of Node's may throw, and must not stop other requests. */
  attempt(exchange: Exchange, work: () => void): void {
    try {
      exchange.run(work);
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  read(exchange: Exchange, bytes: Uint8Array): void {
    if (bytes.length === 0 && Number(exchange.head.length) > 0) return this.refused(exchange, 'read before');
    const fault = encodingFault(exchange.head.encoding);
    if (fault !== undefined) return this.#refuse(exchange, fault);
    const body = readJson(bytes, this.#limits.maxValues);
    if ('refusal' in body) this.#refuse(exchange, body.refusal);
    else this.#receive(exchange, body.json, body.weight);
  }

  parsed(exchange: Exchange, message: unknown): void {
    this.#receive(exchange, message, weightOf(message, 2));
  }

  #receive(exchange: Exchange, message: unknown, bytes: number): void {
    exchange.message = message;
    const refusal = this.#admission.keep(exchange, bytes);
    if (refusal !== undefined) return this.#refuse(exchange, refusal);
    const isAdmitted = this.#completions.admits(exchange);
    if (typeof isAdmitted === 'boolean') this.#decide(exchange, isAdmitted);
    else void isAdmitted.then((is) => this.attempt(exchange, () => this.#decide(exchange, is)));
  }

  refused(exchange: Exchange, why: BodyFault): void {
    this.#refuse(exchange, bodyRefusal(why, this.#limits));
  }

  failed(exchange: Exchange): void {
    this.#refuse(exchange, GONE);
  }

  async #end(): Promise<void> {
    this.#backend.responder.endQuestions(); // Users take longer than a shutdown may.
    await this.#admission.close();
    this.#backend.responder.close();
    await turn(); // By then the streams that it ends have been written.
  }

  #take(exchange: Exchange): void {
    try {
      const answer =
        metadataFor(exchange, this.#hosts, this.#authentication.bearer) ??
        this.#foreign(exchange) ??
        this.#cors.preflight(exchange);
      if (answer === undefined) this.#letIn(exchange);
      else exchange.respond(answer);
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  #letIn(exchange: Exchange): void {
    exchange.place = this.#admission.take(exchange);
    if (exchange.place === undefined) return exchange.respond(exchange.refuse(this.#admission.refusal));
    const asking = identify(exchange, this.#authentication);
    if (asking === undefined) this.#admit(exchange);
    else void this.#ask(exchange, asking);
  }

  #fail(exchange: Exchange, error: unknown): void {
    exchange.hangUp();
    exchange.leaveNow();
    this.#backend.logger?.warn('A request could not be answered', error);
  }

  #foreign(exchange: Exchange): Response | undefined {
    const why = this.#hosts.fault(exchange.head);
    const { origin } = exchange.head;
    if (origin !== undefined) exchange.permit(this.#cors.permit(origin));
    return why && exchange.refuse(why);
  }

  async #ask(exchange: Exchange, asking: Promise<Asker>): Promise<void> {
    const asker = await asking;
    this.attempt(exchange, () => {
      if ('refusal' in asker) return this.#refuse(exchange, asker.refusal);
      exchange.identity = asker.identity;
      this.#admit(exchange);
    });
  }

  #admit(exchange: Exchange): void {
    const refusal = this.#admission.charge(exchange);
    if (refusal !== undefined) return this.#refuse(exchange, refusal);
    if (exchange.method === 'POST' && holdsJson(exchange.head.type)) exchange.readBody(this);
    else this.#answer(exchange);
  }

  #decide(exchange: Exchange, isAdmitted: boolean): void {
    return isAdmitted ? this.#answer(exchange) : this.#refuse(exchange, this.#completions.refusal);
  }

  #answer(exchange: Exchange): void {
    if (this.#admission.isOver) return this.#refuse(exchange, SHUTTING_DOWN); // Nothing would end what it begins.
    void this.#answerOf(exchange).then((answer) => this.attempt(exchange, () => this.#send(exchange, answer)));
  }

  async #answerOf(exchange: Exchange): Promise<Answer> {
    if (exchange.hasEnded) return exchange.refuse(GONE); // Its client no longer waits.
    const { responder, logger } = this.#backend;
    try {
      const refusal = responder.check(exchange) ?? this.#admission.grow(exchange);
      return refusal === undefined ? await responder.answer(exchange) : exchange.refuse(refusal);
    } catch (error) {
      logger?.warn('A request could not be answered', error);
      return exchange.refuse(INTERNAL_ERROR);
    }
  }

  /** Sends an answer. A stream keeps its slot until it ends; the work of a document has ended. */
  #send(exchange: Exchange, answer: Answer): void {
    if (answer instanceof Response) {
      exchange.leaveAtEnd();
      exchange.respond(answer);
    } else {
      exchange.answer(answer, exchange.sessionId);
      exchange.leave();
    }
  }

  #refuse(exchange: Exchange, refusal: Refusal): void {
    exchange.respond(exchange.refuse(refusal));
    exchange.leave();
  }
}
