import type { PromptContext } from './context.js';
import type { DefinitionFault } from './errors.js';
import type { PromptClass, PromptHandler } from './prompt.js';
import type { Awaitable } from './types.js';

/** The seam to dependency injection: gives the instance that answers one request. */
export interface PromptResolver {
  (type: PromptClass, context: PromptContext): Awaitable<PromptHandler<never>>;
  /** Says at start-up why the class could not be constructed, or nothing. It constructs nothing itself. */
  readonly check?: (type: PromptClass) => ConstructionFault | undefined;
}

export type ConstructionFault = Pick<DefinitionFault, 'problem' | 'remedy'>;

function construct(type: PromptClass): PromptHandler<never> {
  return new type();
}

function check(type: PromptClass): ConstructionFault | undefined {
  if (type.length === 0) return undefined;
  const problem = `asks for ${type.length} constructor parameter(s), which nothing fills`;
  return { problem, remedy: 'Give the runtime a resolver, such as fromContainer(container) of @cuecard/tsyringe' };
}

/** Constructs prompt classes that depend on nothing, anew for each request. */
export const withoutContainer: PromptResolver = Object.assign(construct, { check });
