import type { ConstructionFault, PromptClass, PromptContext, PromptResolver } from '@cuecard/core';
import type { DependencyContainer } from 'tsyringe';
import { DependencyGraph, type Outlook } from './dependency-graph.js';

/**
 * Resolves prompt classes from a tsyringe container. Their constructors are injected without `@injectable()`; what they
 * ask for is registered or `@injectable()` itself. What is missing is reported when the runtime is made, with the path
 * to it. Where a prompt needs something `ContainerScoped`, each request has a child container, disposed of at its end.
 */
export function fromContainer(container: DependencyContainer): PromptResolver {
  const outlooks = new Map<PromptClass, Outlook>();

  function look(type: PromptClass): Outlook {
    const outlook = new DependencyGraph(container).look(type);
    outlooks.set(type, outlook);
    return outlook;
  }

  function resolve(type: PromptClass, context: PromptContext) {
    const { isRequestScoped } = outlooks.get(type) ?? look(type);
    if (!isRequestScoped) return container.resolve(type);
    const child = container.createChildContainer();
    context.defer(async () => child.dispose());
    return child.resolve(type);
  }

  function check(type: PromptClass): ConstructionFault | undefined {
    const { problem } = look(type);
    if (problem === undefined) return undefined;
    return {
      problem: `cannot be constructed: ${problem}`,
      remedy: 'Register it in the container before the runtime is made',
    };
  }

  return Object.assign(resolve, { check });
}
