import type { RequestContext, DefinitionInfo } from './context.js';
import type { DefinitionFault } from '../definition-error.js';
import type { FaultId } from '../troubleshooting.js';
import { hasMethods, isFunction, OptionKind } from '../text/option-kinds.js';
import type { Awaitable, InjectableClass, ServiceToken } from '../types.js';

/**
 * Connects a dependency injection container. It constructs handler classes, and validator classes with dependencies,
 * for one request.
 */
export interface Resolver {
  <T>(type: InjectableClass<T>, context: RequestContext): Awaitable<T>;
  /**
   * Replaces the engine's call of a handler: calls `bind`, `construct` and the method, and returns the method's result.
   * A framework can run its own guards, pipes and interceptors around these steps.
   * @default the engine runs these steps itself
   */
  readonly invoke?: (invocation: Invocation, context: RequestContext) => Awaitable<unknown>;
  /**
   * Returns the reason why a class cannot be constructed; `undefined` if it can. Called at start-up; constructs
   * nothing.
   */
  readonly check?: (type: InjectableClass) => ConstructionFault | undefined;
  /** Returns the reason why a service is not available; `undefined` if it is. Called at start-up. */
  readonly provides?: (token: ServiceToken) => ConstructionFault | undefined;
  /**
   * Disposes of everything that the resolver has constructed. Called when no runtime uses the resolver any longer, for
   * example after `Runtime.become`.
   */
  readonly dispose?: () => Awaitable<void>;
}

/** The steps of one handler call. */
export interface Invocation {
  readonly definition: DefinitionInfo;
  /** The method to call: the handler method, or a `@Complete` method. */
  readonly method: string | symbol;
  /**
   * Returns the validated parameters of the method; repeated calls return the same ones.
   * @throws {InvalidArgumentsError} if arguments are missing or break rules
   */
  bind(): Awaitable<readonly unknown[]>;
  /** Constructs the handler with the resolver. */
  construct(): Awaitable<object>;
}

/** The reason why a class cannot be constructed or a service cannot be injected, and the remedy. */
export interface ConstructionFault extends Pick<DefinitionFault, 'problem' | 'remedy'> {
  /** @default 'class-not-constructible' for a class, 'service-missing' for a service */
  readonly id?: FaultId;
}

function construct<T>(type: InjectableClass<T>): T {
  return new type();
}

function check(type: InjectableClass): ConstructionFault | undefined {
  if (type.length === 0) return undefined;
  const problem = `has ${type.length} constructor parameter(s), but no resolver injects them`;
  return { problem, remedy: 'Give the runtime a resolver, such as fromContainer(container) from @cuecard/tsyringe' };
}

function provides({ name }: ServiceToken): ConstructionFault {
  return {
    problem: `needs ${name}, but no resolver provides it`,
    remedy: 'Mount the pack with a resolver that provides it',
  };
}

/** Constructs classes without dependencies, a new instance for each request. */
export const defaultResolver: Resolver = Object.assign(construct, { check, provides });

/** The kind of the option `resolver`. A container is not a resolver, but `fromContainer` returns a resolver for it. */
export const RESOLVER = new OptionKind(
  'fromContainer(container) from @cuecard/tsyringe, fromServices([…]), or a function (type, context)',
  (value) => isFunction(value) && hasMethods(value, [], ['invoke', 'check', 'provides', 'dispose']),
);
