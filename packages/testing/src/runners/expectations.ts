import type { Role } from '@cuecard/core';
import type { Definable } from '../calls/subject.js';
import { completeArgument, type CompletionSetup } from '../calls/completion.js';
import { type Result, isResult } from '../reading/texts.js';
import {
  ExpectationError,
  complaint,
  type Verdict,
  says,
  type ExpectedFaults,
  refuses,
  fences,
  fitsTokens,
  type TokenCounter,
} from '../checks/checks.js';
import { print } from '../reading/print.js';

// The checks as functions, for `node:test` and every other runner.

/** @throws {ExpectationError} unless some text of the result contains the string or matches the pattern */
export function expectSays(result: Result, wanted: string | RegExp, role?: Role): void {
  demand(says(result, wanted, role));
}

/** @throws {ExpectationError} unless the string is between markers of `untrusted`, and nowhere else */
export function expectFences(result: Result, wanted: string): void {
  demand(fences(result, wanted));
}

/** @throws {ExpectationError} if the text of the result has more tokens, by default as estimated */
export function expectFitsTokens(result: Result, most: number, count?: TokenCounter): void {
  demand(fitsTokens(result, most, count));
}

/** @throws {ExpectationError} unless the call is rejected because exactly these arguments break these rules */
export async function expectRefuses(call: Promise<unknown>, wanted: ExpectedFaults): Promise<void> {
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

/** The types of the matchers for `expect` of Jest and Vitest. Merge them into their `Matchers`. */
export interface CuecardMatchers<Returned> {
  /** Some text of the result, or of one role, contains the string or matches the pattern. */
  toSay(wanted: string | RegExp, role?: Role): Returned;
  /** The string is between markers of `untrusted`, and nowhere else. */
  toFence(wanted: string): Returned;
  /** The text of the result has at most this number of tokens, by default as estimated. */
  toFitTokens(most: number, count?: TokenCounter): Returned;
  /** The error refuses exactly these arguments, because of these rules; use it after `rejects`. */
  toRefuse(wanted: ExpectedFaults): Returned;
}

interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** The matchers, for `expect.extend` of Jest and Vitest. */
export const matchers = {
  toSay: (received: unknown, wanted: string | RegExp, role?: Role) =>
    matcherResult(says(resultIn(received), wanted, role)),
  toFence: (received: unknown, wanted: string) => matcherResult(fences(resultIn(received), wanted)),
  toFitTokens: (received: unknown, limit: number, count?: TokenCounter) =>
    matcherResult(fitsTokens(resultIn(received), limit, count)),
  toRefuse: (received: unknown, wanted: ExpectedFaults) => matcherResult(refuses(received, wanted)),
};

function matcherResult(verdict: Verdict): MatcherResult {
  return { pass: verdict.passes, message: () => complaint(verdict) };
}

function resultIn(received: unknown): Result {
  if (isResult(received)) return received;
  throw new TypeError('What is expected must be the result of a prompt, a tool or a resource: await the call');
}

/** Prints results in snapshots of Jest and Vitest as people read them, for `expect.addSnapshotSerializer`. */
export const serializer = {
  test: (value: unknown) => isResult(value),
  serialize: (result: Result, _config: unknown, indentation: string) =>
    print(result).replaceAll(/\n(?=.)/g, `\n${indentation}`),
};
