import { InputRequiredError, InvalidArgumentsError, type Call, type RequestError } from '@cuecard/core';

/** A broken rule of an argument, without its message. */
export interface RuleViolation {
  /** The argument's name, or `''` if `arguments` as a whole is invalid. */
  readonly argument: string;
  readonly rule: string;
}

/**
 * Returns the broken rules by argument. Omits unknown argument names and paths within arguments, because clients can
 * put anything there.
 */
export function ruleViolationsIn(error: RequestError, call: Call): readonly RuleViolation[] {
  const declared = new Set(['', ...(call.definition?.arguments.names ?? [])]);
  if (error instanceof InvalidArgumentsError)
    return distinct(error.errors, declared).filter(({ argument }) => declared.has(argument));
  // Omits values that an elicitation lacks, because they belong to a different arguments class.
  return error instanceof InputRequiredError ? distinct(error.errors, declared) : [];
}

function distinct(errors: readonly RuleViolation[], declared: ReadonlySet<string>): RuleViolation[] {
  const nameOf = (path: string) => (declared.has(path) ? path : (/^[^.[]*/.exec(path)?.[0] ?? ''));
  const rules = errors.map(({ argument, rule }) => ({ argument: nameOf(argument), rule }));
  return [...new Map(rules.map((each) => [JSON.stringify(each), each])).values()];
}
