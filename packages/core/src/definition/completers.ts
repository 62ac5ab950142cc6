import type { ArgumentPlan } from '../arguments/argument-plan.js';
import { completedTwice, completesNothing } from './definition-faults.js';
import type { DefinitionFault } from '../definition-error.js';
import type { InjectableClass } from '../types.js';
import type { Completer } from '../api/calls.js';
import { TEXT } from '../text/option-kinds.js';
import { OwnRecord } from '../metadata/own-record.js';
import { MEMBER, refuseStandard } from '../metadata/decorator-targets.js';

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

/** Records that a method completes an argument. */
interface CompleterRecord {
  /** The argument's property. */
  readonly argument: string;
  readonly method: string | symbol;
  /** The prototype that declares the method. */
  readonly owner: object;
}

const COMPLETERS = new OwnRecord<readonly CompleterRecord[]>('completers');

/**
 * Declares that a method of a prompt or of a resource class completes one of its arguments. A subclass may declare another method for
 * it.
 * @param argument the property of the arguments class, not its name on the wire
 * @throws {TypeError} if that is not a string
 */
export function Complete(argument: string) {
  TEXT.require('The argument of @Complete()', argument);
  return <Method extends Completer<never>>(
    prototype: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    refuseStandard('Complete', method);
    MEMBER.require('What @Complete() decorates', prototype);
    // Copies inherited records before adding one, so that a subclass never writes into its parent.
    const others = readCompleters(prototype).filter((each) => each.argument !== argument || each.owner === prototype);
    COMPLETERS.write(prototype, [...others, { argument, method, owner: prototype }]);
  };
}

/** The `@Complete` records of a class and its parents. */
function readCompleters(prototype: object): readonly CompleterRecord[] {
  return COMPLETERS.readInherited(prototype) ?? [];
}
