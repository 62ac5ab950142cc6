import type { IncomingMessage, ServerResponse } from 'node:http';
import { repairRefusal } from '../edge/answer-repairs.js';
import { type Authentication, identify, vouch } from '../auth/authentication.js';
import { type BodyLimits, tooSlow } from '../edge/body.js';
import { callerOf } from '../edge/caller.js';
import { Cors } from '../edge/cors.js';
import { type Exchange, exchangeFor } from '../edge/exchange.js';
import type { Asker, Identity } from '../auth/identity.js';
import { handOn } from '../edge/parsed-body.js';
import type { LaneRequest } from './dialect.js';
import { Gate, type GateOptions } from './gate.js';
import type { Head } from './head.js';
import { readBody, takeBody } from './incoming-body.js';
import { LaneCall } from './lane-call.js';
import type { LaneServer } from './lane-server.js';
import { readMessage } from './message.js';
import { type Answer, FetchPassage, NodePassage, type Passage } from './passage.js';
import { Turn } from './turn.js';

export interface LaneOptions extends GateOptions, Authentication, BodyLimits {}

/** A request whose body is there, and on whose behalf it is made. */
interface Read {
  readonly head: Head;
  readonly bytes: Buffer;
  readonly identity: Identity | undefined;
}

/** What a request says, and on whose behalf. */
interface Said extends Omit<Read, 'bytes'> {
  readonly message: unknown;
  /** How it has come, for whom its completions count, unless they have been counted. */
  readonly carrier?: IncomingMessage;
}

/**
 * A way past the SDK for requests that are complete and valid, and need nothing but their answer. Every other request
 * goes to the server, untouched but for its body, which may have been read.
 */
export class Lane {
  readonly #server: LaneServer;
  readonly #options: LaneOptions;
  readonly #gate: Gate;
  readonly #cors: Cors;
  readonly #turn = new Turn();
  /** What is to be answered without the server, and on whose behalf the others are made. */
  readonly #answers = new WeakMap<object, Answer>();
  readonly #identities = new WeakMap<object, Identity>();

  constructor(server: LaneServer, options: LaneOptions) {
    this.#server = server;
    this.#options = options;
    this.#gate = new Gate(options);
    this.#cors = new Cors(options);
  }

  /** Answers a request, or hands it over. */
  take(incoming: IncomingMessage, outgoing: ServerResponse, handOver: () => void): void {
    const head = this.#gate.pass(incoming);
    const slot = head && this.#server.enter();
    if (head === undefined || slot === undefined) return handOver();
    if (head.origin !== undefined) this.#cors.head(outgoing, head.origin);
    const { answerTimeoutMs } = this.#options;
    const passage = new NodePassage({ incoming, outgoing, handOver, slot, answerTimeoutMs }, this.#answers);
    const asker = this.#askerOf(incoming, head);
    if (asker === undefined) this.#read(passage, head, undefined);
    else void this.#admit(passage, head, asker);
  }

  /** What the lane has to say to a request that it has handed over: the answer, or who asks. */
  answer(request: Request, incoming: object): Promise<Response> | undefined {
    const identity = this.#identities.get(incoming);
    if (identity !== undefined) vouch(request, identity);
    const answer = this.#answers.get(incoming);
    return answer && this.#deliver(answer, request);
  }

  /** Answers a web-standard request that has been let in and read; gives nothing when that is for the server. */
  fetch(exchange: Exchange): Promise<Response> | undefined {
    const { request, message, identity } = exchange;
    const head = this.#gate.passWeb(request);
    if (head === undefined || message === undefined) return undefined;
    const passage = new FetchPassage(exchange);
    if (!this.#ask(passage, { head, message, identity })) return undefined;
    passage.hold();
    return passage.answered;
  }

  /** Finds out who asks, where somebody has to. For a token one header is enough; a request is made for others only. */
  #askerOf(incoming: IncomingMessage, head: Head): Promise<Asker> | undefined {
    const { authenticate, bearer } = this.#options;
    if (bearer !== undefined) return bearer.identifyHolder(head.authorization);
    return authenticate === undefined ? undefined : identify(toRequest(incoming, head), this.#options);
  }

  async #admit(passage: NodePassage, head: Head, asking: Promise<Asker>): Promise<void> {
    const asker = await asking;
    if (!('refusal' in asker)) {
      if (asker.identity !== undefined) this.#identities.set(passage.incoming, asker.identity);
      return this.#read(passage, head, asker.identity);
    }
    this.#attempt(passage, () => passage.surface(() => Promise.resolve(asker.refusal)));
    passage.leave();
  }

  #read(passage: NodePassage, head: Head, identity: Identity | undefined): void {
    const take = () => {
      const bytes = takeBody(passage.incoming);
      if (bytes === undefined) this.#wait(passage, head, identity);
      else this.#answer(passage, { head, bytes, identity });
    };
    this.#turn.add(() => this.#attempt(passage, take));
  }

  #wait(passage: NodePassage, head: Head, identity: Identity | undefined): void {
    const read = (bytes: Buffer) => this.#attempt(passage, () => this.#answer(passage, { head, bytes, identity }));
    const late = () => {
      this.#attempt(passage, () => passage.surface(() => Promise.resolve(tooSlow(this.#options))));
      passage.leave();
    };
    readBody(passage.incoming, { read, failed: () => passage.leave(), late, timeoutMs: this.#options.bodyTimeoutMs });
  }

  /** Works on a request in its own context; what an application has put in Node's place may throw, and must not stop others. */
  #attempt(passage: NodePassage, work: () => void): void {
    try {
      passage.run(work);
    } catch (error) {
      passage.hangUp();
      passage.leave();
      this.#server.report(error);
    }
  }

  #answer(passage: NodePassage, { head, bytes, identity }: Read): void {
    const { incoming: carrier } = passage;
    const message = readMessage(bytes);
    if (message !== undefined && this.#ask(passage, { head, message, identity, carrier })) return;
    handOn(carrier, { bytes, message });
    passage.leave(); // First, or it would be counted twice.
    passage.handOver();
  }

  /** Sends a request to the runtime, unless it is the server's to judge. */
  #ask(passage: Passage, { head, message, identity, carrier }: Said): boolean {
    const request = this.#understand(message, head);
    if (request === undefined) return false;
    const { sessionId, revision } = head;
    const from = request.from ?? this.#server.clientOf({ sessionId, revision, identity });
    if (from === undefined || from.calls?.has(request.id) === true) return false;
    if (carrier !== undefined && !this.#server.admits(message, () => callerOf(identity, carrier))) return false;
    return new LaneCall(passage, { server: this.#server, request, from, identity }).ask();
  }

  async #deliver(answer: Answer, request: Request): Promise<Response> {
    return exchangeFor(request, this.#options).answer(await repairRefusal(await answer(request), request));
  }

  #understand(message: unknown, head: Head): LaneRequest | undefined {
    try {
      for (const dialect of this.#server.dialects) {
        const request = dialect.read(message, head);
        if (request !== undefined) return request;
      }
    } catch {
      // An adapter's checks may not stand what some send. Nobody waits for this turn, so that would end the process.
    }
    return undefined;
  }
}

function toRequest(incoming: IncomingMessage, { host }: Head): Request {
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] as string, incoming.rawHeaders[at + 1] as string);
  }
  return new Request(`${scheme}://${host}${incoming.url}`, { method: 'POST', headers });
}
