import type { CallOptions, Client } from '../api/context.js';
import type { Host } from '../clients/client-profile.js';
import { COMPLETION, completionTarget } from '../completion/completion.js';
import type { Definition } from '../definition/definition.js';
import type { DefinitionFault } from '../definition-error.js';
import { type KindName, RequestError } from '../errors.js';
import type { Logger } from '../logging/logger.js';
import type { Monitor } from '../logging/monitor.js';
import type { CompleteParams, CompleteResult } from '../protocol.js';
import { Registry } from '../registry/registry.js';
import { UpdateWatches } from '../updates/resource-updates.js';
import { functionOf, OptionKind } from '../text/option-kinds.js';
import { ListChanges } from './list-changes.js';
import { Prompts } from './prompts.js';
import { Resources } from './resources.js';
import { Tools } from './tools.js';
import type { RuntimeOptions } from './runtime-options.js';
import { type RuntimeStateHolder, RuntimeState, type ServedDefinitions } from './runtime-state.js';
import type { Answer } from '../api/calls.js';

/** Answers the protocol's methods. Independent of transports and SDKs. */
export class Runtime {
  readonly prompts: Prompts;
  readonly tools: Tools;
  readonly #resources: Resources;
  /** The methods for the definitions that are served now. Cached, because every request looks up a method. */
  #methods: { readonly served: ServedDefinitions; readonly byName: ReadonlyMap<string, RuntimeMethod> } | undefined;
  readonly #changes: ListChanges;
  readonly #holder: RuntimeStateHolder;

  /**
   * @throws {DefinitionError} if definitions have faults, unless `onFault` is `isolate`
   * @throws {RangeError} if a limit or the `pageSize` is invalid
   * @throws {TypeError} if an option does not exist, or `prompts` or `resolver` is invalid
   */
  constructor(options: RuntimeOptions) {
    this.#holder = { state: new RuntimeState(options), updates: new UpdateWatches(() => this.monitor) };
    this.prompts = new Prompts(this.#holder);
    this.tools = new Tools(this.#holder);
    this.#resources = new Resources(this.#holder);
    this.#changes = new ListChanges(this.#holder);
    this.#holder.updates.follow(this.#holder.state.updates);
  }

  /** Answers the resource methods; `undefined` if there are no resources. */
  get resources(): Resources | undefined {
    return this.#holder.state.served.resources.isOffered ? this.#resources : undefined;
  }

  /** The protocol methods that the runtime answers, by name. */
  get methods(): ReadonlyMap<string, RuntimeMethod> {
    const { served } = this.#holder.state;
    if (this.#methods?.served !== served) this.#methods = { served, byName: this.#methodsFor(served) };
    return this.#methods.byName;
  }

  offers(capability: RuntimeMethod['capability'], client?: Client): boolean {
    if (capability === 'tools') return this.tools.isOffered || this.listsPromptsAsTools(client);
    const { offersPrompts, served } = this.#holder.state;
    if (capability === 'prompts') return offersPrompts;
    return served.resources.isOffered || (capability === 'completions' && offersPrompts);
  }

  #methodsFor({ promptTools }: ServedDefinitions): ReadonlyMap<string, RuntimeMethod> {
    const { prompts, tools } = this;
    const complete: Runtime['complete'] = (params, call) => this.complete(params, call);
    return createMethods({ prompts, tools, resources: this.#resources, complete }, (capability) => {
      return this.offers(capability) || (capability === 'tools' && promptTools.mayBeOffered);
    });
  }

  /** Whether a client gets prompts as tools. If so, its list of tools changes when its prompts change. */
  listsPromptsAsTools(client?: Client): boolean {
    return this.#holder.state.served.promptTools.isOfferedTo(client);
  }

  get registry(): Registry {
    return this.#holder.state.registry;
  }

  /** The hosts with a profile. A call that passes a host's `client` gets the result for that host. */
  get hosts(): readonly Host[] {
    return this.#holder.state.services.clients.hosts;
  }

  /** Returns the definition for `name` or `name@version`; `undefined` if the caller may not see one. */
  find(name: string, kind: KindName = 'prompt', call?: CallOptions): Promise<Definition | undefined> {
    return this.#holder.state.find(name, kind, call);
  }

  /** The logger, which also receives failures that clients must not see. Adapters also log to it. */
  get logger(): Logger {
    return this.#holder.state.services.logger;
  }

  /** The monitor, which reports problems to the people who operate the server. Adapters also use it. */
  get monitor(): Monitor {
    return this.#holder.state.services.monitor;
  }

  /** The faults of excluded definitions, if `onFault` is `isolate`. */
  get faults(): readonly DefinitionFault[] {
    return this.registry.faults;
  }

  /**
   * Answers `completion/complete` for an argument, or for a variable of a resource template. The result is empty if
   * there are no suggestions.
   * @throws {RequestError} with a message that the client may see
   */
  complete(params: CompleteParams, call?: CallOptions): Promise<CompleteResult> {
    const { state } = this.#holder;
    return state.run(COMPLETION, params, completionTarget(params, state.served), call);
  }

  /**
   * Serves a new registry. Requests in flight finish with the old registry. Listeners are notified soon, once for each
   * kind whose list looks different to clients.
   * @throws {DefinitionError} if a definition cannot be constructed; the old registry stays
   */
  replace(registry: Registry): void {
    REGISTRY.require('The argument of Runtime.replace()', registry);
    const before = this.#holder.state.served;
    this.#holder.state.replace(registry);
    this.#changes.onRegistryChange(before);
  }

  /**
   * Adopts the state of a different runtime: its registry, resolver, interceptors, limits and other options. Clients
   * stay connected, requests in flight finish with the old state, and listeners are notified as with `replace`. Do not
   * use `other` afterwards. If only the new state has resources, only new connections get the resource methods.
   * @returns a function that disposes of the resolvers that only the old state used. Call it when the requests that
   * began before `become` have ended.
   */
  become(other: Runtime): () => Promise<void> {
    RUNTIME.require('The argument of Runtime.become()', other);
    const previous = this.#holder.state;
    this.#holder.updates.follow(other.#holder.state.updates);
    this.#holder.state = other.#holder.state;
    this.#changes.onRegistryChange(previous.served);
    return async () => {
      const used = this.#holder.state.resolvers;
      for (const resolver of previous.resolvers) if (!used.has(resolver)) await resolver.dispose?.();
    };
  }

  /**
   * Calls the listener soon after a list has changed, with the kind of the list, such as `prompt` for `prompts/list`.
   * Returns a function that removes the listener.
   */
  onListChanged(listener: (kind: KindName) => void): () => void {
    LISTENER.require('The listener of Runtime.onListChanged()', listener);
    return this.#changes.add(listener);
  }

  /**
   * Notifies listeners soon that a list has changed, for example because data that `visible` or `select` reads has
   * changed.
   */
  notifyListChanged(kind: KindName): void {
    this.#changes.announce(kind);
  }
}

const REGISTRY = new OptionKind('a Registry', (value) => value instanceof Registry);
const RUNTIME = new OptionKind('another Runtime', (value) => value instanceof Runtime);
const LISTENER = functionOf('(kind)');

/** The members of a runtime that adapters use. An application may implement them itself. */
export type ServedRuntime = Pick<
  Runtime,
  'methods' | 'offers' | 'listsPromptsAsTools' | 'resources' | 'logger' | 'monitor' | 'onListChanged'
>;

export interface RuntimeMethod {
  readonly name: string;
  /** The capability that a server must declare to offer the method. */
  readonly capability: 'prompts' | 'tools' | 'resources' | 'completions';
  /** Whether clients may cache results, from protocol revision 2026-07-28 on (basic/utilities/caching). */
  readonly isCacheable: boolean;
  /** Whether the results are pages of a list. Several requests may receive the same frozen page. */
  readonly isPaged: boolean;
  /**
   * Answers one request. Checks the parameters.
   * @throws {RequestError} with a message that the client may see
   */
  answer(params: unknown, call?: CallOptions): Promise<Answer>;
}

interface RuntimeFeatures {
  readonly prompts: Prompts;
  readonly tools: Tools;
  readonly resources: Resources;
  complete(params: CompleteParams, call?: CallOptions): Promise<Answer>;
}

/** The parameters have type `never`, because each method checks its own. */
type AnswerMethod = (features: RuntimeFeatures, params: never, call?: CallOptions) => Promise<Answer>;

const METHODS: readonly [name: string, capability: RuntimeMethod['capability'], answerMethod: AnswerMethod][] = [
  ['prompts/list', 'prompts', ({ prompts }, params, call) => prompts.list(params, call)],
  ['prompts/get', 'prompts', ({ prompts }, params, call) => prompts.get(params, call)],
  ['completion/complete', 'completions', (features, params, call) => features.complete(params, call)],
  ['tools/list', 'tools', ({ tools }, params, call) => tools.list(params, call)],
  ['tools/call', 'tools', ({ tools }, params, call) => tools.call(params, call)],
  ['resources/list', 'resources', ({ resources }, params, call) => resources.list(params, call)],
  ['resources/templates/list', 'resources', ({ resources }, params, call) => resources.listTemplates(params, call)],
  ['resources/read', 'resources', ({ resources }, params, call) => resources.read(params, call)],
];

/** Creates the methods of the offered capabilities, by name. */
function createMethods(
  features: RuntimeFeatures,
  isOffered: (capability: RuntimeMethod['capability']) => boolean,
): ReadonlyMap<string, RuntimeMethod> {
  const offered = METHODS.filter(([, capability]) => isOffered(capability));
  const methods = offered.map(([name, capability, answerMethod]): RuntimeMethod => {
    const isPaged = name.endsWith('/list');
    const answer: RuntimeMethod['answer'] = (params, call) => {
      try {
        return answerMethod(features, params as never, call);
      } catch (cause) {
        return Promise.reject(new RequestError('The parameters cannot be read', { code: -32602, cause }));
      }
    };
    return { name, capability, isPaged, isCacheable: isPaged || name.endsWith('/read'), answer };
  });
  return new Map(methods.map((method) => [method.name, method]));
}
