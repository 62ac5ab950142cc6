import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { readCompleters } from './complete.js';
import { completedTwice, completesNothing } from './definition-faults.js';
import type { DefinitionFault } from '../definition-error.js';
import type { InjectableClass } from '../types.js';

/** The methods that complete arguments, by the arguments' names on the wire. */
export type Completers = ReadonlyMap<string, string | symbol>;

const NONE: Completers = new Map();

/** The completers of a class. Adds a fault for a method whose argument does not exist or already has another method. */
export function completersOf(type: InjectableClass, plan: ArgumentPlan, faults: DefinitionFault[]): Completers {
  const { prototype }: { readonly prototype: object } = type;
  const records = readCompleters(prototype);
  if (records.length === 0) return NONE;
  const completers = new Map<string, string | symbol>();
  for (const { argument, method } of records) {
    const name = plan.arguments.find(({ property }) => property === argument)?.name;
    const other = name === undefined ? undefined : completers.get(name);
    if (name === undefined) faults.push(completesNothing(type, argument, plan));
    else if (other === undefined) completers.set(name, method);
    else if (other !== method) faults.push(completedTwice(type, argument, [other, method]));
  }
  return completers;
}
