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
import { discover, type Discovered } from '../discovery/discovered.js';
import { type Contribution, contribution, helpersOf, isInterceptorClass, joined } from '../discovery/entries.js';
import { Host } from '../discovery/host.js';
import { checkPlaces, rootOf } from '../discovery/places.js';
import { Admission } from '../execution/admission.js';
import { CallScopes } from '../call/call-scopes.js';
import { Handlers } from '../execution/handlers.js';
import { type Execution, resolverOf } from '../execution/module-resolver.js';
import { addProvider, loadProvider, locate, type NestModule } from '../nest/containers.js';
import { checkMembers } from '../nest/member-check.js';
import { hasGuards } from '../nest/declared-enhancers.js';
import { loadEnhancers } from '../nest/scopes.js';
import { addEnhancers } from '../nest/stand-ins.js';
import { proveGuards } from '../enhancers/enhancer-proof.js';
import { Enhancers } from '../enhancers/enhancers.js';
import { checkListing, warningAbout } from './listing-check.js';
import { nestLogger } from './nest-logger.js';
import type { CuecardOptions, CuecardPlace, Closing, ServedApplication } from '../options/options.js';
import { introductionIn, runtimeOptionsIn } from '../options/server-options.js';

/** What Nest gives to a server. */
export interface ServerParts {
  readonly modules: ModulesContainer;
  readonly config: ApplicationConfig;
  readonly creator: ExternalContextCreator;
}

/** What modules have. */
interface Discovery {
  /** Of all of them. */
  readonly registry: Registry;
  /** The entries of those that had not been seen before. */
  readonly added: readonly RegistryEntry[];
}

/** A runtime of what the modules of an application provide, and whatever serves it. */
export class CuecardServer implements ServedApplication, OnApplicationBootstrap, OnModuleDestroy {
  readonly runtime: Runtime;
  readonly options: CuecardOptions;
  readonly #place: CuecardPlace;
  readonly #modules: ModulesContainer;
  readonly #config: ApplicationConfig;
  readonly #root: NestModule;
  readonly #execution: Execution;
  readonly #admission: Admission;
  readonly #isGuarded: (type: Type) => boolean;
  readonly #logger: Logger;
  readonly #closings = new Set<Closing>();
  readonly #ends: (() => void)[] = [];
  /** Constructs what has been added to modules after their scan. */
  #added: (() => Promise<void>)[] = [];
  /** Whether the application has been initialised. */
  #hasBegun = false;
  /** How many modules there were when they were last looked through. */
  #seen = 0;
  /** What the modules contribute that it has seen. */
  #contributions: readonly Contribution[] = [];

  /** @throws {DefinitionError} with every fault of what it serves, unless `onFault` is `isolate` */
  constructor(parts: ServerParts, place: CuecardPlace, options: CuecardOptions) {
    const { modules, config, creator } = parts;
    this.options = options;
    this.#config = config;
    this.#place = place;
    this.#modules = modules;
    checkPlaces(place, modules);
    this.#root = rootOf(place, modules);
    checkMembers({ module: this.#root, config, creator });
    this.#root.distance = FIRST_TO_BE_DESTROYED;
    this.#logger = options.logger ?? nestLogger;
    const handlers = new Handlers(config, new CallScopes(modules));
    this.#execution = { handlers, enhancers: new Enhancers(creator), admitted: new WeakMap() };
    const report = (problem: string, error: unknown) => this.#logger.warn(problem, error);
    const versionsOf = ({ name, kind }: DefinitionInfo) => this.runtime.registry.versions(name, kind.name) ?? [];
    const { interceptors = [] } = options;
    const hasInterceptors = interceptors.length > 0;
    const { listing: { guards: listing } = NO_LISTING } = options;
    this.#isGuarded = (type) => listing.length > 0 || hasGuards(type);
    this.#admission = new Admission({ execution: this.#execution, hasInterceptors, listing, versionsOf, report });
    const host = new Host(this.#root, modules);
    for (const each of interceptors) if (isInterceptorClass(each)) this.#provide(each as Type, host);
    this.#admission.add(undefined, host);
    this.runtime = new Runtime({
      ...runtimeOptionsIn(options),
      logger: this.#logger,
      prompts: this.#discover().registry,
      resolver: resolverOf(host, this.#execution),
      prepare: (context, call) => this.#prepare(context, call),
    });
  }

  /** Constructs what has been added to modules. Nest's error names the module and what is missing. */
  async load(): Promise<void> {
    await proveGuards();
    const added = this.#added;
    this.#added = [];
    await Promise.all(added.map((load) => load()));
  }

  /** Serves what modules have that were loaded since, beside what the application has made of the runtime. */
  async refresh(): Promise<void> {
    if (this.#modules.size === this.#seen) return;
    const { added } = this.#discover();
    await this.load();
    this.runtime.replace(this.runtime.registry.with(...added));
  }

  /** Has something closed before the application's providers are destroyed. */
  closeFirst(closing: Closing): void {
    this.#closings.add(closing);
  }

  /** Has something done after everything of `closeFirst`. */
  closeLast(end: () => void): void {
    this.#ends.push(end);
  }

  /** How it introduces itself to clients. */
  get introduction(): ServerIdentity {
    return introductionIn(this.options);
  }

  /** Called when all application-wide guards are known. */
  onApplicationBootstrap(): void {
    checkListing(this.options.listing?.guards ?? [], this.#config);
    this.#hasBegun = true;
    this.#warnOfLists(this.#contributions);
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.#closings].map((each) => each.close()));
    for (const end of this.#ends.splice(0)) end();
  }

  /** Looks through the modules that it has not seen. */
  #discover(): Discovery {
    this.#seen = this.#modules.size;
    const faults: DefinitionFault[] = [];
    const known = new Set(this.#contributions.map(({ host }) => host.module));
    const found = discover(this.#modules, this.#place).filter(({ module }) => !known.has(module));
    const added = found.map((each) => this.#contributed(each, faults));
    const all = [...this.#contributions, ...added];
    const { entries, faults: unclear } = joined(all);
    faults.push(...unclear);
    const { onFault = 'throw' } = this.options;
    const registry = new Registry(entries, { onFault: 'isolate' }); // So that one error lists all faults.
    const wrong = [...faults, ...registry.faults];
    if (onFault === 'throw' && wrong.length > 0) throw new DefinitionError(wrong);
    for (const { where, problem, remedy } of faults) this.#logger.warn(`Left out: ${where} ${problem}. ${remedy}.`);
    for (const each of added) this.#add(each);
    if (this.#hasBegun) this.#warnOfLists(added);
    this.#contributions = all;
    const isNew = new Set(added.flatMap((each) => each.entries));
    const isLeftOut = new Set<RegistryEntry>(registry.leftOut);
    return {
      registry: onFault === 'throw' ? registry.strict() : registry,
      added: entries.filter((each) => isNew.has(each) && !isLeftOut.has(each)),
    };
  }

  /** Warns of classes that lists may show to callers whom application-wide guards refuse. */
  #warnOfLists(contributions: readonly Contribution[]): void {
    if (this.options.listing !== undefined || !this.#execution.handlers.hasGlobalGuards) return;
    const definitions = contributions.flatMap((each) => each.definitions);
    const warnings = new Set(definitions.flatMap((each) => warningAbout(each) ?? []));
    for (const warning of warnings) this.#logger.warn(warning);
  }

  #contributed(found: Discovered, faults: DefinitionFault[]): Contribution {
    const host = new Host(found.module, this.#modules, found.classes);
    const resolver = resolverOf(host, this.#execution);
    this.#admission.add(resolver, host);
    const visibilityOf = ({ kind, type }: Definition) =>
      this.#admission.visibilityOf({ kind: kind.name, type: type as Type<object>, host });
    return contribution(found, { host, resolver, visibilityOf, isGuarded: this.#isGuarded }, faults);
  }

  #prepare(context: RequestContext, call: Call): Awaitable<void> {
    const prepared = this.options.prepare?.(context, call);
    if (prepared === undefined) return this.#admission.prepare(context, call);
    return Promise.resolve(prepared).then(() => this.#admission.prepare(context, call));
  }

  /** Makes the classes of a module's definitions its providers, where they are not. */
  #add({ host, definitions }: Contribution): void {
    for (const definition of definitions) {
      const type = definition.type as Type<object>;
      if (!host.has(type)) this.#provideIn(type, host.module);
      this.#enhance(type, host);
      for (const each of helpersOf(definition)) this.#provide(each as Type, host);
    }
  }

  #provide(type: Type, { module }: Host): void {
    if (locate(type, module, this.#modules) === undefined) this.#provideIn(type, module);
  }

  #provideIn(type: Type, module: NestModule): void {
    addProvider(type, module);
    this.#added.push(() => loadProvider(type, module));
  }

  #enhance(type: Type, host: Host): void {
    const located = host.locate(type);
    const missing = located === undefined ? [] : addEnhancers(type, located);
    if (missing.length > 0) this.#added.push(() => loadEnhancers(missing));
  }
}

const NO_LISTING = { guards: [] };

/** Before the root of the application, whose distance is the least that Nest gives. */
const FIRST_TO_BE_DESTROYED = -1;
