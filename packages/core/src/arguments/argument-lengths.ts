import { clip } from '../text/clip.js';
import { type ArgumentFault } from '../errors.js';
import type { Limits } from '../limits.js';

export type LengthLimits = Pick<Limits, 'argumentLength' | 'argumentsLength'>;

/** Adds a fault for every string that is too long, and one if all of them together are. */
export function checkLengths(
  raw: object,
  { argumentLength, argumentsLength }: LengthLimits,
  faults: ArgumentFault[],
): void {
  let total = 0;
  for (const name of Object.keys(raw)) {
    const value = (raw as Readonly<Record<string, unknown>>)[name];
    if (typeof value !== 'string') continue;
    total += value.length;
    if (value.length > argumentLength) faults.push(tooLong(clip(name), argumentLength));
  }
  if (total > argumentsLength) faults.push(tooLong('', argumentsLength));
}

function tooLong(argument: string, limit: number): ArgumentFault {
  const subject = argument === '' ? 'the arguments together' : argument;
  return { argument, rule: 'maxLength', message: `${subject} must be at most ${limit} characters long` };
}
