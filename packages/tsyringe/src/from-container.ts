import type { ConstructionFault, InjectableClass, RequestContext, Resolver, ServiceToken } from '@cuecard/core';
import type { DependencyContainer } from 'tsyringe';
import { ClassPlan } from './class-plan.js';
import { DependencyGraph } from './dependency-graph.js';
import { RequestContainers } from './request-containers.js';

/**
 * Resolves prompt classes from a tsyringe container, and the interceptors and validators that are classes too. Their
 * constructors are injected without `@injectable()`; what they ask for is registered or `@injectable()` itself. What is
 * missing is reported when the runtime is made, with the path to it. Where something is `ContainerScoped`, asks for the
 * `RequestContext` or is to be disposed of, each request has a child container, disposed of at its end; what is a
 * singleton is not, and cannot ask for the context.
 */
export function fromContainer(container: DependencyContainer): Resolver {
  const plans = new WeakMap<InjectableClass, ClassPlan>();
  const requests = new RequestContainers(container);

  function plan(type: InjectableClass): ClassPlan {
    const made = new ClassPlan(container, type);
    plans.set(type, made);
    return made;
  }

  function resolve<T>(type: InjectableClass<T>, context: RequestContext): T {
    const known = plans.get(type) ?? plan(type);
    if (!known.isOfRequest) return container.resolve(type);
    const child = requests.of(context);
    known.prepare(child, container);
    return child.resolve(type);
  }

  function check(type: InjectableClass): ConstructionFault | undefined {
    const { fault } = plan(type);
    return fault && { ...fault, problem: `cannot be constructed: ${fault.problem}` };
  }

  function provides(token: ServiceToken): ConstructionFault | undefined {
    const { fault } = new DependencyGraph(container).lookFor(token);
    return fault && { ...fault, problem: `needs ${token.name}, which cannot be given: ${fault.problem}` };
  }

  return Object.assign(resolve, { check, provides });
}
