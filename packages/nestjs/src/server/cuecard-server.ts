import {
  type Awaitable,
  type Call,
  type Definition,
  DefinitionError,
  type DefinitionFault,
  type DefinitionInfo,
  type Logger,
  Registry,
  type RegistryEntry,
  type RequestContext,
  Runtime,
} from '@cuecard/core';
import type { ServerIdentity } from '@cuecard/server';
import type { OnApplicationBootstrap, OnModuleDestroy, Type } from '@nestjs/common';
import type { ApplicationConfig, ExternalContextCreator, ModulesContainer } from '@nestjs/core';
import { discover, handlingControllers, type ModuleContribution } from '../discovery/module-contribution.js';
import {
  type BoundContribution,
  bindContribution,
  helpersOf,
  isInterceptorClass,
  joinContributions,
} from '../discovery/entries.js';
import { Host } from '../discovery/host.js';
import { takeOverride } from '../discovery/overrides.js';
import { checkServers, moduleOf } from '../discovery/servers.js';
import { Admission } from '../execution/admission.js';
import { CallScopes } from '../call/call-scopes.js';
import { Handlers } from '../execution/handlers.js';
import { type Execution, createResolver } from '../execution/module-resolver.js';
import { addProvider, loadProvider, locate, type NestModule } from '../nest/containers.js';
import { checkMembers } from '../nest/member-check.js';
import { guardsOf } from '../nest/declared-enhancers.js';
import { loadEnhancers } from '../nest/scopes.js';
import { addEnhancers } from '../nest/missing-enhancers.js';
import { proveGuards } from '../enhancers/enhancer-proof.js';
import { Enhancers } from '../enhancers/enhancers.js';
import { checkListing, warningAbout } from './listing-check.js';
import { nestLogger } from './nest-logger.js';
import type { CuecardModuleOptions, CuecardEndpointOptions, Closable, ServedApplication } from '../options/options.js';
import { serverIdentityIn, runtimeOptionsIn } from '../options/server-options.js';

/** The Nest objects that a server needs. */
export interface ServerParts {
  readonly modules: ModulesContainer;
  readonly config: ApplicationConfig;
  readonly creator: ExternalContextCreator;
}

/** The result of searching the modules for definitions. */
interface Discovery {
  /** The definitions of all modules. */
  readonly registry: Registry;
  /** The entries of the new modules. */
  readonly added: readonly RegistryEntry[];
}

/** A runtime with the definitions of an application's modules, and its lifecycle. */
export class CuecardServer implements ServedApplication, OnApplicationBootstrap, OnModuleDestroy {
  readonly runtime: Runtime;
  readonly options: CuecardModuleOptions;
  readonly #place: CuecardEndpointOptions;
  readonly #modules: ModulesContainer;
  readonly #config: ApplicationConfig;
  readonly #root: NestModule;
  readonly #execution: Execution;
  readonly #admission: Admission;
  readonly #isGuarded: (definition: Definition) => boolean;
  readonly #logger: Logger;
  readonly #closables = new Set<Closable>();
  readonly #endFunctions: (() => void)[] = [];
  /** Functions that construct the providers added to modules after Nest scanned them. */
  #loaders: (() => Promise<void>)[] = [];
  /** Whether the application has been initialised. */
  #hasBegun = false;
  /** The number of modules at the last search for definitions. */
  #searchedModuleCount = 0;
  /** The contributions of the modules searched so far. */
  #contributions: readonly BoundContribution[] = [];

  /** @throws {DefinitionError} with every fault of the definitions, unless `onFault` is `isolate` */
  constructor(parts: ServerParts, place: CuecardEndpointOptions, options: CuecardModuleOptions) {
    const { modules, config, creator } = parts;
    this.options = options;
    this.#config = config;
    this.#place = place;
    this.#modules = modules;
    checkServers(place, modules);
    this.#root = moduleOf(place, modules);
    checkMembers({ module: this.#root, config, creator });
    this.#root.distance = FIRST_TO_BE_DESTROYED;
    this.#logger = options.logger ?? nestLogger;
    const handlers = new Handlers(config, new CallScopes(modules));
    const enhancers = new Enhancers(creator, (problem, error) => this.#logger.error(problem, error));
    this.#execution = { handlers, enhancers, admitted: new WeakMap() };
    const report = (problem: string, error: unknown) => this.#logger.warn(problem, error);
    const versionsOf = ({ name, kind }: DefinitionInfo) => this.runtime.registry.versions(name, kind.name) ?? [];
    const { interceptors = [] } = options;
    const hasInterceptors = interceptors.length > 0;
    const { guards: listGuards = [], once = [] } = options.listing ?? {};
    this.#isGuarded = (definition) => listGuards.length > 0 || guardsOf(definition).length > 0;
    this.#admission = new Admission({
      execution: this.#execution,
      hasInterceptors,
      listGuards,
      once,
      versionsOf,
      report,
    });
    const host = new Host(this.#root, modules);
    for (const each of interceptors) if (isInterceptorClass(each)) this.#provide(each as Type, host);
    this.#admission.add(undefined, host);
    this.runtime = new Runtime({
      ...runtimeOptionsIn(options),
      logger: this.#logger,
      prompts: this.#discover().registry,
      resolver: createResolver(host, this.#execution),
      prepare: (context, call) => this.#prepare(context, call),
    });
  }

  /** Constructs the providers that were added to modules. Nest's error names the module and the missing dependency. */
  async load(): Promise<void> {
    await proveGuards();
    const loaders = this.#loaders;
    this.#loaders = [];
    await Promise.all(loaders.map((load) => load()));
  }

  /**
   * Adds the definitions of modules that were loaded since the last search. Keeps changes that the application has made
   * to the runtime.
   */
  async refresh(): Promise<void> {
    if (this.#modules.size === this.#searchedModuleCount) return;
    const { added } = this.#discover();
    await this.load();
    this.runtime.replace(this.runtime.registry.with(...added));
  }

  /** Registers an object to close before the application's providers are destroyed. */
  closeFirst(closable: Closable): void {
    this.#closables.add(closable);
  }

  /** Registers a callback to run after every object of `closeFirst` is closed. */
  onCloseLast(end: () => void): void {
    this.#endFunctions.push(end);
  }

  /** The name, version and other properties in `serverInfo`, and the instructions. */
  get introduction(): ServerIdentity {
    return serverIdentityIn(this.options);
  }

  /** Runs when all application-wide guards are known. */
  onApplicationBootstrap(): void {
    checkListing(this.options.listing?.guards ?? [], this.#config);
    this.#hasBegun = true;
    this.#warnOfLists(this.#contributions);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.#closables].map((each) => each.close()));
    for (const end of this.#endFunctions.splice(0)) end();
  }

  /** Searches modules that are new for definitions. */
  #discover(): Discovery {
    this.#searchedModuleCount = this.#modules.size;
    const faults: DefinitionFault[] = [];
    const known = new Set(this.#contributions.map(({ host }) => host.module));
    const found = discover(this.#modules, this.#place).filter(({ module }) => !known.has(module));
    const added = found.map((each) => this.#bind(each, faults));
    const all = [...this.#contributions, ...added];
    const { entries, faults: ambiguities } = joinContributions(all);
    faults.push(...ambiguities);
    const { onFault = 'throw' } = this.options;
    const registry = new Registry(entries, { onFault: 'isolate' }); // So that one error lists all faults.
    const allFaults = [...faults, ...registry.faults];
    if (onFault === 'throw' && allFaults.length > 0) throw new DefinitionError(allFaults);
    for (const { where, problem, remedy } of faults) this.#logger.warn(`Left out: ${where} ${problem}. ${remedy}.`);
    for (const each of added) this.#add(each);
    if (this.#hasBegun) this.#warnOfLists(added);
    this.#contributions = all;
    const isNew = new Set(added.flatMap((each) => each.entries));
    const isLeftOut = new Set<RegistryEntry>(registry.excluded);
    return {
      registry: onFault === 'throw' ? registry.strict() : registry,
      added: entries.filter((each) => isNew.has(each) && !isLeftOut.has(each)),
    };
  }

  /** Warns about classes that lists may contain although application-wide guards reject the caller. */
  #warnOfLists(contributions: readonly BoundContribution[]): void {
    if (this.options.listing !== undefined || !this.#execution.handlers.hasGlobalGuards) return;
    const definitions = contributions.flatMap((each) => each.definitions);
    const warnings = new Set(definitions.flatMap((each) => warningAbout(each) ?? []));
    for (const warning of warnings) this.#logger.warn(warning);
  }

  #bind(found: ModuleContribution, faults: DefinitionFault[]): BoundContribution {
    for (const name of handlingControllers(found.module))
      this.#logger.warn(
        `${name} is a controller: its prompts, tools and resources are not served. Move them to a provider`,
      );
    const host = new Host(found.module, this.#modules, found.classes);
    const resolver = createResolver(host, this.#execution);
    this.#admission.add(resolver, host);
    const visibilityOf = (definition: Definition) => this.#admission.visibilityOf(definition, host);
    return bindContribution(found, { host, resolver, visibilityOf, isGuarded: this.#isGuarded }, faults);
  }

  #prepare(context: RequestContext, call: Call): Awaitable<void> {
    const prepared = this.options.prepare?.(context, call);
    if (prepared === undefined) return this.#admission.prepare(context, call);
    return Promise.resolve(prepared).then(() => this.#admission.prepare(context, call));
  }

  /** Adds the classes of a module's definitions to its providers, if they are missing. */
  #add({ host, definitions }: BoundContribution): void {
    for (const type of new Set(definitions.map((each) => each.type as Type<object>))) {
      if (!host.has(type)) this.#provideIn(type, host.module);
      this.#enhance(type, host);
    }
    for (const each of new Set(definitions.flatMap(helpersOf))) this.#provide(each as Type, host);
  }

  #provide(type: Type, { module }: Host): void {
    if (locate(type, module, this.#modules) === undefined) this.#provideIn(type, module);
  }

  #provideIn(type: Type, module: NestModule): void {
    addProvider(type, module, takeOverride(type, module));
    this.#loaders.push(() => loadProvider(type, module));
  }

  #enhance(type: Type, host: Host): void {
    const located = host.locate(type);
    const missing = located === undefined ? [] : addEnhancers(type, located);
    if (missing.length > 0) this.#loaders.push(() => loadEnhancers(missing));
  }
}

/** A distance lower than the root module's, which is the lowest that Nest assigns. */
const FIRST_TO_BE_DESTROYED = -1;
