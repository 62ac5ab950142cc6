import type { Completer } from '../api/completer.js';
import { TEXT } from '../text/option-kinds.js';
import { OwnRecord } from '../metadata/own-record.js';
import { MEMBER, refuseStandard } from '../metadata/standard-decorators.js';

/** Records that a method completes an argument. */
export interface CompleterRecord {
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
export function readCompleters(prototype: object): readonly CompleterRecord[] {
  return COMPLETERS.readInherited(prototype) ?? [];
}
