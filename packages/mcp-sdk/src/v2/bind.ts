import type { ServedRuntime } from '@cuecard/core';
import { bind, type BindOptions as Options } from '../binding/bind.js';
import { type Capabilities } from '../binding/sdk-server.js';
import { RequestState, type RequestStateOptions, Rounds } from '@cuecard/server/internal';
import type { Server } from '@modelcontextprotocol/server';
import { V2Server } from './server.js';

export interface BindOptions extends Options, RequestStateOptions {}

/**
 * Makes a low-level SDK server answer the prompt and tool methods from a runtime, and the resource methods if the
 * runtime has resources, and notify its client of changes. Up to 2025-11-25, lists without another handler are empty.
 * Bind before the server is connected. A server for one HTTP request has no client to notify: there, since 2026-07-28,
 * changes are for the handler's own `notify`.
 * @returns the function that ends the notifications and the subscriptions; call it when the server's connection has
 * closed
 * @throws {TypeError} if one of the `stateKeys` is neither bytes nor a text
 * @throws {RangeError} if one of the `stateKeys` is shorter than 32 bytes
 */
export function bindRuntime(server: Server, runtime: ServedRuntime, options: BindOptions = {}): () => void {
  const rounds = new Rounds(new RequestState(options, runtime.monitor));
  return bind(new BoundServer(server), runtime, options, rounds).end;
}

/**
 * The application's own server, whose revision is known once it is connected. Since 2026-07-28 the SDK silently
 * acknowledges subscriptions to resources, and answers an unknown method with another HTTP status than a handler can.
 */
class BoundServer extends V2Server {
  /** The work for earlier revisions only. */
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
