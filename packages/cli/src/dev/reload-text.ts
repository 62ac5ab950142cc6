import { problemText } from '../outcome/problem-text.js';
import type { ProblemOptions } from '../outcome/problem.js';
import { styled } from '../terminal/terminal.js';
import type { Reloaded } from './reloader.js';

/** How many names a line has. */
const SHOWN = 3;

export function reloadText(
  { files, changed, removed, ms }: Extract<Reloaded, { type: 'reloaded' }>,
  shown: (file: string) => string,
): string {
  const parts = [...changed, ...removed.map((name) => `${name} is gone`)];
  const what = parts.length === 0 ? 'no definition changed' : listed(parts);
  const where = listed(files.map(shown));
  return `${styled('green', 'reloaded')} ${where} ${styled('dim', `${what}, ${Math.round(ms)} ms`)}`;
}

export function failureText(
  problems: readonly ProblemOptions[],
  next = 'The last good state is served until this is mended.',
): string {
  return `${problems.map(problemText).join('\n\n')}\n${styled('dim', next)}`;
}

function listed(all: readonly string[]): string {
  const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : '';
  return `${all.slice(0, SHOWN).join(', ')}${more}`;
}
