import { withAllowLists } from './allow-lists.js';
import { type Authentication, type AuthenticationOptions, identify, toAuthentication } from './authentication.js';
import type { Backend } from './backend.js';
import { type BodyLimits, bodyLimits, type BodyOptions, holdsJson, readJson } from './body.js';
import { callerOf, carrierOf } from './caller.js';
import { CompletionLimit, type CompletionOptions } from './completion-limit.js';
import { Cors } from './cors.js';
import { Door, type DoorOptions } from './door.js';
import type { Place } from './entrance.js';
import {
  GONE,
  INTERNAL_ERROR,
  NO_SESSION,
  POST_ONLY,
  SHUTTING_DOWN,
  TOO_LONG,
  TOO_MANY_SESSIONS,
} from './endpoint-refusals.js';
import { repairRefusal, withRefusals } from './answer-repairs.js';
import { contentOf } from './envelope-fault.js';
import { type Exchange, exchangeFor } from './exchange.js';
import { isKeepable } from './extent.js';
import { type HostOptions, refuseForeign, refuseForeignHost } from './hosts.js';
import { Lane } from './lane/lane.js';
import type { Dialect } from './lane/dialect.js';
import { type Envelopes, EnvelopesDialect } from './lane/envelopes-dialect.js';
import { LaneClients, type LaneClientsOptions } from './lane/lane-clients.js';
import { SessionsDialect } from './lane/sessions-dialect.js';
import type { LaneSender } from './lane/lane-client.js';
import type { LaneRuntime } from './lane/lane-runtime.js';
import { answerMetadata } from './protected-resource.js';
import { messagesIn } from './message.js';
import { refuse } from './refusal.js';
import { type SessionLimits, Sessions } from './sessions.js';

export interface EndpointOptions
  extends HostOptions, SessionLimits, AuthenticationOptions, BodyOptions, CompletionOptions, DoorOptions {
  /**
   * Whether clients may open sessions. Change notices reach only clients with one, up to revision 2025-11-25; a request
   * without one is answered either way.
   * @default true
   */
  readonly sessions?: boolean;
  /**
   * Whether requests that need nothing but their answer are answered past the SDK, many times as fast and with the same
   * answers. With `responseMode: 'sse'` none are, and with `logging` none of a session.
   * @default true
   */
  readonly lane?: boolean;
}

/** What an adapter says of its lane. */
interface LaneBackend extends LaneClientsOptions {
  readonly runtime: LaneRuntime;
  /** The revision whose requests say themselves who sends them, where it is served. */
  readonly envelopes?: Envelopes | undefined;
}

/** One Streamable HTTP endpoint: everything between a web-standard request and the connection that answers it. */
export class Endpoint {
  readonly #options: EndpointOptions;
  readonly #backend: Backend;
  readonly #authentication: Authentication;
  readonly #sessions: Sessions;
  readonly #door: Door;
  readonly #limits: BodyLimits;
  readonly #completions: CompletionLimit;
  readonly #cors: Cors;
  #closed = false;

  /**
   * @throws {TypeError} for options that contradict each other, or that no request could meet
   * @throws {RangeError} for limits that are none
   */
  constructor(backend: Backend, given: EndpointOptions) {
    const options = withAllowLists(given);
    this.#backend = backend;
    this.#options = options;
    this.#authentication = toAuthentication(options, backend.logger);
    this.#sessions = new Sessions(backend.open, options);
    this.#door = new Door(options);
    this.#limits = bodyLimits(options);
    this.#completions = new CompletionLimit(options);
    this.#cors = new Cors(options);
  }

  /** The way past the SDK, where there is one. */
  lane({ runtime, envelopes, ...backend }: LaneBackend): Lane | undefined {
    if (this.#options.lane === false) return undefined;
    const clients = new LaneClients(this.#options.sessions === false ? undefined : this.#sessions, backend);
    const dialects: Dialect[] = [new SessionsDialect()];
    if (envelopes !== undefined) dialects.push(new EnvelopesDialect(envelopes));
    const server = {
      runtime,
      dialects,
      enter: () => this.#door.enter(),
      hold: (work: Promise<unknown>) => this.hold(work),
      report: (error: unknown) => this.#backend.logger?.warn('A request could not be answered', error),
      clientOf: (sender: LaneSender) => clients.of(sender),
      admits: (message: unknown, caller: () => string) => this.#completions.admits(message, caller),
    };
    const { bearer: _, ...options } = this.#options;
    return new Lane(server, { ...options, ...this.#authentication, ...this.#limits });
  }

  /** @param lane answers what it can, where that has not been tried yet */
  async fetch(request: Request, lane?: Lane): Promise<Response> {
    const metadata = answerMetadata(request, this.#authentication.bearer?.resource);
    if (metadata !== undefined) return refuseForeignHost(request, this.#options) ?? metadata;
    const foreign = refuseForeign(request, this.#options);
    if (foreign !== undefined) return this.#cors.reveal(request, await repairRefusal(foreign, request, undefined));
    return this.#cors.reveal(request, await (this.#cors.preflight(request) ?? this.#take(request, lane)));
  }

  /** Counts work that goes on when its request is over as one of those under way, until it ends. */
  hold(work: Promise<unknown>): void {
    this.#door.hold(work);
  }

  /** Whether requests are answered at the moment: it is not closed, and fewer are under way than may be. */
  isReady(): boolean {
    return this.#door.isOpen;
  }

  async close(): Promise<void> {
    this.#sessions.endQuestions(); // People take longer than a shutdown may.
    await this.#door.close();
    this.#closed = true;
    await Promise.all([this.#sessions.close(), this.#backend.stateless?.close()]);
  }

  async #take(request: Request, lane: Lane | undefined): Promise<Response> {
    const exchange = exchangeFor(request, this.#limits);
    const answer = await this.#enter(exchange, lane).catch(() => refuse(INTERNAL_ERROR));
    const repaired = await repairRefusal(answer, request, exchange.message);
    return exchange.answer(await withRefusals(repaired, exchange.refusals));
  }

  async #enter(exchange: Exchange, lane: Lane | undefined): Promise<Response> {
    if (this.#closed) return refuse(SHUTTING_DOWN);
    const place = this.#door.take(exchange);
    return place === undefined ? refuse(this.#door.refusal) : this.#answer(exchange, place, lane);
  }

  async #answer(exchange: Exchange, place: Place, lane: Lane | undefined): Promise<Response> {
    const refusal = await this.#read(exchange);
    if (refusal !== undefined) return refusal;
    if (exchange.hasEnded) return refuse(GONE); // Nobody waits for what would be done.
    if (!place.holds(exchange.message)) return refuse(this.#door.refusal);
    if (exchange.request.method !== 'POST') detach(exchange, place);
    const answered = lane?.fetch(exchange);
    if (answered !== undefined) return answered;
    const { stateless } = this.#backend;
    if (stateless === undefined || !(await stateless.takes(exchange))) return this.#answerOrOpen(exchange);
    const answer = await stateless.answer(exchange);
    if (stateless.isEndless(exchange)) detach(exchange, place);
    return answer;
  }

  /** Finds out who asks for what; gives what to answer with when that is not to be. */
  async #read(exchange: Exchange): Promise<Response | undefined> {
    const { request } = exchange;
    const asker = await identify(request, this.#authentication);
    if ('refusal' in asker) return asker.refusal;
    exchange.identity = asker.identity;
    if (request.method !== 'POST' || !holdsJson(request)) return undefined;
    const body = await readJson(request, this.#limits);
    if ('refusal' in body) return body.refusal;
    const content = contentOf(body.json, this.#backend.guards);
    if ('fault' in content) return refuse({ status: 400, ...content.fault });
    exchange.message = content.message;
    exchange.refusals = content.refusals;
    if (messagesIn(content.message).length === 0) return new Response(null, { status: 400 }); // Only refusals follow.
    const caller = () => callerOf(asker.identity, carrierOf(request));
    return this.#completions.admits(body.json, caller) ? undefined : refuse(this.#completions.refusalOf(body.json));
  }

  async #answerOrOpen(exchange: Exchange): Promise<Response> {
    if (this.#options.sessions === false) return this.#answerOnce(exchange);
    const id = exchange.request.headers.get('mcp-session-id');
    if (id !== null) return (await this.#sessions.handle(id, exchange)) ?? refuse(NO_SESSION);
    if (!this.#backend.guards.isIntroduction(exchange.message)) return this.#answerOnce(exchange);
    if (!isKeepable(exchange.message)) return refuse(TOO_LONG);
    return (await this.#sessions.open(exchange)) ?? refuse(TOO_MANY_SESSIONS);
  }

  async #answerOnce(exchange: Exchange): Promise<Response> {
    if (exchange.request.method !== 'POST') return refuse(POST_ONLY);
    const connection = await this.#backend.open();
    exchange.onEnd(() => void connection.close());
    return connection.handle(exchange);
  }
}

/** A stream that a client holds open is never done: a shutdown ends it, or that nobody vouches for the client any more. */
function detach(exchange: Exchange, place: Place): void {
  place.leave();
  exchange.endWithIdentity();
}
