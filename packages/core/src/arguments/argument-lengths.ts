import { clip } from '../text/strings.js';
import { type ArgumentFault } from '../errors.js';
import type { Limits } from '../limits.js';

export type LengthLimits = Pick<Limits, 'argumentLength' | 'argumentsLength' | 'maxDepth'>;

/** Returns a fault for each argument that is too long, and another fault if all arguments together are too long. */
export function lengthFaults(
  groups: readonly object[],
  { argumentLength, argumentsLength, maxDepth }: LengthLimits,
): readonly ArgumentFault[] {
  const faults: ArgumentFault[] = [];
  let total = 0;
  for (const raw of groups as readonly Readonly<Record<string, unknown>>[]) {
    for (const name of Object.keys(raw)) {
      const argument = raw[name];
      const length = typeof argument === 'string' ? argument.length : lengthOf(argument, maxDepth);
      total += length;
      if (length === TOO_DEEP) faults.push(tooDeepFault(clip(name), maxDepth));
      else if (length > argumentLength) faults.push(tooLongFault(clip(name), argumentLength));
    }
  }
  if (total > argumentsLength && total !== TOO_DEEP) faults.push(tooLongFault('', argumentsLength));
  return faults;
}

const TOO_DEEP = Infinity;

/** Whether JSON is nested more than `maxDepth` levels. */
export function isTooDeep(json: unknown, maxDepth: number): boolean {
  return lengthOf(json, maxDepth) === TOO_DEEP;
}

/**
 * Returns the total length of the strings and names in JSON, plus one for each other value; infinite if it is nested
 * too deeply.
 */
function lengthOf(json: unknown, maxDepth: number): number {
  if (typeof json !== 'object' || json === null) return 0;
  if (maxDepth === 0) return TOO_DEEP;
  let length = 0;
  for (const value of Object.values(json) as unknown[])
    length += typeof value === 'string' ? value.length : 1 + lengthOf(value, maxDepth - 1);
  if (!Array.isArray(json)) for (const name of Object.keys(json)) length += name.length;
  return length;
}

function tooLongFault(argument: string, limit: number): ArgumentFault {
  const subject = argument === '' ? 'the arguments together' : argument;
  return { argument, rule: 'maxLength', message: `${subject} must be at most ${limit} characters long` };
}

function tooDeepFault(argument: string, maxDepth: number): ArgumentFault {
  return { argument, rule: 'maxDepth', message: `${argument} must be nested at most ${maxDepth} levels deep` };
}
