import type { Role } from '@cuecard/core';
import { fences } from '../checks/fences.js';
import { type Refused, refuses } from '../checks/refuses.js';
import { says } from '../checks/says.js';
import { fitsTokens, type TokenCounter } from '../checks/token-budget.js';
import { complaint, type Verdict } from '../checks/verdict.js';
import { isResult, type Result } from '../reading/result.js';

/** What `expect` of Jest and Vitest can do with these matchers. Merge it into their `Matchers`. */
export interface CuecardMatchers<Returned> {
  /** A text of the result contains or matches the wanted one; with a role, one of that role. */
  toSay(wanted: string | RegExp, role?: Role): Returned;
  /** The text stands between markers of `untrusted`, and nowhere outside of them. */
  toFence(wanted: string): Returned;
  /** The texts of the result have at most so many tokens, by default as estimated. */
  toFitTokens(most: number, count?: TokenCounter): Returned;
  /** The error refuses exactly these arguments, because of these rules; use it after `rejects`. */
  toRefuse(wanted: Refused): Returned;
}

interface Matched {
  readonly pass: boolean;
  message(): string;
}

/** The matchers, for `expect.extend` of Jest and Vitest. */
export const matchers = {
  toSay: (received: unknown, wanted: string | RegExp, role?: Role) => matched(says(resultIn(received), wanted, role)),
  toFence: (received: unknown, wanted: string) => matched(fences(resultIn(received), wanted)),
  toFitTokens: (received: unknown, most: number, count?: TokenCounter) =>
    matched(fitsTokens(resultIn(received), most, count)),
  toRefuse: (received: unknown, wanted: Refused) => matched(refuses(received, wanted)),
};

function matched(verdict: Verdict): Matched {
  return { pass: verdict.passes, message: () => complaint(verdict) };
}

function resultIn(received: unknown): Result {
  if (isResult(received)) return received;
  throw new TypeError('What is expected must be the result of a prompt, a tool or a resource: await the call');
}
