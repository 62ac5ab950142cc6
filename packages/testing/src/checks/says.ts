import type { Role } from '@cuecard/core';
import { print } from '../reading/print.js';
import type { Result } from '../reading/result.js';
import { textsOf } from '../reading/texts.js';
import type { Verdict } from './verdict.js';

/** Whether a text of the result contains the wanted one, or matches it. With a role, only texts of that role count. */
export function says(result: Result, wanted: string | RegExp, role?: Role): Verdict {
  const texts = textsOf(result).filter((said) => role === undefined || said.role === role);
  const isIn = (text: string) => (typeof wanted === 'string' ? text.includes(wanted) : text.search(wanted) >= 0);
  const speaker = role === undefined ? 'the result' : `the ${role}`;
  const shown = typeof wanted === 'string' ? JSON.stringify(wanted) : String(wanted);
  return {
    passes: texts.some(({ text }) => isIn(text)),
    expectation: `${speaker} to say ${shown}`,
    received: print(result),
  };
}
