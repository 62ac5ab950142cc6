import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { type Defect, defect } from '../definition-error.js';
import { type ArgumentFault, InvalidArgumentsError } from '../errors.js';
import { DEFAULT_LIMITS } from '../limits.js';
import { ignoreRejection } from '../pending.js';
import type { ClassKind } from './kind.js';

/** The defects of sample arguments that a call would reject. Asynchronous and injected rules are not checked. */
export function exampleDefects(kind: ClassKind, plan: ArgumentPlan, examples: readonly object[]): Defect[] {
  return examples.flatMap((example, at) => {
    const subject = examples.length === 1 ? 'an example' : `an example (${at + 1})`;
    return faultsOf(example, plan, kind).map(({ rule, message }) => {
      return defect('example-refused', `has ${subject} in which ${message}`, remedyFor(rule, plan));
    });
  });
}

function faultsOf(example: object, plan: ArgumentPlan, { name, typedOrigin }: ClassKind): readonly ArgumentFault[] {
  try {
    ignoreRejection(plan.bind(example, { kind: name, name: '', origin: typedOrigin, limits: DEFAULT_LIMITS }));
    return [];
  } catch (error) {
    return error instanceof InvalidArgumentsError ? error.errors : [];
  }
}

/** Suggests first that the declaration is wrong, because most examples are right. */
function remedyFor(rule: string, plan: ArgumentPlan): string {
  if (rule === 'isDefined')
    return 'Give it in the example; or make the argument optional: decorate it with @IsOptional(), or give it a value';
  if (rule !== 'unknown') return 'Correct the example, or the rule';
  return plan.arguments.length === 0
    ? 'Declare the arguments with the option args, as in args: SumArgs; or correct the example'
    : 'Declare it as an argument, as with @Arg(); or correct the example';
}
