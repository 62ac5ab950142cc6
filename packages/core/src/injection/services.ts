import { RequestContext } from '../api/context.js';
import { readDependencies } from '../metadata/metadata.js';
import type { ConstructionFault, Resolver } from '../api/resolver.js';
import { listOf } from '../text/option-kinds.js';
import type { InjectableClass, ServiceToken } from '../types.js';

/**
 * Creates a resolver that injects existing services, without a container. Each constructor parameter receives the
 * service registered for its class; a `RequestContext` parameter receives the request's context. A registered handler
 * class is not constructed: the registered instance handles all requests. Missing services are reported at start-up.
 * @example new Runtime({ prompts, resolver: fromServices([[ResourceReader, new FileResources({ roots: ['.'] })]]) })
 */
export function fromServices(services: Iterable<readonly [ServiceToken, unknown]>): Resolver {
  SERVICES.require('The services of fromServices()', services);
  const serviceByToken = new Map<unknown, unknown>(services);

  function resolve<T>(type: InjectableClass<T>, context: RequestContext): T {
    if (serviceByToken.has(type)) return serviceByToken.get(type) as T; // The handler class is a registered service.
    return new type(
      ...readDependencies(type).map((token) => (token === RequestContext ? context : serviceByToken.get(token))),
    );
  }

  const has = (token: unknown) => token === RequestContext || serviceByToken.has(token);

  function provides(token: ServiceToken): ConstructionFault | undefined {
    return has(token) ? promiseFault([token], serviceByToken) : missingServiceFault([token]);
  }

  function check(type: InjectableClass): ConstructionFault | undefined {
    if (serviceByToken.has(type)) return promiseFault([type], serviceByToken);
    const tokens = readDependencies(type);
    if (tokens.length < type.length) return TYPES_NOT_EMITTED;
    const unknown = tokens.filter((token) => !has(token));
    const untypedParameters = tokens.flatMap((token, index) =>
      !has(token) && isTypeLost(token) ? [parameterLabel(type, index)] : [],
    );
    if (untypedParameters.length > 0) return untypedParametersFault(untypedParameters);
    return unknown.length === 0 ? promiseFault(tokens, serviceByToken) : missingServiceFault(unknown);
  }

  return Object.assign(resolve, { check, provides });
}

const SERVICES = listOf('pairs, such as [ResourceReader, new FileResources({ roots: ["."] })]');

function promiseFault(
  tokens: readonly unknown[],
  services: ReadonlyMap<unknown, unknown>,
): ConstructionFault | undefined {
  const promises = tokens.filter((token) => services.get(token) instanceof Promise);
  if (promises.length === 0) return undefined;
  const problem = needsProblem(
    promises,
    ['which is still a promise', 'which are still promises'],
    'in the list of services',
  );
  return { id: 'service-not-awaited', problem, remedy: 'Await it before you register it' };
}

const TYPES_NOT_EMITTED: ConstructionFault = {
  id: 'constructor-types-missing',
  problem: 'has constructor parameters whose types the compiler did not emit',
  remedy: 'Decorate the class, and compile it with emitDecoratorMetadata',
};

function untypedParametersFault(parameters: readonly string[]): ConstructionFault {
  const subject =
    parameters.length === 1
      ? 'a constructor parameter whose type is not a class'
      : 'constructor parameters whose types are not classes';
  return {
    id: 'constructor-types-missing',
    problem: `has ${subject} at run time: ${parameters.join(' and ')}`,
    remedy: 'Use only classes as parameter types, and import them without `type`',
  };
}

function missingServiceFault(tokens: readonly unknown[]): ConstructionFault {
  const problem = needsProblem(tokens, ['which is', 'which are'], 'not among the services');
  return { id: 'service-missing', problem, remedy: 'Add it to fromServices([…])' };
}

function needsProblem(tokens: readonly unknown[], [one, several]: readonly [string, string], where: string): string {
  return `needs ${tokens.map(nameOf).join(' and ')}, ${tokens.length === 1 ? one : several} ${where}`;
}

function nameOf(token: unknown): string {
  return typeof token === 'function' ? token.name : String(token);
}

/** Whether the compiler emitted a placeholder for an interface, a union, an `import type` or a circular import. */
function isTypeLost(token: unknown): boolean {
  return typeof token !== 'function' || UNINFORMATIVE_TYPES.includes(token);
}

const UNINFORMATIVE_TYPES: readonly Function[] = [Object, Function, Array, Promise, String, Number, Boolean];

/**
 * Describes a constructor parameter for faults: `number 2 (clock)`. The name is read from the source code. It is
 * omitted if a parameter is not a plain name, for example because it has a default value.
 */
function parameterLabel(type: Function, index: number): string {
  const name = parameterNamesOf(type)[index];
  return name === undefined ? `number ${index + 1}` : `number ${index + 1} (${name})`;
}

function parameterNamesOf(type: Function): readonly string[] {
  const source = Function.prototype.toString.call(type);
  const list = /\bconstructor\s*\(([\w$\s,]*)\)/.exec(source)?.[1];
  if (list !== undefined) return list.split(',').map((name) => name.trim());
  const parent: unknown = Object.getPrototypeOf(type);
  return typeof parent === 'function' && !source.includes('constructor') ? parameterNamesOf(parent) : [];
}
