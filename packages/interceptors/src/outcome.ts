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
  /** Nothing where it was answered. */
  readonly failure: Failure | undefined;
}

const ANSWERED: Outcome = { asks: false, failure: undefined };
const ASKING: Outcome = { asks: true, failure: undefined };

/** Waits for the answer to a call and says how it ended, before it gives the answer or throws the error. */
export async function watched(call: Call, answer: Promise<Answer>, ended: (outcome: Outcome) => void): Promise<Answer> {
  let outcome = ANSWERED;
  try {
    return await answer;
  } catch (error) {
    outcome = error instanceof AnswerAwaitedError ? ASKING : { asks: false, failure: failureOf(error, call) };
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
