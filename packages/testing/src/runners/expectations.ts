import type { Role } from '@cuecard/core';
import type { Definable } from '../calls/served-by.js';
import { completeArgument, type CompletionSetup } from '../calls/completion.js';
import { fences } from '../checks/fences.js';
import { type Refused, refuses } from '../checks/refuses.js';
import { says } from '../checks/says.js';
import { fitsTokens, type TokenCounter } from '../checks/token-budget.js';
import { complaint, type Verdict } from '../checks/verdict.js';
import type { Result } from '../reading/result.js';
import { ExpectationError } from '../checks/expectation-error.js';

// The checks as functions, for `node:test` and every other runner.

/** @throws {ExpectationError} unless a text of the result contains or matches the wanted one */
export function expectSays(result: Result, wanted: string | RegExp, role?: Role): void {
  demand(says(result, wanted, role));
}

/** @throws {ExpectationError} unless the text stands between markers of `untrusted`, and nowhere outside of them */
export function expectFences(result: Result, wanted: string): void {
  demand(fences(result, wanted));
}

/** @throws {ExpectationError} if the texts of the result have more tokens, by default as estimated */
export function expectFitsTokens(result: Result, most: number, count?: TokenCounter): void {
  demand(fitsTokens(result, most, count));
}

/** @throws {ExpectationError} unless the call is rejected because exactly these arguments break these rules */
export async function expectRefuses(call: Promise<unknown>, wanted: Refused): Promise<void> {
  demand(
    refuses(
      await call.then(
        () => 'an answer',
        (error: unknown) => error,
      ),
      wanted,
    ),
  );
}

/**
 * @param typed one argument, by its name on the wire, with what the user has typed
 * @throws {ExpectationError} unless exactly these values are suggested, in this order
 */
export async function expectCompletion(
  subject: Definable,
  typed: Readonly<Record<string, string>>,
  values: readonly string[],
  setup?: CompletionSetup,
): Promise<void> {
  const completion = await completeArgument(subject, typed, setup);
  const [wanted, found] = [JSON.stringify(values), JSON.stringify(completion.values)];
  demand({ passes: wanted === found, expectation: `the suggestions ${wanted}`, received: `There were ${found}` });
}

function demand(verdict: Verdict): void {
  if (!verdict.passes) throw new ExpectationError(complaint(verdict));
}
