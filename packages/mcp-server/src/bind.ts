import type { ServedRuntime } from '@cuecard/core';
import {
  bind,
  type BindOptions as Options,
  type Capabilities,
  RequestState,
  type RequestStateOptions,
  Rounds,
} from '@cuecard/transports';
import type { Server } from '@modelcontextprotocol/server';
import { V2Server } from './server.js';

export interface BindOptions extends Options, RequestStateOptions {}

/**
 * Makes a low-level SDK server answer the prompt methods from a runtime, the resource methods too if the runtime has
 * resources, and notify its client of changes. Up to 2025-11-25, lists that nobody else answers are empty. Bind before the
 * server is connected. A server that answers one HTTP request has nobody to notify: there, since 2026-07-28, changes are
 * for the handler's own `notify`.
 * @returns the function that ends the notices and the subscriptions; call it when the server's connection has closed
 * @throws {RangeError} for a `stateKey` of less than 32 bytes
 */
export function bindRuntime(server: Server, runtime: ServedRuntime, options: BindOptions = {}): () => void {
  const rounds = new Rounds(new RequestState(options));
  return bind(new BoundServer(server), runtime, { ...options, rounds }).end;
}

/**
 * A server of the application's own, whose revision is known when it is connected. Since 2026-07-28 the SDK acknowledges
 * subscriptions to resources by itself and tells nobody, and answers a method that it does not know with another HTTP
 * status than a handler can.
 */
class BoundServer extends V2Server {
  /** What is done for earlier revisions only. */
  readonly #late: (() => void)[] = [];

  constructor(server: Server) {
    super(server);
    const connect = server.connect.bind(server);
    server.connect = (transport) => {
      if (server.transport === undefined && !this.isModern) for (const offer of this.#late.splice(0)) offer();
      return connect(transport);
    };
  }

  override declare({ resources, ...others }: Capabilities): void {
    const { subscribe, ...notices } = resources ?? {};
    if (subscribe === true) this.#late.push(() => super.declare({ resources: { subscribe } }));
    super.declare(resources === undefined ? others : { ...others, resources: notices });
  }

  override answerOthers(handler: Parameters<V2Server['answerOthers']>[0]): void {
    this.#late.push(() => super.answerOthers(handler));
  }
}
