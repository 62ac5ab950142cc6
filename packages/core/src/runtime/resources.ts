import type { CallOptions } from '../api/context.js';
import { ClassSource } from '../catalogue/catalogue.js';
import { type MethodArguments, type MethodName, parseTypedCall } from '../definition/method-handlers.js';
import { NotFoundError } from '../errors.js';
import type {
  ListResourcesParams,
  ListResourcesResult,
  ListResourceTemplatesParams,
  ListResourceTemplatesResult,
  ReadResourceParams,
  ReadResourceResult,
} from '../protocol.js';
import { type DefinitionSource, Request, targetWithoutName } from '../request/request.js';
import { type ResourceClass, addressOf, RESOURCE } from '../resource/resource.js';
import { canWatch, ResourceSubscriptions, type SubscriptionOptions } from '../resource/resource-subscriptions.js';
import type { InjectableClass } from '../types.js';
import type { RuntimeStateHolder } from './runtime-state.js';

/** Answers the protocol's resource methods, and reads resources of classes in process. */
export class Resources {
  readonly #holder: RuntimeStateHolder;

  constructor(holder: RuntimeStateHolder) {
    this.#holder = holder;
  }

  /** Whether clients may subscribe: there are `updates`, or a class or reader reports changes. */
  get canSubscribe(): boolean {
    const { updates, served } = this.#holder.state;
    return updates !== undefined || canWatch(served.resources.definitions);
  }

  /**
   * Answers `resources/list`, page by page: fixed URIs, then the lists of classes and readers, each in its own order.
   * @throws {InvalidCursorError} if the cursor is not one of this list
   */
  list(params?: ListResourcesParams, call?: CallOptions): Promise<ListResourcesResult> {
    const { state } = this.#holder;
    const target = targetWithoutName(RESOURCE.name, RESOURCE.limit, 'The list of resources');
    return state.run(state.served.resources.list, params ?? {}, target, call);
  }

  /**
   * Answers `resources/templates/list`, page by page, in the order of the templates.
   * @throws {InvalidCursorError} if the cursor is not one of this list
   */
  listTemplates(params?: ListResourceTemplatesParams, call?: CallOptions): Promise<ListResourceTemplatesResult> {
    const { state } = this.#holder;
    const target = targetWithoutName(RESOURCE.name, RESOURCE.limit, 'The list of resource templates');
    return state.run(state.served.resources.templates, params ?? {}, target, call);
  }

  /**
   * Answers `resources/read`. Checks the parameters.
   * @throws {RequestError} if the resource does not exist, with the code that the client's protocol revision uses
   */
  read(params: ReadResourceParams | undefined, call?: CallOptions): Promise<ReadResourceResult> {
    const { state } = this.#holder;
    const request = new Request(state.served.resources.target(params?.uri), state.services, call);
    return state.engine.run(state.calls.read, { uri: request.requested ?? '' }, request);
  }

  /**
   * Reads a resource of a class in process. The arguments are typed values that determine the URI. They must pass the
   * rules of the arguments class.
   * @throws {RequestError} for the same reasons as `read`; a missing required argument is an `InvalidArgumentsError`
   */
  readAs<Args extends object>(
    type: ResourceClass<Args>,
    args: NoInfer<Partial<Args>>,
    call?: CallOptions,
  ): Promise<ReadResourceResult>;
  readAs<Handler extends object, Method extends MethodName<Handler>>(
    type: InjectableClass<Handler>,
    method: Method,
    args: MethodArguments<Handler, Method>,
    call?: CallOptions,
  ): Promise<ReadResourceResult>;
  async readAs(type: InjectableClass<object>, ...parameters: readonly unknown[]): Promise<ReadResourceResult> {
    const { state } = this.#holder;
    const { registry, resources, catalogues } = state.served;
    const { method, args, call } = parseTypedCall(parameters);
    const definition = registry.all(type, method).find(({ kind }) => kind.name === RESOURCE.name);
    const uri = definition === undefined ? type.name : addressOf(definition).uriOf(args);
    const target = resources.target(uri, sourceAtUri(uri, new ClassSource(catalogues.resource, type, method)));
    return state.run(state.calls.readTyped, { uri, arguments: args }, target, call);
  }

  /** Creates the subscriptions of one connection. `changed` is called with the URI of each changed resource. */
  subscriptions(changed: (uri: string) => void): ResourceSubscriptions {
    const holder = this.#holder;
    const begin: SubscriptionOptions['begin'] = (watch, uri, call) =>
      holder.state.run(watch, { uri }, holder.state.served.resources.target(uri), call);
    const served = () => holder.state.served.resources;
    const services = () => holder.state.services;
    return new ResourceSubscriptions({ begin, notify: changed, served, updates: holder.updates, services });
  }
}

/** Limits a source to one URI, so that interceptors cannot redirect a typed call. */
function sourceAtUri(uri: string, source: ClassSource): DefinitionSource {
  return {
    find: (requested, request) => (requested === uri ? source.find(requested, request) : undefined),
    notFoundError: (requested) => new NotFoundError(RESOURCE.name, requested),
  };
}
