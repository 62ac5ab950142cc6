import { AnswerAwaitedError, type Answer, type Call, RequestError } from '@cuecard/core';
import { type BrokenRule, brokenRulesIn } from './broken-rules.js';

/** How a call failed. It has neither the message nor the cause, for both may hold an argument's value. */
export interface Failure {
  /** The JSON-RPC code; nothing where the client has cancelled, which answers nobody. */
  readonly code: number | undefined;
  readonly name: string;
  /** Which arguments were refused; empty where none was. */
  readonly errors: readonly BrokenRule[];
}

/** How a call has ended. */
export interface Outcome {
  /** Whether it was answered with a question: another call brings what the person at the client says. */
  readonly asks: boolean;
  /** Whether a tool answered that it has failed. */
  readonly hasFailed: boolean;
  /** Nothing where it was answered. */
  readonly failure: Failure | undefined;
}

const ANSWERED: Outcome = { asks: false, hasFailed: false, failure: undefined };
const FAILED: Outcome = { ...ANSWERED, hasFailed: true };
const ASKING: Outcome = { ...ANSWERED, asks: true };

/** Waits for the answer to a call and says how it ended, before it gives the answer or throws the error. */
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

/** What comes out of `next` is a `RequestError`, or the reason for which the client cancelled, which may be anything. */
function failureOf(error: unknown, call: Call): Failure {
  if (!(error instanceof RequestError)) return { code: undefined, name: 'Cancelled', errors: [] };
  return { code: error.code, name: error.name, errors: brokenRulesIn(error, call) };
}
