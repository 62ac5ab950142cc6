import { AsyncResource } from 'node:async_hooks';
import type { Client } from '@cuecard/core';
import type { Sender } from '../auth/auth-info.js';
import { clientIntroducedBy } from '../jsonrpc/client-shape.js';
import { errorOf } from '../jsonrpc/envelope-fault.js';
import { isAnswer, isIntroduced, isIntroduction, isRequest, type Message, type RequestId } from '../jsonrpc/message.js';
import type { ConnectedServer, OpenServer, Wire } from './sdk-server.js';

interface LazyConnectionOptions {
  /** The answer to `initialize`, apart from the revision. */
  readonly welcome: (client: Client) => object;
  /** Creates the SDK's server. */
  readonly make: () => Promise<OpenServer>;
  /** Reports that it could not be created. */
  readonly report: (error: unknown) => void;
}

/** A message that arrived while the server was being created. */
interface Waiting {
  readonly id: RequestId | undefined;
  /** Delivers it in the asynchronous context in which it arrived. */
  readonly hand: (connected: ConnectedServer) => void;
}

/** A connection that answers `initialize` itself, and creates a server of the SDK once a request needs one. */
export class LazyConnection implements ConnectedServer {
  /** The client after `initialize`. */
  client: Client | undefined;
  readonly #wire: Wire;
  readonly #options: LazyConnectionOptions;
  /** The messages that arrived while the server was being created. */
  readonly #waiting: Waiting[] = [];
  #introduction: Message | undefined;
  #opening: Promise<OpenServer> | undefined;
  #connected: ConnectedServer | undefined;
  /** Called when the server has registered the client, if that is pending. */
  #hasMet: (() => void) | undefined;
  #isClosed = false;

  constructor(wire: Wire, options: LazyConnectionOptions) {
    this.#wire = wire;
    this.#options = options;
  }

  receive(message: Message, sender: Sender): void {
    if (isIntroduction(message)) return this.#welcome(message);
    if (isRequest(message) && message.method === 'ping') return this.#answer(message.id, {});
    if (this.#connected !== undefined) return this.#connected.receive(message, sender);
    if (isIntroduced(message) || (this.#opening === undefined && !isRequest(message))) return; // Nothing changes.
    const hand = AsyncResource.bind((connected: ConnectedServer) => connected.receive(message, sender));
    this.#waiting.push({ id: message.id, hand });
    void this.open().catch(() => {}); // The waiting requests have been answered already.
  }

  send(message: Message, about?: RequestId): Promise<void> {
    return this.#wire.send(message, about);
  }

  /** Returns the server of the SDK, creating it if necessary. */
  open(): Promise<OpenServer> {
    return (this.#opening ??= this.#open().catch((error: unknown) => this.#fail(error)));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#connected === undefined) this.#wire.release();
    else await this.#connected.close();
  }

  async #open(): Promise<OpenServer> {
    const server = await this.#options.make();
    if (this.#isClosed) return server;
    const connected = await server.connect(this.#wireOfServer());
    if (this.#introduction !== undefined) await this.#introduce(connected, this.#introduction);
    if (this.#isClosed) {
      await connected.close();
      return server;
    }
    this.#connected = connected;
    for (const { hand } of this.#waiting.splice(0)) hand(connected);
    return server;
  }

  /** The next request tries again. */
  #fail(error: unknown): never {
    this.#opening = undefined;
    this.#options.report(error);
    for (const { id } of this.#waiting.splice(0))
      if (id !== undefined) void this.send(errorOf({ id, code: -32603, message: 'Internal error' }));
    throw error;
  }

  #welcome(message: Message & { readonly id: RequestId }): void {
    const client = clientIntroducedBy(message);
    this.#introduction = message;
    this.client = client;
    if (this.#connected !== undefined) void this.#introduce(this.#connected, message);
    this.#answer(message.id, { protocolVersion: client.revision, ...this.#options.welcome(client) });
  }

  #answer(id: RequestId, result: object): void {
    void this.send({ jsonrpc: '2.0', id, result });
  }

  /** Introduces the client to the server, and takes its answer. */
  async #introduce(connected: ConnectedServer, message: Message): Promise<void> {
    const met = new Promise<void>((resolve) => (this.#hasMet = resolve));
    connected.receive({ ...message, id: OWN_ID }, {});
    await met;
    this.#hasMet = undefined;
  }

  #wireOfServer(): Wire {
    const wire = this.#wire;
    return {
      get sessionId() {
        return wire.sessionId;
      },
      send: async (message, about) => {
        if (this.#hasMet === undefined || message.id !== OWN_ID || !isAnswer(message)) await wire.send(message, about);
        else this.#hasMet();
      },
      release: () => {
        if (!this.#isClosed || this.#connected !== undefined) wire.release(); // It was released before it had a server.
      },
    };
  }
}

/** The id of the `initialize` request to a server of the SDK. */
const OWN_ID = 'cuecard/introduction';
