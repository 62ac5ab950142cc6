import type { Completer } from '../api/completer.js';
import { OwnRecord } from '../metadata/own-record.js';
import { refuseStandard } from '../metadata/standard-decorators.js';

/** Which method completes which argument. */
export type CompleterRecords = ReadonlyMap<string, string | symbol>;

const COMPLETERS = new OwnRecord<CompleterRecords>('completers');

/** Makes a method of a prompt class complete one of its arguments. */
export function Complete(argument: string) {
  return <Method extends Completer<never>>(
    prototype: object,
    method: string | symbol,
    _descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    refuseStandard('Complete', method);
    // Copies what is inherited before adding, so that a subclass never writes into its parent.
    COMPLETERS.write(prototype, new Map(readCompleters(prototype)).set(argument, method));
  };
}

/** The `@Complete` records of a class and its parents. */
export function readCompleters(prototype: object): CompleterRecords {
  return COMPLETERS.readInherited(prototype) ?? new Map();
}
