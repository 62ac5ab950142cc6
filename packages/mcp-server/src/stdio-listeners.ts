import type { Auth, Resources } from '@cuecard/core';
import { ResourceNotices } from '@cuecard/transports';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { clientIn } from './client.js';
import { isListen, Listener } from './listener.js';

interface ListenersOptions {
  readonly auth: Auth | undefined;
  /** Sends the notice that a resource has changed. */
  readonly tell: (uri: string) => void;
}

/** Those who listen to resources over stdio: the SDK answers them without telling anybody. */
export class StdioListeners {
  readonly #resources: Resources;
  readonly #auth: Auth | undefined;
  readonly #notices: ResourceNotices;
  readonly #listeners = new Map<unknown, Listener>();
  /** Those that are about to listen, by id: each settles when what is about it has been passed on, in its order. */
  readonly #beginning = new Map<unknown, Promise<void>>();

  constructor(resources: Resources, { auth, tell }: ListenersOptions) {
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

  /** Everything else goes past a request to listen, which may have to wait for what it listens to. */
  #pass(message: JSONRPCMessage, pass: (message: JSONRPCMessage) => void): void {
    const id = isListen(message) && 'id' in message ? message.id : cancelledBy(message);
    const before = this.#beginning.get(id);
    if (before === undefined && !isListen(message)) return this.#take(message, pass);
    const passing = this.#passAfter(before, message, pass);
    this.#beginning.set(id, passing);
    void passing.then(() => this.#forget(id, passing));
  }

  async #passAfter(
    before: Promise<void> | undefined,
    message: JSONRPCMessage,
    pass: (message: JSONRPCMessage) => void,
  ): Promise<void> {
    await before;
    this.#take(isListen(message) ? await this.#begin(message) : message, pass);
  }

  #forget(id: unknown, passing: Promise<void>): void {
    if (this.#beginning.get(id) === passing) this.#beginning.delete(id);
  }

  #take(message: JSONRPCMessage, pass: (message: JSONRPCMessage) => void): void {
    const cancelled = cancelledBy(message);
    if (cancelled !== undefined) this.#end(cancelled);
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

/** The id of the request that a message cancels, if it cancels one. */
export function cancelledBy(message: JSONRPCMessage): unknown {
  return 'method' in message && message.method === 'notifications/cancelled'
    ? message.params?.['requestId']
    : undefined;
}
