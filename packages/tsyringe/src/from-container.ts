import type { ConstructionFault, InjectableClass, PromptContext, PromptResolver } from '@cuecard/core';
import type { DependencyContainer } from 'tsyringe';
import { DependencyGraph, type Outlook } from './dependency-graph.js';

/**
 * Resolves prompt classes from a tsyringe container, and the validators of their arguments that have dependencies. Their
 * constructors are injected without `@injectable()`; what they ask for is registered or `@injectable()` itself. What is
 * missing is reported when the runtime is made, with the path to it. Where something is `ContainerScoped`, each request
 * has a child container, disposed of at its end.
 */
export function fromContainer(container: DependencyContainer): PromptResolver {
  const outlooks = new Map<InjectableClass, Outlook>();
  const ofRequests = new WeakMap<PromptContext, DependencyContainer>();

  function look(type: InjectableClass): Outlook {
    const outlook = new DependencyGraph(container).look(type);
    outlooks.set(type, outlook);
    return outlook;
  }

  function resolve<T>(type: InjectableClass<T>, context: PromptContext): T {
    const { isRequestScoped } = outlooks.get(type) ?? look(type);
    return (isRequestScoped ? containerOf(context) : container).resolve(type);
  }

  /** A prompt and the validators of its arguments share one. */
  function containerOf(context: PromptContext): DependencyContainer {
    let child = ofRequests.get(context);
    if (child === undefined) {
      child = container.createChildContainer();
      ofRequests.set(context, child);
      context.defer(async () => child?.dispose());
    }
    return child;
  }

  function check(type: InjectableClass): ConstructionFault | undefined {
    const { problem } = look(type);
    if (problem === undefined) return undefined;
    return {
      problem: `cannot be constructed: ${problem}`,
      remedy: 'Register it in the container before the runtime is made',
    };
  }

  return Object.assign(resolve, { check });
}
