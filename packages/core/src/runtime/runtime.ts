import type { CallOptions } from '../api/context.js';
import { withoutContainer } from '../api/resolver.js';
import { ChangeListeners } from '../catalogue/change-listeners.js';
import { Engine } from '../engine/engine.js';
import type { DefinitionFault } from '../errors.js';
import { limitsOf } from '../limits.js';
import { type Logger, stderr } from '../logging/logger.js';
import { SafeLogger } from '../logging/safe-logger.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import type { Registry } from '../registry/registry.js';
import { Completions } from './completions.js';
import { methodsOf, type RuntimeMethod } from './methods.js';
import { Prompts } from './prompts.js';
import { Resources } from './resources.js';
import type { RuntimeOptions } from './runtime-options.js';
import { type RuntimeParts, type Served, servingOf } from './served.js';
import { StartupCheck } from './startup-check.js';

const DEFAULTS = {
  resolver: withoutContainer,
  logger: stderr,
  pageSize: 100,
  select: [],
  interceptors: [],
  onFault: 'throw',
} as const;

/** Answers the methods of the specification from a registry. It knows no transport and no SDK. */
export class Runtime {
  /** Answers the prompt methods. */
  readonly prompts: Prompts;
  /** The methods that it answers, by name: adapters and lanes offer these. */
  readonly methods: ReadonlyMap<string, RuntimeMethod>;
  readonly #parts: RuntimeParts;
  readonly #resources: Resources;
  readonly #completions: Completions;
  readonly #startup: StartupCheck;
  readonly #servedOf: (registry: Registry) => Served;
  readonly #listeners: ChangeListeners;
  #served: Served;

  /**
   * @throws {DefinitionError} when a definition is declared wrongly or could not be constructed, unless `onFault` is `isolate`
   * @throws {RangeError} if a limit or the `pageSize` is invalid
   */
  constructor(options: RuntimeOptions) {
    const { prompts, resolver, interceptors, onFault, ...rest } = { ...DEFAULTS, ...options };
    const logger = new SafeLogger(rest.logger);
    const { messageOf, interpolation, withhold, prepare, askForMissing = false } = options;
    const services = { limits: limitsOf(options.limits), logger, resolver, messageOf, interpolation, withhold };
    const serving = { ...rest, resources: options.resources, isIntercepted: interceptors.length > 0 };
    this.#startup = new StartupCheck({ resolver, logger, interceptors, onFault });
    this.#servedOf = servingOf(serving, logger);
    this.#served = this.#servedOf(this.#startup.begin(prompts));
    this.#listeners = new ChangeListeners(logger, () => this.#served.catalogue);
    const engine = new Engine({ interceptors, prepare });
    this.#parts = { engine, services, askForMissing, served: () => this.#served };
    this.prompts = new Prompts(this.#parts);
    this.#resources = new Resources(this.#parts);
    this.#completions = new Completions(this.#parts);
    this.methods = methodsOf(this);
  }

  /** Answers the resource methods; nothing if there are no resources. */
  get resources(): Resources | undefined {
    return this.#served.readers.isOffered ? this.#resources : undefined;
  }

  get registry(): Registry {
    return this.#served.catalogue.registry;
  }

  /** Where it reports what people at the clients must not see; its adapters report there, too. */
  get logger(): Logger {
    return this.#parts.services.logger;
  }

  /** What is wrong with definitions that have been left out, if `onFault` is `isolate`. */
  get faults(): readonly DefinitionFault[] {
    return this.registry.faults;
  }

  /**
   * Answers `completion/complete` for an argument of a prompt, or a variable of a resource template: with nothing if there
   * is nothing to suggest.
   * @throws {RequestError} that is fit for the client
   */
  complete(params: CompleteParams, call?: CallOptions): Promise<CompleteResult> {
    return this.#completions.complete(params, call);
  }

  /**
   * Serves another registry from now on. Requests in flight finish on the old one; listeners are notified soon, once, if
   * the list that clients see has changed.
   * @throws {DefinitionError} when a definition could not be constructed; the old registry stays
   */
  replace(registry: Registry): void {
    const before = this.#served;
    this.#served = this.#servedOf(this.#startup.check(registry, before.catalogue.registry));
    this.#listeners.changed(before.catalogue);
  }

  /** Calls the listener soon after each change of the list; returns the function that ends this. */
  onListChanged(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }
}
