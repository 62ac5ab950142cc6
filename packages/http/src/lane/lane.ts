import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AuthenticationOptions, identify, type Identity, vouch } from '../authentication.js';
import { type BodyLimits, tooSlow } from '../body.js';
import { callerOf } from '../caller.js';
import { Cors } from '../cors.js';
import type { LaneRequest } from './dialect.js';
import { Gate, type GateOptions } from './gate.js';
import type { Head } from './head.js';
import { readBody } from './incoming-body.js';
import { LaneCall } from './lane-call.js';
import type { LaneServer } from './lane-server.js';
import { readMessage } from './message.js';
import { SESSIONS_DIALECT } from './sessions-dialect.js';

export interface LaneOptions extends GateOptions, AuthenticationOptions, BodyLimits {}

/** One request in the lane, and how it gets out. */
interface Passage {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Hands it to the server. */
  readonly handOver: () => void;
  /** Counts it out. */
  readonly leave: () => void;
}

/** What a request asks, and who does. */
interface Asked {
  readonly head: Head;
  readonly message: unknown;
  readonly request: LaneRequest;
  readonly identity: Identity | undefined;
}

type Answer = (request: Request) => Promise<Response>;

/**
 * A way past the SDK for requests that are complete and valid, and need nothing but their answer. Every other request
 * goes to the server, untouched but for its body, which may have been read.
 */
export class Lane {
  readonly #server: LaneServer;
  readonly #options: LaneOptions;
  readonly #gate: Gate;
  readonly #cors: Cors;
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
    const leave = head && this.#server.enter();
    if (head === undefined || leave === undefined) return handOver();
    const passage = { incoming, outgoing, handOver, leave };
    if (this.#options.authenticate === undefined) this.#read(passage, head, undefined);
    else void this.#identify(passage, head);
  }

  /** What the lane has to say to a request that it has handed over: the answer, or who asks. */
  answer(request: Request, incoming: object): Promise<Response> | undefined {
    const identity = this.#identities.get(incoming);
    if (identity !== undefined) vouch(request, identity);
    return this.#answers
      .get(incoming)?.(request)
      .then((response) => this.#cors.reveal(request, response));
  }

  async #identify(passage: Passage, head: Head): Promise<void> {
    const { incoming } = passage;
    const asker = await identify(toRequest(incoming, head), this.#options);
    if ('refusal' in asker) {
      this.#surface(passage, () => Promise.resolve(asker.refusal));
      return passage.leave();
    }
    if (asker.identity !== undefined) this.#identities.set(incoming, asker.identity);
    this.#read(passage, head, asker.identity);
  }

  #read(passage: Passage, head: Head, identity: Identity | undefined): void {
    const read = (bytes: Buffer) => {
      const message = readMessage(bytes);
      const request = message === undefined ? undefined : SESSIONS_DIALECT.read(message);
      if (request !== undefined && this.#ask(passage, { head, message, request, identity })) return;
      Object.assign(passage.incoming, { rawBody: bytes }); // Where the listener of the server looks for it.
      passage.leave(); // First, or it would be counted twice.
      passage.handOver();
    };
    const late = () => {
      this.#surface(passage, () => Promise.resolve(tooSlow(this.#options)));
      passage.leave();
    };
    readBody(passage.incoming, { read, failed: passage.leave, late, timeoutMs: this.#options.bodyTimeoutMs });
  }

  /** Sends a request to the runtime, unless it is the server's to judge. */
  #ask(passage: Passage, { head, message, request, identity }: Asked): boolean {
    const { sessionId, revision, origin } = head;
    const from = this.#server.clientOf({ sessionId, revision, identity });
    if (from === undefined || from.calls?.has(request.id) === true) return false;
    if (!this.#server.admits(message, () => callerOf(identity, passage.incoming))) return false;
    from.enter();
    const leave = () => {
      from.leave();
      passage.leave();
    };
    const surface = (answer: Answer) => this.#surface(passage, answer);
    const { outgoing } = passage;
    const cors = this.#cors.headersFor(origin);
    const call = new LaneCall({ outgoing, request, from, identity, cors, surface, leave });
    const isAsked = call.ask(this.#server.runtime);
    if (!isAsked) from.leave();
    return isAsked;
  }

  #surface({ incoming, handOver }: Passage, answer: Answer): void {
    this.#answers.set(incoming, answer);
    handOver();
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
