import type { RequestContext } from './context.js';
import type { DefinitionInfo } from './definition-info.js';
import type { DefinitionFault } from '../definition-error.js';
import { hasMethods, isFunction, OptionKind } from '../text/option-kinds.js';
import type { Awaitable, InjectableClass, ServiceToken } from '../types.js';

/**
 * The seam to dependency injection: gives an instance for one request, of a prompt class or of a validator class that
 * has dependencies.
 */
export interface Resolver {
  <T>(type: InjectableClass<T>, context: RequestContext): Awaitable<T>;
  /**
   * Calls a handler in place of the engine, so that a framework can put guards, pipes and interceptors of its own around
   * the steps: `bind`, `construct`, and the call of `method`. Returns what the method returns.
   * @default the engine takes the steps one after the other
   */
  readonly invoke?: (invocation: Invocation, context: RequestContext) => Awaitable<unknown>;
  /** Says at start-up why the class could not be constructed, or nothing. It constructs nothing itself. */
  readonly check?: (type: InjectableClass) => ConstructionFault | undefined;
  /** Says at start-up why there is no such service, or nothing. */
  readonly provides?: (token: ServiceToken) => ConstructionFault | undefined;
}

/** One call of a handler, in steps. */
export interface Invocation {
  readonly definition: DefinitionInfo;
  /** The method to call: that of its kind, or one that completes an argument. */
  readonly method: string | symbol;
  /**
   * Returns the parameters of the method, checked; the same ones each time.
   * @throws {InvalidArgumentsError} if arguments are missing or break rules
   */
  bind(): Awaitable<readonly unknown[]>;
  /** Constructs the handler with the resolver. */
  construct(): Awaitable<object>;
}

export type ConstructionFault = Pick<DefinitionFault, 'problem' | 'remedy'>;

function construct<T>(type: InjectableClass<T>): T {
  return new type();
}

function check(type: InjectableClass): ConstructionFault | undefined {
  if (type.length === 0) return undefined;
  const problem = `asks for ${type.length} constructor parameter(s), which nothing fills`;
  return { problem, remedy: 'Give the runtime a resolver, such as fromContainer(container) of @cuecard/tsyringe' };
}

function provides({ name }: ServiceToken): ConstructionFault {
  return { problem: `needs ${name}, which nothing provides`, remedy: 'Mount it with a resolver that does' };
}

/** Constructs prompt classes that depend on nothing, anew for each request. */
export const withoutContainer: Resolver = Object.assign(construct, { check, provides });

/** What the option `resolver` must be: a container, for one, is none. */
export const RESOLVER = new OptionKind(
  'fromContainer(container) of @cuecard/tsyringe, fromServices([…]), or a function (type, context)',
  (given) => isFunction(given) && hasMethods(given, [], ['invoke', 'check', 'provides']),
);
