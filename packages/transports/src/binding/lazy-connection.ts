import { AsyncResource } from 'node:async_hooks';
import type { Client } from '@cuecard/core';
import type { Sender } from '../auth/auth-info.js';
import { clientIntroducedBy } from '../jsonrpc/client-shape.js';
import { errorOf } from '../jsonrpc/envelope-fault.js';
import { isAnswer, isIntroduced, isIntroduction, isRequest, type Message, type RequestId } from '../jsonrpc/message.js';
import type { ConnectedServer, OpenServer, Wire } from './sdk-server.js';

interface LazyConnectionOptions {
  /** What an introduction is answered with, besides the revision. */
  readonly welcome: (client: Client) => object;
  /** Makes the SDK's server. */
  readonly make: () => Promise<OpenServer>;
  /** Reports that it could not be made. */
  readonly report: (error: unknown) => void;
}

/** A message that has come while the server was being made. */
interface Waiting {
  readonly id: RequestId | undefined;
  /** Hands it over, in the asynchronous context in which it has come. */
  readonly hand: (connected: ConnectedServer) => void;
}

/** A connection that answers `initialize` itself. It makes a server of the SDK when a request needs one. */
export class LazyConnection implements ConnectedServer {
  /** The client, once it has introduced itself. */
  client: Client | undefined;
  readonly #wire: Wire;
  readonly #options: LazyConnectionOptions;
  /** What has come while the server was being made. */
  readonly #waiting: Waiting[] = [];
  #introduction: Message | undefined;
  #opening: Promise<OpenServer> | undefined;
  #connected: ConnectedServer | undefined;
  /** Is called when the server has taken note of the client; nothing when it is not about to. */
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
    if (isIntroduced(message) || (this.#opening === undefined && !isRequest(message))) return; // It changes nothing.
    const hand = AsyncResource.bind((connected: ConnectedServer) => connected.receive(message, sender));
    this.#waiting.push({ id: message.id, hand });
    void this.open().catch(() => {}); // Those who wait have been told.
  }

  send(message: Message, about?: RequestId): Promise<void> {
    return this.#wire.send(message, about);
  }

  /** Returns the server of the SDK, made if it has not been yet. */
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

  /** Another request tries again. */
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

  /** Tells the server who its client is, and takes its answer. */
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
        if (!this.#isClosed || this.#connected !== undefined) wire.release(); // It has been released without a server.
      },
    };
  }
}

/** The id of the introduction that a server of the SDK gets. */
const OWN_ID = 'cuecard/introduction';
