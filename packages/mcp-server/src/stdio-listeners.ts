import type { Auth, ServedResources } from '@cuecard/core';
import { type LineTransport, ResourceNotices } from '@cuecard/http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { clientIn } from './client.js';
import { isListen, Listener } from './listener.js';

type Transport = LineTransport<JSONRPCMessage>;

interface ListenersOptions {
  readonly auth: Auth | undefined;
  /** Sends the notice that a resource has changed. */
  readonly tell: (uri: string) => void;
}

/** Those who listen to resources over stdio: the SDK answers them without telling anybody. */
export class StdioListeners {
  readonly #resources: ServedResources;
  readonly #auth: Auth | undefined;
  readonly #notices: ResourceNotices;
  readonly #listeners = new Map<unknown, Listener>();
  /** Settles when all messages that had to wait have been passed on: they keep their order. */
  #passing: Promise<void> | undefined;

  constructor(resources: ServedResources, { auth, tell }: ListenersOptions) {
    this.#resources = resources;
    this.#auth = auth;
    this.#notices = new ResourceNotices(tell);
  }

  /** Hears what goes through a transport that is being served already. */
  observe(transport: Transport): void {
    const { onmessage, onclose } = transport;
    const send = transport.send.bind(transport);
    transport.onmessage = (message) => this.#pass(message, (passed) => onmessage?.(passed));
    transport.send = (message) => {
      // To be answered is the end of listening.
      if ('result' in message || 'error' in message) this.#end(message.id);
      return send(message);
    };
    transport.onclose = () => {
      for (const id of this.#listeners.keys()) this.#end(id);
      this.#notices.end();
      onclose?.();
    };
  }

  #pass(message: JSONRPCMessage, pass: (message: JSONRPCMessage) => void): void {
    if (this.#passing === undefined && !isListen(message)) return this.#take(message, pass);
    const passing = this.#passAfter(this.#passing, message, pass);
    this.#passing = passing;
    void passing.then(() => this.#forget(passing));
  }

  async #passAfter(
    before: Promise<void> | undefined,
    message: JSONRPCMessage,
    pass: (message: JSONRPCMessage) => void,
  ): Promise<void> {
    await before;
    this.#take(isListen(message) ? await this.#begin(message) : message, pass);
  }

  #forget(passing: Promise<void>): void {
    if (this.#passing === passing) this.#passing = undefined;
  }

  #take(message: JSONRPCMessage, pass: (message: JSONRPCMessage) => void): void {
    if ('method' in message && message.method === 'notifications/cancelled') this.#end(message.params?.['requestId']);
    pass(message);
  }

  async #begin(message: JSONRPCMessage & Parameters<Listener['begin']>[0]): Promise<JSONRPCMessage> {
    if (!('id' in message)) return message;
    const listener = new Listener(this.#resources, (uri) => this.#notices.add(uri));
    this.#end(message.id);
    this.#listeners.set(message.id, listener);
    return listener.begin(message, { auth: this.#auth, client: clientIn(message.params?._meta) });
  }

  #end(id: unknown): void {
    this.#listeners.get(id)?.end();
    this.#listeners.delete(id);
  }
}
