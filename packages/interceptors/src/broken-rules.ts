import { InputRequiredError, InvalidArgumentsError, type Call, type RequestError } from '@cuecard/core';

/** That an argument broke a rule, without the words for it. */
export interface BrokenRule {
  /** The argument's name, or `''` when `arguments` as a whole is at fault. */
  readonly argument: string;
  readonly rule: string;
}

/**
 * Which arguments broke which rules. Names that a client has made up are left out, and so are the ways into arguments: both
 * may say anything.
 */
export function brokenRulesIn(error: RequestError, call: Call): readonly BrokenRule[] {
  const declared = new Set(['', ...(call.definition?.arguments.names ?? [])]);
  if (error instanceof InvalidArgumentsError)
    return distinct(error.errors, declared).filter(({ argument }) => declared.has(argument));
  // What is missing was asked for with a class of the application's.
  return error instanceof InputRequiredError ? distinct(error.errors, declared) : [];
}

function distinct(errors: readonly BrokenRule[], declared: ReadonlySet<string>): BrokenRule[] {
  const nameOf = (path: string) => (declared.has(path) ? path : (/^[^.[]*/.exec(path)?.[0] ?? ''));
  const rules = errors.map(({ argument, rule }) => ({ argument: nameOf(argument), rule }));
  return [...new Map(rules.map((each) => [JSON.stringify(each), each])).values()];
}
