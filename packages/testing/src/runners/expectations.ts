import type { Role } from '@cuecard/core';
import type { TestableHandler } from '../calls/subject.js';
import { completeArgument, type CompletionSetup } from '../calls/completion.js';
import { type Result, isResult } from '../reading/texts.js';
import {
  ExpectationError,
  failureMessage,
  type Verdict,
  checkText,
  type ArgumentErrors,
  checkArgumentErrors,
  checkFenced,
  checkTokenBudget,
  type TokenCounter,
} from '../checks/checks.js';
import { formatResult } from '../reading/format-result.js';

// The checks as functions, for `node:test` and any other test runner.

/** @throws {ExpectationError} unless some text of the result contains the string or matches the pattern */
export function expectText(result: Result, expected: string | RegExp, role?: Role): void {
  assertPasses(checkText(result, expected, role));
}

/** @throws {ExpectationError} unless the string occurs only between the markers of `untrusted` */
export function expectFenced(result: Result, expected: string): void {
  assertPasses(checkFenced(result, expected));
}

/**
 * @throws {ExpectationError} if the text of the result has more than `limit` tokens. Tokens are estimated by default
 */
export function expectTokenBudget(result: Result, limit: number, count?: TokenCounter): void {
  assertPasses(checkTokenBudget(result, limit, count));
}

/** @throws {ExpectationError} unless the call is rejected because exactly these arguments break these rules */
export async function expectArgumentErrors(call: Promise<unknown>, expected: ArgumentErrors): Promise<void> {
  assertPasses(
    checkArgumentErrors(
      await call.then(
        () => 'a result instead of an error',
        (error: unknown) => error,
      ),
      expected,
    ),
  );
}

/**
 * @param typed one argument, by its wire name, with the text that the user has typed
 * @throws {ExpectationError} unless exactly these values are suggested, in this order
 */
export async function expectCompletion(
  handler: TestableHandler,
  typed: Readonly<Record<string, string>>,
  values: readonly string[],
  setup?: CompletionSetup,
): Promise<void> {
  const completion = await completeArgument(handler, typed, setup);
  const [expected, found] = [JSON.stringify(values), JSON.stringify(completion.values)];
  assertPasses({
    passes: expected === found,
    expectation: `the suggestions ${expected}`,
    received: `The suggestions were ${found}`,
  });
}

function assertPasses(verdict: Verdict): void {
  if (!verdict.passes) throw new ExpectationError(failureMessage(verdict));
}

/** The types of the matchers for `expect` of Jest and Vitest. Merge them into their `Matchers`. */
export interface CuecardMatchers<Returned> {
  /** Asserts that some text of the result, or of one role, contains the string or matches the pattern. */
  toContainText(expected: string | RegExp, role?: Role): Returned;
  /** Asserts that the string occurs only between the markers of `untrusted`. */
  toContainFenced(expected: string): Returned;
  /** Asserts that the text of the result has at most `limit` tokens. Tokens are estimated by default. */
  toFitTokenBudget(limit: number, count?: TokenCounter): Returned;
  /** Asserts that the error rejects exactly these arguments because of these rules. Use it after `rejects`. */
  toHaveArgumentErrors(expected: ArgumentErrors): Returned;
}

interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** The matchers, for `expect.extend` in Jest and Vitest. */
export const matchers = {
  toContainText: (received: unknown, expected: string | RegExp, role?: Role) =>
    matcherResult(checkText(resultIn(received), expected, role)),
  toContainFenced: (received: unknown, expected: string) => matcherResult(checkFenced(resultIn(received), expected)),
  toFitTokenBudget: (received: unknown, limit: number, count?: TokenCounter) =>
    matcherResult(checkTokenBudget(resultIn(received), limit, count)),
  toHaveArgumentErrors: (received: unknown, expected: ArgumentErrors) =>
    matcherResult(checkArgumentErrors(received, expected)),
};

function matcherResult(verdict: Verdict): MatcherResult {
  return { pass: verdict.passes, message: () => failureMessage(verdict) };
}

function resultIn(received: unknown): Result {
  if (isResult(received)) return received;
  throw new TypeError('The value of expect() must be the result of a prompt, a tool or a resource: await the call');
}

/**
 * A serializer for `expect.addSnapshotSerializer` that prints results in Jest and Vitest snapshots in readable form.
 */
export const serializer = {
  test: (value: unknown) => isResult(value),
  serialize: (result: Result, _config: unknown, indentation: string) =>
    formatResult(result).replaceAll(/\n(?=.)/g, `\n${indentation}`),
};
