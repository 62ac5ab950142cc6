import type { ArgumentFault } from '../errors.js';
import { swallowRejection } from '../pending.js';

/** Words a fault for the application. */
export type MessageOf = (fault: ArgumentFault) => string;

/**
 * The faults, with the application's messages if it provides them.
 * @throws {TypeError} if a message is not a string
 */
export function inWords(faults: readonly ArgumentFault[], messageOf: MessageOf | undefined): readonly ArgumentFault[] {
  if (messageOf === undefined) return faults;
  return faults.map((fault) => ({ ...fault, message: asText(messageOf(fault)) }));
}

function asText(message: unknown): string {
  if (typeof message === 'string') return message;
  swallowRejection(message);
  throw new TypeError(`messageOf must synchronously return a string, but returned a value of type ${typeof message}`);
}
