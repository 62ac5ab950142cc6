import type { Definition } from '../definition/definition.js';
import { Verdicts, type Visibility } from '../definition/visibility.js';
import type { Operation } from '../engine/engine.js';
import type { Logger } from '../logging/logger.js';
import type { EmptyResult, SubscribeParams } from '../protocol.js';
import type { Request } from '../request/request.js';
import type { WatchedResource } from './resource-source.js';
import type { ServedResources } from './served-resources.js';
import type { UpdateWatches } from '../updates/resource-updates.js';

interface WatchingOptions {
  /** Called when the resource changes. */
  readonly notify: () => void;
  /** The resources that are served now. */
  readonly served: () => ServedResources;
  /** The changes that the application reports, in addition to those that classes and readers notice. */
  readonly updates: UpdateWatches;
  readonly logger: Logger;
}

/** The watch of one subscription. It starts like any request, after `prepare` and the interceptors. */
export class ResourceWatch implements Operation<SubscribeParams, EmptyResult> {
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
    await request.within(this.#begin({ definition, uri: asked, changed }, request));
    return {};
  }

  async #begin(watched: WatchedResource, request: Request): Promise<void> {
    this.#end = await this.#options.served().watch(watched, request);
    try {
      this.#endUpdates = this.#options.updates.add(watched.uri, watched.changed);
    } catch (error) {
      this.end();
      throw error;
    }
    if (request.lifetime.isOver) this.end(); // The watch started too late.
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
    const served = this.#options.served().counterparts(definition);
    if (served.length === 0) this.end();
    else if (served.some(({ visibility }) => isVisible(visibility, caller))) this.#options.notify();
  }
}

/** Whether the caller may see the definition now: the verdicts of the request are from when it arrived. */
function isVisible(rule: Visibility | undefined, { context, log }: Request): boolean {
  const reportUndecided = (error: unknown) =>
    log.report('could not be reported as changed: it is unclear who may see it', error);
  return rule === undefined || new Verdicts(context, reportUndecided).allows(rule);
}
