import type { CallOptions } from '../api/context.js';
import type { Definition } from '../definition/definition.js';
import { VisibilityResults } from '../definition/visibility.js';
import { type Operation, prepareCall } from '../engine/engine.js';
import { RequestError } from '../errors.js';
import { OutputFault } from '../output/output.js';
import type { EmptyResult, SubscribeParams } from '../protocol.js';
import { Request, type RuntimeServices, targetWithoutName } from '../request/request.js';
import type { UpdateWatches } from '../updates/resource-updates.js';
import { requireUri } from './resource-address.js';
import { argumentsAt } from './resource-source.js';
import { addressOf, readerOf, RESOURCE, type ResourceHandler } from './resource.js';
import type { ServedResources } from './served-resources.js';

export interface SubscriptionOptions {
  /** Runs the request that starts a watch. */
  readonly begin: (watch: ResourceWatch, uri: string, call: CallOptions) => Promise<unknown>;
  /** Called with the URI of each changed resource. */
  readonly notify: (uri: string) => void;
  readonly served: () => ServedResources;
  /** The changes that the application reports, in addition to those that classes and readers report. */
  readonly updates: UpdateWatches;
  readonly services: () => RuntimeServices;
}

/** The subscriptions of one connection (server/resources, "Subscriptions"). */
export class ResourceSubscriptions {
  readonly #options: SubscriptionOptions;
  readonly #watches = new Map<string, ResourceWatch>();

  constructor(options: SubscriptionOptions) {
    this.#options = options;
  }

  /**
   * Subscribes to a resource, unless it is already subscribed. Checks the URI.
   * @throws {NotFoundError} if the resource does not exist or may not be read
   * @throws {RequestError} if there are too many subscriptions, or the URI is missing or too long
   */
  async add(uri: string | undefined, call: CallOptions = {}): Promise<void> {
    const checkedUri = requireUri(uri);
    const { subscribedUriLength } = this.#options.services().limits;
    if (checkedUri.length > subscribedUriLength) throw uriTooLongError(checkedUri, subscribedUriLength);
    // A different request may be starting a watch on the URI. That watch may still fail, for example because the
    // request is cancelled.
    for (let watch = this.#watches.get(checkedUri); watch !== undefined; watch = this.#watches.get(checkedUri))
      if (await watch.hasBegun) return;
    if (this.#watches.size >= this.max) throw tooManySubscriptionsError(this.max);
    const watch = new ResourceWatch(checkedUri, this.#options);
    this.#watches.set(checkedUri, watch);
    try {
      await watch.begin(call);
    } catch (error) {
      if (this.#watches.get(checkedUri) === watch) this.#watches.delete(checkedUri);
      throw error;
    }
  }

  /** Whether there is a subscription to a resource, including one that is still starting. */
  has(uri: string): boolean {
    return this.#watches.has(uri);
  }

  get max(): number {
    return this.#options.services().limits.subscriptions;
  }

  /**
   * Ends a subscription, if there is one.
   * @throws {RequestError} if the URI is missing
   */
  async remove(uri: string | undefined): Promise<void> {
    const checkedUri = requireUri(uri);
    const watch = this.#watches.get(checkedUri);
    this.#watches.delete(checkedUri);
    await watch?.end();
  }

  end(): void {
    const watches = [...this.#watches.values()];
    this.#watches.clear();
    for (const watch of watches) void watch.end();
  }
}

/** The watch on one resource. It exists from the subscription request on, before it has begun. */
class ResourceWatch implements Operation<SubscribeParams, EmptyResult> {
  readonly method = 'resources/subscribe';
  /** Resolves when the watch has begun (`true`) or failed to begin (`false`). */
  hasBegun = Promise.resolve(false);
  readonly #uri: string;
  readonly #options: SubscriptionOptions;
  #isOver = false;
  /** The functions that end the watch of the class or reader, and the watch of `updates`. */
  #endFunctions: ((() => unknown) | undefined)[] = [];

  constructor(uri: string, options: SubscriptionOptions) {
    this.#uri = uri;
    this.#options = options;
  }

  async begin(call: CallOptions): Promise<void> {
    const beginning = this.#options.begin(this, this.#uri, call);
    this.hasBegun = beginning.then(
      () => true,
      () => false,
    );
    try {
      await beginning;
    } catch (error) {
      this.#isOver = true; // The watch may still begin later, and must not report changes then.
      this.#stop(); // An interceptor may fail after the watch has begun.
      throw error;
    }
  }

  async answer({ uri }: SubscribeParams, request: Request): Promise<EmptyResult> {
    if (uri !== request.requested) await request.redirect(uri);
    const { definition, requested } = request;
    if (definition === undefined || requested === undefined) throw request.notFoundError();
    this.#stop(); // An interceptor may call `next` twice.
    await request.waitFor(this.#watch(definition, requested, request));
    return {};
  }

  check(): EmptyResult {
    return {};
  }

  async end(): Promise<void> {
    this.#isOver = true;
    if (await this.hasBegun) this.#stop();
  }

  async #watch(definition: Definition, uri: string, request: Request): Promise<void> {
    const { updates } = this.#options;
    const notify = this.#createListener(definition, request.forCaller());
    this.#endFunctions = [await watchResource(definition, uri, notify, request)];
    try {
      this.#endFunctions.push(updates.add(uri, notify));
    } catch (error) {
      this.#stop();
      throw error;
    }
    if (request.lifetime.isOver) this.#stop(); // The request ended while the watch began.
  }

  #stop(): void {
    const logFailure = (error: unknown) =>
      this.#options.services().logger.error('A watch on a resource failed to end', error);
    for (const end of this.#endFunctions.splice(0)) void new Promise((resolve) => resolve(end?.())).catch(logFailure);
  }

  /** A separate method, so that the closure does not keep the original request in memory. */
  #createListener(definition: Definition, caller: Request): () => void {
    return () => this.#report(definition, caller);
  }

  /** Reports a change, unless the resource is no longer served or the caller may no longer see it. */
  #report(definition: Definition, caller: Request): void {
    const served = this.#options.served().counterparts(definition);
    if (served.length === 0) this.#stop();
    else if (!this.#isOver && served.some((each) => isVisible(each, caller))) this.#options.notify(this.#uri);
  }
}

/** Whether the caller may see the definition now. Earlier results are out of date, so all tests run again. */
function isVisible({ visibility }: Definition, caller: Request): boolean {
  const reportVisibilityError = (error: unknown) =>
    caller.report('could not be reported as changed, because its visibility check failed', error);
  return visibility === undefined || new VisibilityResults(caller.context, reportVisibilityError).allows(visibility);
}

function uriTooLongError({ length }: string, max: number): RequestError {
  return new RequestError(`The URI has ${length} characters. Subscribe to a URI with at most ${max} characters.`, {
    code: -32602,
    data: { subscribedUriLength: max },
  });
}

function tooManySubscriptionsError(max: number): RequestError {
  return new RequestError(`There are ${max} subscriptions already. Unsubscribe from a resource first.`, {
    code: -32602,
    data: { subscriptions: max },
  });
}

type EndWatch = (() => unknown) | undefined;

function hasMethod(definition: Definition, method: 'watch' | 'watchList'): boolean {
  const { instance } = definition;
  return instance === undefined
    ? addressOf(definition).methods.includes(method)
    : readerOf(definition)[method] !== undefined;
}

/** Whether any of the definitions can report changes of its resources. */
export function canWatch(definitions: readonly Definition[]): boolean {
  return definitions.some((each) => hasMethod(each, 'watch'));
}

/** Watches a resource. Resolves to the function that ends the watch; `undefined` if it cannot be watched. */
async function watchResource(
  definition: Definition,
  uri: string,
  notify: () => void,
  request: Request,
): Promise<EndWatch> {
  const { instance } = definition;
  const bind = async () => [
    instance === undefined ? await argumentsAt(uri, definition, request) : uri,
    notify,
    request.context,
  ];
  if (!hasMethod(definition, 'watch')) {
    request.step = 'check';
    await bind();
    return undefined;
  }
  const watch = await prepareCall({ definition, method: 'watch', bind, step: 'call' }, request);
  const end = await watch(); // Waits even if the request has ended, because a watch that begins late must be ended.
  if (end === undefined || typeof end === 'function') return end as EndWatch;
  throw new OutputFault('has a method watch that returns neither undefined nor a function that ends the watch');
}

/**
 * Watches the lists of readers and classes, and calls `notify` when a list changes. Returns a function that ends the
 * watches. Logs failures.
 * @param services returns the current services of the runtime
 */
export function watchLists(
  definitions: readonly Definition[],
  notify: () => void,
  services: () => RuntimeServices,
): () => void {
  const begin = async (each: Definition) =>
    each.instance === undefined ? watchClassList(each, notify, services()) : readerOf(each).watchList?.(notify);
  const endFunctions = definitions
    .filter((each) => hasMethod(each, 'watchList'))
    .map((each) => {
      const logFailureTo = (work: string) => (error: unknown) =>
        services().logger.error(`${each.type.name} failed to ${work} its list`, error);
      const beginning = begin(each).catch(logFailureTo('watch')) as Promise<EndWatch>;
      return () => void beginning.then((end) => end?.()).catch(logFailureTo('end the watch on'));
    });
  return () => {
    for (const end of endFunctions) end();
  };
}

/** Constructs a handler in a request without a client, and calls its `watchList`. */
async function watchClassList(
  { type, resolver }: Definition,
  notify: () => void,
  services: RuntimeServices,
): Promise<EndWatch> {
  const construct = resolver ?? services.resolver;
  const subject = `The watch on the list of ${type.name}`;
  const request = new Request(targetWithoutName(RESOURCE.name, RESOURCE.limit, subject), services);
  try {
    request.step = 'construct';
    const handler = await request.waitFor(construct(type, request.context));
    request.step = 'call';
    const end = await (handler as ResourceHandler).watchList?.(notify);
    request.end();
    return end;
  } catch (error) {
    request.fail(error);
    return undefined;
  }
}
