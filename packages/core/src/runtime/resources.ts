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
import type { DefinitionSource, Request } from '../request/request.js';
import { type ResourceClass, addressOf, RESOURCE } from '../resource/resource.js';
import { canWatch, ResourceSubscriptions } from '../resource/resource-subscriptions.js';
import type { InjectableClass } from '../types.js';
import type { RuntimeStateHolder } from './runtime-state.js';

/** The specification's resource methods, answered by resource classes and by readers, and typed reading in process. */
export class Resources {
  readonly #inside: RuntimeStateHolder;

  constructor(inside: RuntimeStateHolder) {
    this.#inside = inside;
  }

  /** Whether clients may subscribe to resources: the runtime has `updates`, or a class or reader reports changes. */
  get canSubscribe(): boolean {
    const { updates, served } = this.#inside.state;
    return updates !== undefined || canWatch(served.resources.definitions);
  }

  /**
   * Answers `resources/list`, a page at a time: fixed URIs, then the lists of classes and readers, each in its own order.
   * @throws {InvalidCursorError} if no page came with this cursor
   */
  list(params?: ListResourcesParams, call?: CallOptions): Promise<ListResourcesResult> {
    const { engine, served } = this.#inside.state;
    return engine.run(served.resources.list, params ?? {}, this.#forList('The list of resources', call));
  }

  /**
   * Answers `resources/templates/list`, a page at a time, in the order of the templates.
   * @throws {InvalidCursorError} if no page came with this cursor
   */
  listTemplates(params?: ListResourceTemplatesParams, call?: CallOptions): Promise<ListResourceTemplatesResult> {
    const { engine, served } = this.#inside.state;
    return engine.run(served.resources.templates, params ?? {}, this.#forList('The list of resource templates', call));
  }

  /**
   * Answers `resources/read`, with unchecked parameters from the client.
   * @throws {RequestError} with the code that the client's revision uses if the resource does not exist
   */
  read(params: ReadResourceParams | undefined, call?: CallOptions): Promise<ReadResourceResult> {
    const request = this.#request(params?.uri, call);
    return this.#inside.state.engine.run(this.#inside.state.calls.read, { uri: request.asked ?? '' }, request);
  }

  /**
   * Reads a resource of a class in process. The arguments are typed values, and must pass the rules of the arguments
   * class; the URI is the expanded template.
   * @throws {RequestError} as `read` does; `InvalidArgumentsError` also if a required argument is missing
   */
  readAs<Args extends object>(
    type: ResourceClass<Args>,
    args: NoInfer<Partial<Args>>,
    call?: CallOptions,
  ): Promise<ReadResourceResult>;
  /** Reads a resource of a method. */
  readAs<Handler extends object, Method extends MethodName<Handler>>(
    type: InjectableClass<Handler>,
    method: Method,
    args: MethodArguments<Handler, Method>,
    call?: CallOptions,
  ): Promise<ReadResourceResult>;
  async readAs(type: InjectableClass<object>, ...parameters: readonly unknown[]): Promise<ReadResourceResult> {
    const { engine, served, calls } = this.#inside.state;
    const { method, args, call } = parseTypedCall(parameters);
    const definition = served.registry.all(type, method).find(({ kind }) => kind.name === RESOURCE.name);
    const uri = definition === undefined ? type.name : addressOf(definition).uriOf(args);
    const request = this.#request(uri, call, sourceAt(uri, new ClassSource(served.catalogues.resource, type, method)));
    return engine.run(calls.readTyped, { uri, arguments: args }, request);
  }

  /** The subscriptions of one connection. `changed` is called with the URI of each resource that has changed. */
  subscriptions(changed: (uri: string) => void): ResourceSubscriptions {
    const { limits } = this.#inside.state.services;
    return new ResourceSubscriptions({
      begin: (watch, uri, call) => this.#inside.state.engine.run(watch, { uri }, this.#request(uri, call)),
      changed,
      served: () => this.#inside.state.served.resources,
      updates: this.#inside.updates,
      services: () => this.#inside.state.services,
      limits,
    });
  }

  #forList(subject: string, call?: CallOptions): Request {
    const target = { kind: RESOURCE.name, name: undefined, source: undefined, subjectOf: () => subject };
    return this.#inside.state.request(target, 'readMs', call);
  }

  #request(uri: unknown, call?: CallOptions, source?: DefinitionSource): Request {
    const { state } = this.#inside;
    return state.request(state.served.resources.target(uri, source), 'readMs', call);
  }
}

/** A source of the resource at one URI only, so that interceptors cannot redirect a typed call to another URI. */
function sourceAt(uri: string, source: ClassSource): DefinitionSource {
  return {
    find: (requested, request) => (requested === uri ? source.find(requested, request) : undefined),
    unknown: (requested) => new NotFoundError(RESOURCE.name, requested),
  };
}
