import {
  type Awaitable,
  type Call,
  type Definition,
  type DefinitionInfo,
  type KindName,
  type RequestContext,
  type Resolver,
  type VisibleTest,
} from '@cuecard/core';
import type { Type } from '@nestjs/common';
import type { Host } from '../discovery/host.js';
import type { EnhancedHandler, EnhancedMethod, GlobalGuards } from '../enhancers/enhancers.js';
import { guardsOf } from '../nest/declared-enhancers.js';
import { asRequestError, isException } from '../call/exceptions.js';
import { ENHANCED_METHODS, LISTED_KINDS } from './handlers.js';
import type { Execution } from './module-resolver.js';
import { SharedDecisions } from './shared-decisions.js';
import { NestCall } from '../call/nest-call.js';

/** A class with guards, or a method with guards that is a handler. */
interface GuardedHandler {
  readonly kind: KindName;
  readonly type: Type<object>;
  readonly method: string;
  /** The handler's name in messages. */
  readonly place: string;
  readonly host: Host;
  /**
   * A key shared by all handlers for which one guard decision suffices in a list; `undefined` if the guards run for
   * this handler alone.
   */
  readonly group: string | undefined;
}

interface AdmissionOptions {
  readonly execution: Execution;
  /** Whether the runtime has Cuecard interceptors. */
  readonly hasInterceptors: boolean;
  /** The application-wide guards that run for each class in a list. */
  readonly listGuards: readonly Type[];
  /** The guards that decide by the request alone. */
  readonly once: readonly Type[];
  /** Returns all versions of a definition. */
  readonly versionsOf: (definition: DefinitionInfo) => readonly Definition[];
  /** Called when a guard fails during a list. */
  readonly report: (problem: string, error: unknown) => void;
}

/** Runs guards for requests that call no handler: lists, completions and unknown names. */
export class Admission {
  readonly #options: AdmissionOptions;
  /** All handlers with guards. Some are no longer served, so lists do not contain them. */
  readonly #guarded = new Map<Type, GuardedHandler[]>();
  /** The modules, by the resolver that constructs their definitions. */
  readonly #hosts = new Map<Resolver | undefined, Host>();
  readonly #listGuards = new WeakMap<GuardedHandler, EnhancedHandler>();
  readonly #isListingGuard: GlobalGuards;
  readonly #shared: SharedDecisions;
  /** The handlers hidden from the caller of a request; `ALL` if the guards of each handler have not run. */
  readonly #hidden = new WeakMap<RequestContext, ReadonlySet<GuardedHandler> | typeof ALL>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#shared = new SharedDecisions(options.once, options.execution.enhancers);
    this.#isListingGuard = (guard) => options.listGuards.some((type) => guard instanceof type);
  }

  /**
   * Registers the module of a resolver. Without a resolver, registers the module for definitions that are later added
   * to the runtime.
   */
  add(resolver: Resolver | undefined, host: Host): void {
    this.#hosts.set(resolver, host);
  }

  /** Returns a predicate that makes the definition visible only to callers that its guards accept. */
  visibilityOf(definition: Definition, host: Host): VisibleTest {
    const group = this.#options.listGuards.length > 0 ? undefined : this.#shared.sharingKey(guardsOf(definition));
    const requested = { ...createHandler(definition, host), group };
    const { method } = requested;
    const all = this.#guarded.get(requested.type) ?? [];
    const guarded = all.find((each) => each.host.module === host.module && each.method === method) ?? requested;
    if (guarded === requested) this.#guarded.set(requested.type, [...all, guarded]);
    return (context) => {
      const hidden = this.#hidden.get(context);
      return hidden === undefined || (hidden !== ALL && !hidden.has(guarded));
    };
  }

  /** Called before the runtime looks up a definition. */
  prepare(context: RequestContext, call: Call): Awaitable<void> {
    const { hasGlobalGuards } = this.#options.execution.handlers;
    if (!hasGlobalGuards && this.#guarded.size === 0) return undefined;
    const kinds = LISTED_KINDS[call.method];
    if (kinds !== undefined) return this.#list(context, call, kinds);
    const { definition } = call;
    const guarded = this.#findHandler(definition);
    if (guarded === undefined || definition === undefined) {
      this.#hidden.set(context, ALL);
      return hasGlobalGuards ? this.#rethrowAsRequestError(this.#decideGlobally(context, call)) : undefined;
    }
    const versions = this.#options.versionsOf(definition);
    if (versions.length > 1) return this.#chooseVersion(definition as Definition, versions, call);
    return this.#runsGuardsWithHandler(call, definition) ? undefined : this.#admit(guarded, call, definition);
  }

  /** Whether guards may run around the handler. They must run before Cuecard interceptors, such as a cache. */
  #runsGuardsWithHandler({ method }: Call, definition: DefinitionInfo): boolean {
    const { hasInterceptors } = this.#options;
    return ENHANCED_METHODS.has(method) && !hasInterceptors && (definition as Definition).interceptors.length === 0;
  }

  async #admit(guarded: GuardedHandler, call: Call, definition: DefinitionInfo): Promise<void> {
    await this.#rethrowAsRequestError(this.#decideOn(guarded, call));
    this.#options.execution.admitted.set(call.context, definition);
  }

  /** Chooses a different version of a definition if the guards of the found version reject the caller. */
  async #chooseVersion(found: Definition, versions: readonly Definition[], call: Call): Promise<void> {
    const candidates = versions.flatMap((each) => this.#entriesOf(each));
    const hidden = await this.#findDenied(candidates, call);
    const isOpen = (each: Definition) => !this.#entriesOf(each).some((one) => hidden.has(one));
    const open = isOpen(found) ? found : versions.find(isOpen);
    if (open !== undefined) this.#hidden.set(call.context, hidden);
    const answering = this.#findHandler(open ?? found);
    const isDecided = open !== undefined && this.#runsGuardsWithHandler(call, open);
    if (answering !== undefined && !isDecided) await this.#rethrowAsRequestError(this.#decideOn(answering, call));
  }

  #entriesOf({ type, resolver, method }: Definition): readonly GuardedHandler[] {
    const host = this.#hosts.get(resolver);
    return (this.#guarded.get(type as Type) ?? []).filter(
      (each) => each.host.module === host?.module && each.method === method.name,
    );
  }

  /**
   * Returns the called handler with its module, or `undefined` if no module constructs it, as for a resource reader.
   */
  #findHandler(info: DefinitionInfo | undefined): GuardedHandler | undefined {
    if (info === undefined) return undefined;
    const definition = info as Definition;
    const host = this.#hosts.get(definition.resolver);
    return definition.instance !== undefined || host === undefined ? undefined : createHandler(definition, host);
  }

  async #list(context: RequestContext, call: Call, kinds: readonly KindName[]): Promise<void> {
    const isListingGuard = this.#isListingGuard;
    if (this.#options.execution.handlers.hasGlobalGuards)
      await this.#rethrowAsRequestError(this.#decideGlobally(context, call, (guard) => !isListingGuard(guard)));
    const candidates = [...this.#guarded.values()].flat().filter(({ kind }) => kinds.includes(kind));
    this.#hidden.set(context, await this.#findDenied(candidates, call));
  }

  /** Returns the classes whose guards reject the caller. */
  async #findDenied(candidates: readonly GuardedHandler[], call: Call): Promise<ReadonlySet<GuardedHandler>> {
    const denied = new Set<GuardedHandler>();
    const verdicts = new Map<unknown, Promise<boolean>>();
    const decide = async (each: GuardedHandler) => {
      const group = each.group ?? each;
      const verdict = verdicts.get(group) ?? this.#admits(each, call);
      verdicts.set(group, verdict);
      if (!(await verdict)) denied.add(each);
    };
    await Promise.all(candidates.map(decide));
    return denied;
  }

  async #admits(guarded: GuardedHandler, call: Call): Promise<boolean> {
    try {
      await runGuards(await this.#guardedListHandler(guarded, call.context), call);
      return true;
    } catch (error) {
      if (!isException(error))
        this.#options.report(`A guard of ${guarded.place} failed while a list was created`, error);
      return false;
    }
  }

  async #decideOn(guarded: GuardedHandler, call: Call): Promise<void> {
    const { enhancers } = this.#options.execution;
    const method = await this.#methodOf(guarded, call.context);
    await runGuards(enhancers.guarding(method, everyGuard), call);
  }

  /** Returns the method of a handler for one call. */
  #methodOf({ type, method, host }: GuardedHandler, context: RequestContext): Awaitable<EnhancedMethod> {
    const { handlers } = this.#options.execution;
    return handlers.isStatic(type, host)
      ? handlers.singletonMethod(type, host, method)
      : handlers.scopedMethod(type, host, method, context);
  }

  /** Returns a function that runs the guards of a class for a list. It is created once if the guards are singletons. */
  async #guardedListHandler(guarded: GuardedHandler, context: RequestContext): Promise<EnhancedHandler> {
    const known = this.#listGuards.get(guarded);
    if (known !== undefined) return known;
    const { handlers, enhancers } = this.#options.execution;
    const method = await this.#methodOf(guarded, context);
    const guards = enhancers.guarding(method, this.#isListingGuard, (guard) => this.#shared.share(guard));
    if (handlers.isStatic(guarded.type, guarded.host)) this.#listGuards.set(guarded, guards);
    return guards;
  }

  async #decideGlobally(context: RequestContext, call: Call, selectsGlobal: GlobalGuards = everyGuard): Promise<void> {
    const { handlers, enhancers } = this.#options.execution;
    await runGuards(enhancers.guarding(await handlers.unhandledMethod(context), selectsGlobal), call);
  }

  async #rethrowAsRequestError(decision: Promise<void>): Promise<void> {
    try {
      await decision;
    } catch (error) {
      throw asRequestError(error);
    }
  }
}

function createHandler({ kind, type, method, place }: Definition, host: Host): GuardedHandler {
  return { kind: kind.name, type: type as Type<object>, method: method.name, place, host, group: undefined };
}

const ALL = 'all';

const everyGuard: GlobalGuards = () => true;

async function runGuards(guards: EnhancedHandler, call: Call): Promise<void> {
  const { method, context } = call;
  // A list has no definition. `call.definition` would look one up before `visible` knows the hidden classes.
  const definition = method in LISTED_KINDS ? undefined : call.definition;
  await guards(...new NestCall({ method, context, definition }).args);
}
