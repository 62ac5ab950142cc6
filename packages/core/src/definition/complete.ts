import type { Completer } from '../api/completer.js';
import { OwnRecord } from '../metadata/own-record.js';
import { refuseStandard } from '../metadata/standard-decorators.js';

/** That a method completes an argument. */
export interface CompleterRecord {
  /** The property of the argument. */
  readonly argument: string;
  readonly method: string | symbol;
  /** The prototype that declares it. */
  readonly owner: object;
}

const COMPLETERS = new OwnRecord<readonly CompleterRecord[]>('completers');

/**
 * Makes a method of a prompt class complete one of its arguments. A subclass may name another method for it.
 * @param argument the property of the arguments class, whatever its name on the wire
 */
export function Complete(argument: string) {
  return <Method extends Completer<never>>(
    prototype: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    refuseStandard('Complete', method);
    // Copies what is inherited before adding, so that a subclass never writes into its parent.
    const others = readCompleters(prototype).filter((each) => each.argument !== argument || each.owner === prototype);
    COMPLETERS.write(prototype, [...others, { argument, method, owner: prototype }]);
  };
}

/** The `@Complete` records of a class and its parents. */
export function readCompleters(prototype: object): readonly CompleterRecord[] {
  return COMPLETERS.readInherited(prototype) ?? [];
}
