import { clip } from '../text/clip.js';
import { type ArgumentFault } from '../errors.js';
import type { Limits } from '../limits.js';

export type LengthLimits = Pick<Limits, 'argumentLength' | 'argumentsLength'>;

/** Deeper nesting is refused: reading and validating it could overflow the stack. */
const MAX_LEVELS = 500;

/** Returns a fault for every argument of these objects that is too long, and one if all of them together are. */
export function lengthFaults(
  given: readonly object[],
  { argumentLength, argumentsLength }: LengthLimits,
): readonly ArgumentFault[] {
  const faults: ArgumentFault[] = [];
  let total = 0;
  for (const raw of given as readonly Readonly<Record<string, unknown>>[]) {
    for (const name of Object.keys(raw)) {
      const value = raw[name];
      if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) continue;
      const length = typeof value === 'string' ? value.length : lengthOf(value);
      total += length;
      if (length === TOO_DEEP) faults.push(tooDeep(clip(name)));
      else if (length > argumentLength) faults.push(tooLong(clip(name), argumentLength));
    }
  }
  if (total > argumentsLength && total !== TOO_DEEP) faults.push(tooLong('', argumentsLength));
  return faults;
}

const TOO_DEEP = Infinity;

/** The length of JSON: of its strings and names, and one for each other value. Infinite if it is nested too deeply. */
function lengthOf(json: object): number {
  let length = 0;
  let level: object[] = [json];
  for (let depth = 0; depth < MAX_LEVELS; depth += 1) {
    const next: object[] = [];
    for (const each of level) {
      for (const [name, value] of Object.entries(each) as [string, unknown][]) {
        if (typeof value === 'object' && value !== null) next.push(value);
        length += typeof value === 'string' ? value.length : 1;
        if (!Array.isArray(each)) length += name.length;
      }
    }
    if (next.length === 0) return length;
    level = next;
  }
  return TOO_DEEP;
}

function tooLong(argument: string, limit: number): ArgumentFault {
  const subject = argument === '' ? 'the arguments together' : argument;
  return { argument, rule: 'maxLength', message: `${subject} must be at most ${limit} characters long` };
}

function tooDeep(argument: string): ArgumentFault {
  return { argument, rule: 'maxDepth', message: `${argument} must be nested at most ${MAX_LEVELS} levels deep` };
}
