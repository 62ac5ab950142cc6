import { DefinitionError } from '../definition-error.js';
import { InvalidArgumentsError, InvalidCursorError, RequestError, InternalError, NotFoundError } from '../errors.js';
import { jsonText } from '../messages/json-text.js';
import { OutputFault } from '../messages/output-parts.js';

/** What a request was doing when it failed. */
export type Step = keyof typeof PROBLEMS;

const PROBLEMS = {
  intercept: 'failed in an interceptor',
  list: 'could not be made',
  check: 'failed while its arguments were checked',
  construct: 'could not be constructed',
  call: 'failed',
  complete: 'failed to complete an argument',
};

/** The error that the client sees: errors written for the client unchanged, nothing of any other. */
export function failureOf(subject: string, step: Step, error: unknown): RequestError {
  if (error instanceof RequestError && !isInternal(step, error)) {
    return isTellable(error)
      ? error
      : new InternalError(subject, 'threw an error whose data is not JSON', { cause: error });
  }
  if (isOutputFault(error)) return new InternalError(subject, error.message);
  return new InternalError(subject, PROBLEMS[step], { cause: error });
}

/** The maximum number of members in the data of an error. */
const MAX_DATA_MEMBERS = 100_000;

/** Whether an error can be sent. An SDK sends no answer at all if the data of an application's error is not JSON. */
function isTellable(error: RequestError): boolean {
  if (error.data === undefined || isRefusal(error)) return true;
  try {
    // `JSON.stringify` omits members that JSON cannot represent.
    return jsonText({ data: error.data }, { maxMembers: MAX_DATA_MEMBERS }) !== '{}';
  } catch {
    return false;
  }
}

/** `instanceof` may throw for a Proxy. */
function isOutputFault(error: unknown): error is OutputFault {
  try {
    return error instanceof OutputFault;
  } catch {
    return false;
  }
}

/** If a handler's use of another definition is refused, that is the handler's own mistake, not its client's. */
function isInternal(step: Step, error: RequestError): boolean {
  if (error instanceof DefinitionError) return true;
  const isOutside = step === 'check' || step === 'intercept' || step === 'list';
  return !isOutside && isRefusal(error);
}

/** Whether the error refuses a request to a runtime. A handler that quotes a missing resource has not been refused. */
function isRefusal(error: RequestError): boolean {
  if (error instanceof NotFoundError) return error.kind !== 'resource';
  return error instanceof InvalidArgumentsError || error instanceof InvalidCursorError;
}
