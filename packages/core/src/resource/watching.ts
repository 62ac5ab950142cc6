import type { Definition } from '../definition/definition.js';
import { Verdicts, type Visibility } from '../definition/visibility.js';
import { callMethod } from '../engine/invocation.js';
import type { Operation } from '../engine/engine.js';
import type { Logger } from '../logging/logger.js';
import { OutputFault } from '../messages/output-parts.js';
import { after } from '../pending.js';
import type { EmptyResult, SubscribeParams } from '../protocol.js';
import type { Request } from '../request/request.js';
import type { Awaitable } from '../types.js';
import { addressOf, readerOf } from './resource-kind.js';
import type { UpdateWatches } from '../updates/resource-updates.js';

interface WatchingOptions {
  /** Called when the resource changes. */
  readonly notify: () => void;
  /** The definitions that answer now instead of the one that is watched. */
  readonly counterparts: (definition: Definition) => readonly Definition[];
  /** The changes that the application reports, in addition to those that classes and readers notice. */
  readonly updates: UpdateWatches;
  readonly logger: Logger;
}

/** The watch of one subscription. It starts like any request, after `prepare` and the interceptors. */
export class Watching implements Operation<SubscribeParams, EmptyResult> {
  readonly method = 'resources/subscribe';
  readonly #options: WatchingOptions;
  #end: (() => unknown) | undefined;
  #endUpdates: (() => void) | undefined;

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  async answer({ uri }: SubscribeParams, request: Request): Promise<EmptyResult> {
    if (uri !== request.asked) await request.redirect(uri);
    const { definition, asked } = request;
    if (definition === undefined || asked === undefined) throw request.unknown();
    this.end(); // An interceptor may ask twice.
    const changed = this.#reporting(definition, request.forCaller());
    const watch = definition.instance === undefined ? watchClass : watchReader;
    const end = await watch({ definition, uri: asked, changed }, request);
    this.#end = end;
    try {
      this.#endUpdates = this.#options.updates.add(asked, changed);
    } catch (error) {
      this.end();
      throw error;
    }
    if (request.lifetime.isOver) this.end(); // The watch started too late.
    return {};
  }

  recheck(): EmptyResult {
    return {};
  }

  end(): void {
    const ends = [this.#end, this.#endUpdates];
    this.#end = undefined;
    this.#endUpdates = undefined;
    const failed = (error: unknown) => this.#options.logger.error('A watch on a resource failed to end', error);
    for (const end of ends) void new Promise((resolve) => resolve(end?.())).catch(failed);
  }

  /** Created apart, because closures of one function keep what any of them uses: here, the request. */
  #reporting(definition: Definition, caller: Request): () => void {
    return () => this.#notify(definition, caller);
  }

  /** For clients, a resource that is no longer served, or that they may no longer see, does not change. */
  #notify(definition: Definition, caller: Request): void {
    const served = this.#options.counterparts(definition);
    if (served.length === 0) this.end();
    else if (served.some(({ visibility }) => isVisible(visibility, caller))) this.#options.notify();
  }
}

/** Whether the caller may see something now: the verdicts of the request are those of when it came. */
function isVisible(rule: Visibility | undefined, { context, log }: Request): boolean {
  const undecided = (error: unknown) =>
    log.report('could not be told to have changed: who may see it is unclear', error);
  return rule === undefined || new Verdicts(context, undecided).allows(rule);
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
  return after(callMethod({ definition, method: 'watch', bind, step: 'call' }, request), endOf); // However late it begins.
}

/** @throws {OutputFault} if a watch that has begun cannot be ended */
function endOf(end: unknown): End {
  if (end === undefined || typeof end === 'function') return end as End;
  throw new OutputFault('is watched by a method that returns no function that ends the watch');
}
