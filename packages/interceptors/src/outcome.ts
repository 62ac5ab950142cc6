import { AnswerAwaitedError, type PromptAnswer, PromptError } from '@cuecard/core';

/** How a call failed, as far as the client may know: nothing of a cause. */
export interface Failure {
  /** The JSON-RPC code; nothing where the client has cancelled, which answers nobody. */
  readonly code: number | undefined;
  readonly name: string;
  readonly message: string;
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

/** Waits for an answer and says how it ended, before it gives the answer or throws the error. */
export async function watched(answer: Promise<PromptAnswer>, ended: (outcome: Outcome) => void): Promise<PromptAnswer> {
  let outcome = ANSWERED;
  try {
    return await answer;
  } catch (error) {
    outcome = error instanceof AnswerAwaitedError ? ASKING : { asks: false, failure: failureOf(error) };
    throw error;
  } finally {
    ended(outcome);
  }
}

/** What comes out of `next` is fit for the client, or the reason for which it cancelled, which anybody may have written. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof PromptError)) return { code: undefined, name: 'Cancelled', message: 'The client cancelled' };
  const { code, name, message } = error;
  return { code, name, message };
}
