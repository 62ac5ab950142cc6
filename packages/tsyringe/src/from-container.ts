import {
  type ConstructionFault,
  type InjectableClass,
  RequestContext,
  type Resolver,
  type ServiceToken,
} from '@cuecard/core';
import type { DependencyContainer } from 'tsyringe';
import { ClassPlans } from './class-plans.js';
import { checkRegistrations } from './container-internals.js';
import { DependencyWalk } from './dependency-walk.js';
import { injectionToken } from './injection-token.js';

/**
 * Resolves handler classes from a tsyringe container, as well as interceptors and validators that are classes. These
 * classes do not need `@injectable()`; their dependencies must be registered or `@injectable()`. Reports missing
 * dependencies, each with the path to it, when the runtime is created. If a dependency is `ContainerScoped`, needs the
 * `RequestContext` or is disposable, each request gets a child container, which is disposed of after the request.
 * Singletons outlive requests, and cannot depend on the context. The resolver's `dispose()` disposes of the container
 * and its instances, unless a later resolver uses the container or it is tsyringe's global container.
 * @throws {TypeError} if the registrations of the container are not readable
 */
export function fromContainer(container: DependencyContainer): Resolver {
  checkRegistrations(container);
  const plans = new ClassPlans(container);
  const childOf = childContainers(container);

  function resolve<T>(type: InjectableClass<T>, context: RequestContext): T {
    const plan = plans.of(type);
    if (!plan.needsChild) return container.resolve(type);
    const child = childOf(context);
    plan.prepare(child, container);
    return child.resolve(type);
  }

  function check(type: InjectableClass): ConstructionFault | undefined {
    const { fault } = plans.renew(type);
    return fault && { ...fault, problem: `cannot be constructed: ${fault.problem}` };
  }

  function provides(token: ServiceToken): ConstructionFault | undefined {
    const { fault } = new DependencyWalk(container, injectionToken(token));
    return fault && { ...fault, problem: `needs ${token.name}, which the container cannot provide: ${fault.problem}` };
  }

  return Object.assign(resolve, { check, provides, dispose: () => plans.release() });
}

/**
 * Returns a function that looks up the child container of a request. A handler, its interceptors and its arguments'
 * validators share one child container.
 */
function childContainers(container: DependencyContainer): (context: RequestContext) => DependencyContainer {
  const children = new WeakMap<RequestContext, DependencyContainer>();
  return (context) => {
    const known = children.get(context);
    if (known !== undefined) return known;
    const child = container.createChildContainer();
    child.register(injectionToken(RequestContext), { useValue: context });
    children.set(context, child);
    context.defer(async () => child.dispose());
    return child;
  };
}
