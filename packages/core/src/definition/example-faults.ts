import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { type DefinitionFault, faultAt } from '../definition-error.js';
import { InvalidArgumentsError } from '../errors.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { swallowRejection } from '../pending.js';
import type { InjectableClass } from '../types.js';
import type { ClassKind } from './kind.js';

interface Exemplified {
  readonly type: InjectableClass;
  readonly kind: Pick<ClassKind, 'name' | 'typedOrigin'>;
  readonly plan: ArgumentPlan;
  readonly examples: readonly unknown[];
}

/** The faults of sample arguments that a call would refuse. Rules that are asynchronous or injected are not judged. */
export function exampleFaults({ type, kind, plan, examples }: Exemplified): DefinitionFault[] {
  return examples.flatMap((example, at) => {
    const problems = problemsOf(example, plan, kind);
    const which = examples.length === 1 ? 'an example' : `an example (${at + 1})`;
    return problems.map((said) => {
      return {
        ...faultAt(type.name),
        id: 'example-refused',
        problem: `has ${which} in which ${said}`,
        remedy: 'Correct the example, or the rule',
      };
    });
  });
}

function problemsOf(example: unknown, plan: ArgumentPlan, { name, typedOrigin }: Exemplified['kind']): string[] {
  try {
    swallowRejection(plan.bind(example, { kind: name, name: '', origin: typedOrigin, limits: DEFAULT_LIMITS }));
    return [];
  } catch (error) {
    return error instanceof InvalidArgumentsError ? error.errors.map(({ message }) => message) : [];
  }
}
