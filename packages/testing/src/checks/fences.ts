import { insideFences, outsideFences } from '../reading/fences.js';
import { print } from '../reading/print.js';
import type { Result } from '../reading/result.js';
import { textsOf } from '../reading/texts.js';
import type { Verdict } from './verdict.js';

/** Whether a text stands between markers of `untrusted`, and nowhere outside of them. */
export function fences(result: Result, wanted: string): Verdict {
  const texts = textsOf(result).map(({ text }) => text);
  const isInside = texts.some((text) => insideFences(text).some((inside) => inside.includes(wanted)));
  const isOutside = texts.some((text) => outsideFences(text).includes(wanted));
  return {
    passes: isInside && !isOutside,
    expectation: `the result to fence ${JSON.stringify(wanted)}${isOutside ? ', which stands outside, too' : ''}`,
    received: print(result),
  };
}
