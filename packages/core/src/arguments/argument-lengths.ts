import { clip } from '../text/clip.js';
import { type ArgumentFault } from '../errors.js';
import type { Limits } from '../limits.js';

export type LengthLimits = Pick<Limits, 'argumentLength' | 'argumentsLength'>;

/** Returns a fault for every string of these objects that is too long, and one if all of them together are. */
export function lengthFaults(
  given: readonly object[],
  { argumentLength, argumentsLength }: LengthLimits,
): readonly ArgumentFault[] {
  const faults: ArgumentFault[] = [];
  let total = 0;
  for (const raw of given as readonly Readonly<Record<string, unknown>>[]) {
    for (const name of Object.keys(raw)) {
      const value = raw[name];
      if (typeof value !== 'string') continue;
      total += value.length;
      if (value.length > argumentLength) faults.push(tooLong(clip(name), argumentLength));
    }
  }
  if (total > argumentsLength) faults.push(tooLong('', argumentsLength));
  return faults;
}

function tooLong(argument: string, limit: number): ArgumentFault {
  const subject = argument === '' ? 'the arguments together' : argument;
  return { argument, rule: 'maxLength', message: `${subject} must be at most ${limit} characters long` };
}
