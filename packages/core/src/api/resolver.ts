import type { RequestContext } from './context.js';
import type { DefinitionFault } from '../errors.js';
import type { Awaitable, InjectableClass, ServiceToken } from '../types.js';

/**
 * The seam to dependency injection: gives an instance for one request, of a prompt class or of a validator class that
 * has dependencies.
 */
export interface Resolver {
  <T>(type: InjectableClass<T>, context: RequestContext): Awaitable<T>;
  /** Says at start-up why the class could not be constructed, or nothing. It constructs nothing itself. */
  readonly check?: (type: InjectableClass) => ConstructionFault | undefined;
  /** Says at start-up why there is no such service, or nothing. */
  readonly provides?: (token: ServiceToken) => ConstructionFault | undefined;
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

/**
 * The resolver that an option gives, by default `withoutContainer`.
 * @throws {TypeError} for anything but a function, such as a container
 */
export function checkedResolver(given: Resolver = withoutContainer): Resolver {
  if (typeof given === 'function') return given;
  const remedy = 'give fromContainer(container) of @cuecard/tsyringe, fromServices([…]), or a function (type, context)';
  throw new TypeError(`\`resolver\` is no function: ${remedy}`);
}
