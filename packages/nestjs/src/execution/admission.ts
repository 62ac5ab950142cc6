import {
  type Awaitable,
  type Call,
  type Definition,
  type DefinitionInfo,
  type KindName,
  type RequestContext,
  RequestError,
  type Resolver,
  type VisibleTest,
} from '@cuecard/core';
import { HttpException, type Type } from '@nestjs/common';
import type { Host } from '../discovery/host.js';
import type { Enhanced, GlobalGuards } from '../enhancers/enhancers.js';
import { asRequestError } from '../call/exceptions.js';
import { ANSWERING, INVOKED, LISTED } from './handlers.js';
import type { Execution } from './module-resolver.js';
import { NestCall } from '../call/nest-call.js';

/** A class with guards of its own. */
interface Guarded {
  readonly kind: KindName;
  readonly type: Type<object>;
  readonly host: Host;
}

interface AdmissionOptions {
  readonly execution: Execution;
  /** Whether the runtime has interceptors of Cuecard. */
  readonly hasInterceptors: boolean;
  /** The application-wide guards that decide for each class of a list. */
  readonly listing: readonly Type[];
  /** All versions of what a definition is one of. */
  readonly versionsOf: (definition: DefinitionInfo) => readonly Definition[];
  /** Receives what guards fail with while lists are made. */
  readonly report: (problem: string, error: unknown) => void;
}

/** Has guards decide on what no handler is called for: lists, completions, and what does not exist. */
export class Admission {
  readonly #options: AdmissionOptions;
  /** The classes with guards of their own, of all that has been served: what is served no more is not listed. */
  readonly #guarded = new Map<Type, Guarded[]>();
  /** The modules, by what constructs the definitions of each. */
  readonly #hosts = new Map<Resolver | undefined, Host>();
  readonly #own = new WeakMap<Guarded, Enhanced>();
  readonly #isOfListing: GlobalGuards;
  /** What a caller may not see; `ALL` if the guards of each class have not been asked. */
  readonly #hidden = new WeakMap<RequestContext, ReadonlySet<Guarded> | typeof ALL>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#isOfListing = (guard) => options.listing.some((type) => guard instanceof type);
  }

  /** Notes whose definitions a resolver constructs; without one, those that are added to the runtime later. */
  add(resolver: Resolver | undefined, host: Host): void {
    this.#hosts.set(resolver, host);
  }

  /** The rule by which a class is visible whose guards let the caller in. */
  visibilityOf(asked: Guarded): VisibleTest {
    const { type, host } = asked;
    const all = this.#guarded.get(type) ?? [];
    const guarded = all.find((each) => each.host.module === host.module) ?? asked;
    if (guarded === asked) this.#guarded.set(type, [...all, guarded]);
    return (context) => {
      const hidden = this.#hidden.get(context);
      return hidden === undefined || (hidden !== ALL && !hidden.has(guarded));
    };
  }

  /** Called before anything is looked up. */
  prepare(context: RequestContext, call: Call): Awaitable<void> {
    const { hasGlobalGuards } = this.#options.execution.handlers;
    if (!hasGlobalGuards && this.#guarded.size === 0) return undefined;
    const kinds = LISTED[call.method];
    if (kinds !== undefined) return this.#list(context, call, kinds);
    const { definition } = call;
    const guarded = this.#answering(definition);
    if (guarded === undefined || definition === undefined) {
      this.#hidden.set(context, ALL);
      return hasGlobalGuards ? this.#refuse(this.#global(context, call)) : undefined;
    }
    const versions = this.#options.versionsOf(definition);
    if (versions.length > 1) return this.#choose(definition as Definition, versions, call);
    return this.#decidesLater(call, definition) ? undefined : this.#decide(guarded, call, definition);
  }

  /** Whether guards run around the handler: what stands around it before, such as a cache, must not come first. */
  #decidesLater({ method }: Call, definition: DefinitionInfo): boolean {
    const { hasInterceptors } = this.#options;
    return INVOKED.has(method) && !hasInterceptors && (definition as Definition).interceptors.length === 0;
  }

  async #decide(guarded: Guarded, call: Call, definition: DefinitionInfo): Promise<void> {
    await this.#refuse(this.#all(guarded, call));
    this.#options.execution.admitted.set(call.context, definition);
  }

  /** A version whose guards refuse the caller does not answer if another one may. */
  async #choose(found: Definition, versions: readonly Definition[], call: Call): Promise<void> {
    const asked = versions.flatMap((each) => this.#guardedIn(each));
    const hidden = await this.#refused(asked, call);
    const isOpen = (each: Definition) => !this.#guardedIn(each).some((one) => hidden.has(one));
    const open = isOpen(found) ? found : versions.find(isOpen);
    if (open !== undefined) this.#hidden.set(call.context, hidden);
    const answering = this.#answering(open ?? found);
    const isDecided = open !== undefined && this.#decidesLater(call, open);
    if (answering !== undefined && !isDecided) await this.#refuse(this.#all(answering, call));
  }

  #guardedIn({ type, resolver }: Definition): readonly Guarded[] {
    const host = this.#hosts.get(resolver);
    return (this.#guarded.get(type as Type) ?? []).filter((each) => each.host.module === host?.module);
  }

  /** The class that answers, and its module; nothing for a reader of resources, or what others construct. */
  #answering(info: DefinitionInfo | undefined): Guarded | undefined {
    if (info === undefined) return undefined;
    const { instance, resolver, type, kind } = info as Definition; // As the engine has it.
    const host = this.#hosts.get(resolver);
    return instance !== undefined || host === undefined
      ? undefined
      : { kind: kind.name, type: type as Type<object>, host };
  }

  async #list(context: RequestContext, call: Call, kinds: readonly KindName[]): Promise<void> {
    const isOfEach = this.#isOfListing;
    if (this.#options.execution.handlers.hasGlobalGuards)
      await this.#refuse(this.#global(context, call, (guard) => !isOfEach(guard)));
    const asked = [...this.#guarded.values()].flat().filter(({ kind }) => kinds.includes(kind));
    this.#hidden.set(context, await this.#refused(asked, call));
  }

  /** Those whose own guards refuse the caller. */
  async #refused(asked: readonly Guarded[], call: Call): Promise<ReadonlySet<Guarded>> {
    const refused = new Set<Guarded>();
    await Promise.all(asked.map(async (each) => (await this.#admits(each, call)) || refused.add(each)));
    return refused;
  }

  async #admits(guarded: Guarded, call: Call): Promise<boolean> {
    try {
      await decide(await this.#ownGuards(guarded, call.context), call);
      return true;
    } catch (error) {
      const isRefusal = error instanceof HttpException || error instanceof RequestError;
      if (!isRefusal) this.#options.report(`A guard of ${guarded.type.name} failed while a list was made`, error);
      return false;
    }
  }

  async #all(guarded: Guarded, call: Call): Promise<void> {
    await decide(await this.#guards(guarded, everyGuard, call.context), call);
  }

  /** The guards around a class, for one call. */
  async #guards({ type, host, kind }: Guarded, isAsked: GlobalGuards, context: RequestContext): Promise<Enhanced> {
    const { handlers, enhancers } = this.#options.execution;
    const method = ANSWERING[kind].handler;
    const found = handlers.isStatic(type, host)
      ? handlers.ofAll(type, host, method)
      : handlers.ofCall(type, host, method, context);
    return enhancers.guarding(await found, isAsked);
  }

  /** The guards of a class in a list, which are set up once if they live as long as the application. */
  async #ownGuards(guarded: Guarded, context: RequestContext): Promise<Enhanced> {
    const known = this.#own.get(guarded);
    if (known !== undefined) return known;
    const guards = await this.#guards(guarded, this.#isOfListing, context);
    if (this.#options.execution.handlers.isStatic(guarded.type, guarded.host)) this.#own.set(guarded, guards);
    return guards;
  }

  async #global(context: RequestContext, call: Call, isAsked: GlobalGuards = everyGuard): Promise<void> {
    const { handlers, enhancers } = this.#options.execution;
    await decide(enhancers.guarding(await handlers.ofNobody(context), isAsked), call);
  }

  async #refuse(decision: Promise<void>): Promise<void> {
    try {
      await decision;
    } catch (error) {
      throw asRequestError(error);
    }
  }
}

const ALL = 'all';

const everyGuard: GlobalGuards = () => true;

async function decide(guards: Enhanced, call: Call): Promise<void> {
  const { method, context } = call;
  // A list has no definition, and one that was looked up now would be before `visible` knows more.
  const definition = method in LISTED ? undefined : call.definition;
  await guards(...new NestCall({ method, context, definition }).args);
}
