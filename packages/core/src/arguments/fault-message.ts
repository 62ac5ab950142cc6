import type { ArgumentFault } from '../errors.js';
import { swallowRejection } from '../pending.js';

/** Says what is wrong with an argument in the words of the application. */
export type MessageOf = (fault: ArgumentFault) => string;

/**
 * The faults, in the words of the application where it has some.
 * @throws {TypeError} for words that are no text
 */
export function inWords(faults: readonly ArgumentFault[], messageOf: MessageOf | undefined): readonly ArgumentFault[] {
  if (messageOf === undefined) return faults;
  return faults.map((fault) => ({ ...fault, message: asText(messageOf(fault)) }));
}

function asText(message: unknown): string {
  if (typeof message === 'string') return message;
  swallowRejection(message);
  throw new TypeError(`messageOf must give a string, at once, and gave something of the type ${typeof message}`);
}
