import type { Answer } from '../api/calls.js';
import type { CallOptions } from '../api/context.js';
import { type Resolver, defaultResolver } from '../api/resolver.js';
import { Catalogue, type CatalogueOptions } from '../catalogue/catalogue.js';
import { ListView, ListEntries } from '../catalogue/list-view.js';
import { ClientProfiles } from '../clients/client-profiles.js';
import type { ClassKind } from '../definition/kind.js';
import { Engine, HandlerCall, type Operation } from '../engine/engine.js';
import type { KindName } from '../errors.js';
import { resolveLimits } from '../limits.js';
import { stderr, SafeLogger } from '../logging/logger.js';
import { Monitor } from '../logging/monitor.js';
import { PROMPT } from '../prompt/prompt.js';
import type { ListPage, ListPromptsResult, ListToolsResult } from '../protocol.js';
import { PROMPT_TOOL, PromptTools, type PromptsAsTools } from '../prompt-tools/prompt-tools.js';
import { Registry } from '../registry/registry.js';
import { warnOfUnknownLabels } from '../registry/select.js';
import { clashesAfterRewriting } from '../registry/clashes.js';
import { Request, type RuntimeServices, type Target } from '../request/request.js';
import { readerDefinition, RESOURCE } from '../resource/resource.js';
import { uriClashes, warnOfUnreachableReaders } from '../resource/resource-clashes.js';
import { ServedResources } from '../resource/served-resources.js';
import type { UpdateWatches } from '../updates/resource-updates.js';
import type { Definition } from '../definition/definition.js';
import { TOOL } from '../tool/tool.js';
import { type RuntimeOptions, runtimeOptions } from './runtime-options.js';
import { StartupCheck, registryEntries, splitResources } from './startup-check.js';

const DEFAULTS = {
  logger: stderr,
  pageSize: 100,
  select: [],
  interceptors: [],
  onFault: 'throw',
  resolver: defaultResolver,
} as const;

/** A registry that a runtime serves, with its lists and catalogues. */
export interface ServedDefinitions {
  readonly registry: Registry;
  readonly prompts: Catalogue<ListPromptsResult>;
  readonly tools: Catalogue<ListToolsResult>;
  readonly promptTools: PromptTools;
  readonly resources: ServedResources;
  readonly catalogues: Readonly<Record<KindName, Catalogue>>;
}

/** Holds the state of a runtime. `become` replaces the state. */
export interface RuntimeStateHolder {
  state: RuntimeState;
  readonly updates: UpdateWatches;
}

/** The state of a runtime: everything that its options determine, and the definitions that it serves now. */
export class RuntimeState {
  readonly engine: Engine;
  readonly services: RuntimeServices;
  readonly calls: HandlerCalls;
  readonly updates: RuntimeOptions['updates'];
  readonly #startup: StartupCheck;
  readonly #options: Omit<CatalogueOptions, 'kind' | 'viewOf'>;
  readonly #askForMissing: boolean;
  readonly #promptsAsTools: PromptsAsTools | undefined;
  /** Whether the option `prompts` is a list, even an empty one. */
  readonly #hasPromptList: boolean;
  /** Whether the option `tools` is set, even to an empty list. */
  readonly #hasToolList: boolean;
  /** The readers in the option `resources`. They do not depend on the registry. */
  readonly #ownReaders: readonly Definition[];
  /** The current definitions; `replace` changes them. */
  served: ServedDefinitions;

  constructor(input: RuntimeOptions) {
    const options = runtimeOptions(input);
    const { interceptors, onFault, resolver, ...optionsWithDefaults } = { ...DEFAULTS, ...options };
    const { messageOf, interpolation, resources, askForMissing = false, requireNames = false } = options;
    const logger = new SafeLogger(optionsWithDefaults.logger);
    const select =
      typeof optionsWithDefaults.select === 'function' ? [optionsWithDefaults.select] : optionsWithDefaults.select;
    const isPrivate = interceptors.length > 0 || options.prepare !== undefined;
    const clients = new ClientProfiles(options.clients, logger);
    const monitor = new Monitor(logger, options.meter);
    const services = {
      limits: resolveLimits(options.limits),
      logger,
      monitor,
      resolver,
      clients,
      messageOf,
      interpolation,
    };
    this.services = services;
    this.engine = new Engine({ interceptors, prepare: options.prepare });
    this.calls = createCalls(askForMissing);
    const clashesIn = (registry: Registry) => {
      const resourceClashes = uriClashes(this.#catalogueOf(registry, RESOURCE), this.#readersWith(registry));
      return new Map([...clashesAfterRewriting(registry.list(), clients.rewritings, monitor), ...resourceClashes]);
    };
    this.#startup = new StartupCheck({ resolver, logger, interceptors, onFault, requireNames, clashesIn });
    this.#options = { pageSize: optionsWithDefaults.pageSize, select, entries: new ListEntries(), isPrivate };
    this.#askForMissing = askForMissing;
    this.#promptsAsTools = options.promptsAsTools;
    this.#hasPromptList = options.prompts !== undefined && !(options.prompts instanceof Registry);
    this.#hasToolList = options.tools !== undefined;
    const { readers, entries } = splitResources(resources);
    this.#ownReaders = readers.map(readerDefinition);
    this.updates = options.updates;
    this.served = this.#compile(this.#startup.begin(registryEntries(options, entries)));
  }

  get registry(): Registry {
    return this.served.registry;
  }

  /** The resolvers that construct the runtime's classes. */
  get resolvers(): ReadonlySet<Resolver> {
    return new Set([this.services.resolver, ...this.registry.list().flatMap(({ resolver }) => resolver ?? [])]);
  }

  /**
   * Whether the prompt methods are offered: there are prompts, there may be prompts later, or there are neither tools
   * nor resources.
   */
  get offersPrompts(): boolean {
    const { prompts, resources } = this.served;
    if (this.#hasPromptList || prompts.names.length > 0) return true;
    return !this.offersTools && !resources.isOffered;
  }

  /**
   * Whether the tool methods are offered: there are tools, or there may be tools later. Prompts that are listed as
   * tools do not count.
   */
  get offersTools(): boolean {
    return this.#hasToolList || this.served.tools.names.length > 0;
  }

  async find(name: string, kind: KindName, call: CallOptions = {}): Promise<Definition | undefined> {
    const request = new Request(this.served.catalogues[kind].target(name), this.services, call);
    try {
      call.signal?.throwIfAborted();
      const found = await request.find();
      request.end();
      return found;
    } catch (error) {
      throw request.fail(error);
    }
  }

  /** @throws {RequestError} with a message that the client may see */
  run<Params, Result extends Answer>(
    operation: Operation<Params, Result>,
    params: Params,
    target: Target,
    call?: CallOptions,
  ): Promise<Result> {
    return this.engine.run(operation, params, new Request(target, this.services, call));
  }

  /** @throws {DefinitionError} if a definition cannot be constructed; the old registry is then kept */
  replace(registry: Registry): void {
    this.served = this.#compile(this.#startup.check(registry, this.registry));
  }

  #compile(registry: Registry): ServedDefinitions {
    warnOfUnknownLabels(registry, this.#options.select, this.services.monitor);
    const readers = this.#readersWith(registry);
    warnOfUnreachableReaders(readers, this.services.monitor);
    const catalogueOf = <Page extends ListPage>(
      kind: ClassKind<object, Page>,
      options?: Partial<CatalogueOptions<Page>>,
    ) => this.#catalogueOf(registry, kind, options);
    const prompts = catalogueOf(PROMPT);
    // Some hosts get prompts as tools, so the tool list depends on the client.
    const isPrivate = this.#options.isPrivate || (this.#promptsAsTools === undefined && prompts.names.length > 0);
    const tools = catalogueOf(TOOL, { isPrivate });
    const classes = catalogueOf(RESOURCE);
    const resources = new ServedResources(classes, readers, this.#options.pageSize);
    const { clients } = this.services;
    const promptTools = new PromptTools({ prompts, tools, clients, setting: this.#promptsAsTools, catalogueOf });
    const catalogues = { prompt: prompts, tool: tools, resource: classes };
    return { registry, prompts, tools, promptTools, resources, catalogues };
  }

  #catalogueOf<Page extends ListPage>(
    registry: Registry,
    kind: ClassKind<object, Page>,
    options?: Partial<CatalogueOptions<Page>>,
  ): Catalogue<Page> {
    const view = { method: kind.methods.list, clients: this.services.clients, askForMissing: this.#askForMissing };
    return new Catalogue(registry, {
      ...this.#options,
      kind,
      viewOf: (client) => new ListView(client, view),
      ...options,
    });
  }

  #readersWith(registry: Registry): readonly Definition[] {
    return [...this.#ownReaders, ...registry.index(RESOURCE.name).sources];
  }
}

/**
 * The operations that call a handler. `render`, `runTool` and `readTyped` are for in-process calls, the others for
 * clients.
 */
type HandlerCalls = ReturnType<typeof createCalls>;

function createCalls(askForMissing: boolean) {
  return {
    get: new HandlerCall(PROMPT, 'text', askForMissing),
    getAsTool: new HandlerCall(PROMPT_TOOL, 'sent'),
    render: new HandlerCall(PROMPT, 'value'),
    callTool: new HandlerCall(TOOL, 'sent'),
    runTool: new HandlerCall(TOOL, 'typed'),
    read: new HandlerCall(RESOURCE, 'text'),
    readTyped: new HandlerCall(RESOURCE, 'value'),
  };
}
