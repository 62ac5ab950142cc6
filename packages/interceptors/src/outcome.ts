import { AnswerAwaitedError, type Answer, type Call, RequestError } from '@cuecard/core';
import { type BrokenRule, brokenRulesIn } from './broken-rules.js';

/** The failure of a call. It has neither the message nor the cause, because both may contain an argument's value. */
export interface Failure {
  /** The JSON-RPC code; nothing if the client has cancelled, because then there is no answer. */
  readonly code: number | undefined;
  readonly name: string;
  /** The refused arguments; empty if there are none. */
  readonly errors: readonly BrokenRule[];
}

/** The outcome of a call. */
export interface Outcome {
  /** Whether the answer is a question: the user's answer comes in another call. */
  readonly asks: boolean;
  /** Whether a tool reported failure. */
  readonly hasFailed: boolean;
  /** Nothing if it succeeded. */
  readonly failure: Failure | undefined;
}

const ANSWERED: Outcome = { asks: false, hasFailed: false, failure: undefined };
const FAILED: Outcome = { ...ANSWERED, hasFailed: true };
const ASKING: Outcome = { ...ANSWERED, asks: true };

/** Waits for the answer to a call and reports the outcome, before it returns the answer or throws the error. */
export async function watched(call: Call, answer: Promise<Answer>, ended: (outcome: Outcome) => void): Promise<Answer> {
  let outcome = ANSWERED;
  try {
    const answered = await answer;
    if ('isError' in answered && answered.isError === true) outcome = FAILED;
    return answered;
  } catch (error) {
    outcome = error instanceof AnswerAwaitedError ? ASKING : { ...ANSWERED, failure: failureOf(error, call) };
    throw error;
  } finally {
    ended(outcome);
  }
}

/** `next` throws a `RequestError`, or the reason of a cancellation, which may be any value. */
function failureOf(error: unknown, call: Call): Failure {
  if (!(error instanceof RequestError)) return { code: undefined, name: 'Cancelled', errors: [] };
  return { code: error.code, name: error.name, errors: brokenRulesIn(error, call) };
}
