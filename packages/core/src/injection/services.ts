import { RequestContext } from '../api/context.js';
import { readDependencies } from '../metadata/own-record.js';
import type { ConstructionFault, Resolver } from '../api/resolver.js';
import type { InjectableClass, ServiceToken } from '../types.js';

/**
 * Constructs prompts without a container, from services that exist: each parameter of a constructor is given the service
 * of its class, and `RequestContext` the request's own context. What is missing is reported when the runtime is made.
 * @example new Runtime({ prompts, resolver: fromServices([[ResourceReader, new FileResources({ roots: ['.'] })]]) })
 */
export function fromServices(services: Iterable<readonly [ServiceToken, unknown]>): Resolver {
  const known = new Map<unknown, unknown>(services);

  function resolve<T>(type: InjectableClass<T>, context: RequestContext): T {
    return new type(...readDependencies(type).map((token) => (token === RequestContext ? context : known.get(token))));
  }

  const has = (token: unknown) => token === RequestContext || known.has(token);

  function provides(token: ServiceToken): ConstructionFault | undefined {
    return has(token) ? undefined : missing([token]);
  }

  function check(type: InjectableClass): ConstructionFault | undefined {
    const tokens = readDependencies(type);
    const unknown = tokens.filter((token) => !has(token));
    if (tokens.length < type.length || unknown.some(isLost)) {
      const problem = 'has constructor parameters of unknown types';
      return {
        problem,
        remedy: 'Decorate it, compile it with emitDecoratorMetadata, and import their classes as values',
      };
    }
    return unknown.length === 0 ? undefined : missing(unknown);
  }

  return Object.assign(resolve, { check, provides });
}

function missing(tokens: readonly unknown[]): ConstructionFault {
  const names = tokens.map((token) => (typeof token === 'function' ? token.name : String(token)));
  const which = names.length === 1 ? 'which is' : 'which are';
  return {
    problem: `needs ${names.join(' and ')}, ${which} not among the services`,
    remedy: 'Add it to fromServices([…])',
  };
}

/** What an interface, a union, an `import type` or a circle of imports leaves of a type. */
function isLost(token: unknown): boolean {
  return typeof token !== 'function' || LOST.includes(token);
}

const LOST: readonly Function[] = [Object, Function, Array, Promise, String, Number, Boolean];
