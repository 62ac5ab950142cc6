import { styled } from '../terminal/terminal.js';
import type { SourcePlace } from '../playground/options.js';
import type { ProblemOptions } from './problem.js';

/** A problem in words, for a terminal. */
export function problemText(problem: ProblemOptions): string {
  return [problem, ...(problem.others ?? [])].map(oneText).join('\n\n');
}

function oneText({ code, summary, why, fix, where, frame, section }: ProblemOptions): string {
  const place = where === undefined ? [] : [styled('cyan', placeText(where))];
  const lines = [
    `${styled('red', 'error')} ${summary} ${styled('dim', `[${code}]`)}`,
    ...place,
    ...[why, frame].filter((part) => part !== undefined && part !== ''),
    ...(fix === undefined ? [] : [`${styled('green', 'fix')} ${fix}`]),
    ...(section === undefined ? [] : [styled('dim', `See ${section}`)]),
  ];
  return lines.join('\n');
}

/** A place as editors and terminals read it: `src/review.ts:12:3`. */
export function placeText({ path, line, column }: SourcePlace): string {
  return [path, line, column].filter((part) => part !== undefined).join(':');
}
