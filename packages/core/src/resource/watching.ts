import type { Definition } from '../definition/definition.js';
import { callMethod } from '../engine/method-call.js';
import type { Operation } from '../engine/operation.js';
import type { Logger } from '../logging/logger.js';
import type { EmptyResult, SubscribeParams } from '../protocol.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { addressOf, readerOf } from './resource-kind.js';

interface WatchingOptions {
  /** Called when the resource changes. */
  readonly notify: () => void;
  /** Whether clients may still read the resources of a definition. */
  readonly isServed: (definition: Definition) => boolean;
  readonly logger: Logger;
}

/** The watch of one subscription. It starts like any request, after `prepare` and the interceptors. */
export class Watching implements Operation<SubscribeParams, EmptyResult> {
  readonly method = 'resources/subscribe';
  readonly #options: WatchingOptions;
  #end: (() => unknown) | undefined;

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  async answer({ uri }: SubscribeParams, request: Request): Promise<EmptyResult> {
    if (uri !== request.asked) request.redirect(uri);
    const { definition, asked } = request;
    if (definition === undefined || asked === undefined) throw request.unknown();
    this.end(); // An interceptor may ask twice.
    const changed = () => this.#notify(definition);
    const watch = definition.instance === undefined ? watchClass : watchReader;
    this.#end = await watch({ definition, uri: asked, changed }, request);
    if (request.lifetime.isOver) this.end(); // The watch started too late.
    return {};
  }

  recheck(): EmptyResult {
    return {};
  }

  end(): void {
    const end = this.#end;
    this.#end = undefined;
    const failed = (error: unknown) => this.#options.logger.error('A watch on a resource failed to end', error);
    void new Promise((resolve) => resolve(end?.())).catch(failed);
  }

  /** For clients, a resource that is no longer served does not change. */
  #notify(definition: Definition): void {
    if (this.#options.isServed(definition)) this.#options.notify();
    else this.end();
  }
}

interface Watched {
  readonly definition: Definition;
  readonly uri: string;
  readonly changed: () => void;
}

type End = (() => unknown) | undefined;

function watchReader({ definition, uri, changed }: Watched, request: Request): Awaitable<End> {
  request.step = 'call';
  return readerOf(definition).watch?.(uri, changed, request.context);
}

function watchClass({ definition, uri, changed }: Watched, request: Request): Awaitable<End> {
  const { name, arguments: plan } = definition;
  const address = addressOf(definition);
  const args = () => plan.bind(address.textsIn(uri), request.binding(name, 'text'));
  if (!address.isWatched) {
    request.step = 'check';
    return request.after(args(), () => undefined);
  }
  const bind = () => request.after(args(), (bound) => [bound, changed, request.context]);
  return callMethod({ definition, method: 'watch', bind, step: 'call' }, request) as Awaitable<End>;
}
