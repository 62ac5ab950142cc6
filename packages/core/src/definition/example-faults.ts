import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { type DefinitionFault, faultAt } from '../definition-error.js';
import { type ArgumentFault, InvalidArgumentsError } from '../errors.js';
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
    return problems.map(({ rule, message }) => {
      return {
        ...faultAt(type.name),
        id: 'example-refused',
        problem: `has ${which} in which ${message}`,
        remedy: remedyFor(rule, plan),
      };
    });
  });
}

function problemsOf(
  example: unknown,
  plan: ArgumentPlan,
  { name, typedOrigin }: Exemplified['kind'],
): readonly ArgumentFault[] {
  try {
    swallowRejection(plan.bind(example, { kind: name, name: '', origin: typedOrigin, limits: DEFAULT_LIMITS }));
    return [];
  } catch (error) {
    return error instanceof InvalidArgumentsError ? error.errors : [];
  }
}

/** Most examples are right: it is the declaration that lacks something. */
function remedyFor(rule: string, plan: ArgumentPlan): string {
  if (rule === 'isDefined') return OPTIONAL;
  if (rule !== 'unknown') return 'Correct the example, or the rule';
  return plan.arguments.length === 0 ? WITHOUT_CLASS : UNDECLARED;
}

const OPTIONAL =
  'Give it in the example; or make the argument optional: decorate it with @IsOptional(), or give it a value';
const UNDECLARED = 'Declare it as an argument, as with @Arg(); or correct the example';
const WITHOUT_CLASS = 'Declare the arguments with the option args, as in args: SumArgs; or correct the example';
