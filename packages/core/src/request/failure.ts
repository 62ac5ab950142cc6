import { DefinitionError } from '../definition-error.js';
import {
  InvalidArgumentsError,
  InvalidCursorError,
  RequestError,
  PromptRenderError,
  UnknownPromptError,
} from '../errors.js';
import { OutputFault } from '../messages/output-parts.js';

/** What a request was at when it failed. */
export type Step = keyof typeof PROBLEMS;

const PROBLEMS = {
  intercept: 'failed in an interceptor',
  check: 'failed while its arguments were checked',
  construct: 'could not be constructed',
  render: 'failed',
  complete: 'failed to complete an argument',
};

/** What the client gets to see of an error: what was written for it as it is, and nothing of all else. */
export function failureOf(prompt: string, step: Step, error: unknown): RequestError {
  if (error instanceof RequestError && !isInternal(step, error)) {
    return isTellable(error)
      ? error
      : new PromptRenderError(prompt, 'threw an error whose data is no JSON', { cause: error });
  }
  if (isOutputFault(error)) return new PromptRenderError(prompt, error.message);
  return new PromptRenderError(prompt, PROBLEMS[step], { cause: error });
}

/** Whether an error can be sent: one of an application may hold data that is no JSON, on which an SDK gives no answer at all. */
function isTellable(error: RequestError): boolean {
  if (error.data === undefined || REFUSALS.some((refusal) => error instanceof refusal)) return true;
  try {
    return JSON.stringify(error.data) !== undefined;
  } catch {
    return false;
  }
}

/** A Proxy may throw when it is asked what it is. */
function isOutputFault(error: unknown): error is OutputFault {
  try {
    return error instanceof OutputFault;
  } catch {
    return false;
  }
}

/** Refusals that a prompt meets when it uses other prompts are its own mistake, not its client's. */
function isInternal(step: Step, error: RequestError): boolean {
  if (error instanceof DefinitionError) return true;
  const isOutside = step === 'check' || step === 'intercept';
  return !isOutside && REFUSALS.some((refusal) => error instanceof refusal);
}

const REFUSALS = [InvalidArgumentsError, UnknownPromptError, InvalidCursorError];
