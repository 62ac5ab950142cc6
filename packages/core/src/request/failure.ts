import { DefinitionError } from '../definition-error.js';
import {
  InvalidArgumentsError,
  InvalidCursorError,
  InsufficientScopeError,
  RequestError,
  InternalError,
  type KindName,
  NotFoundError,
  TimeoutError,
} from '../errors.js';
import { OutputFault, toJsonText } from '../output/output.js';
import { isInstance } from '../promises.js';
import { clip } from '../text/strings.js';

export type Step = keyof typeof PROBLEMS;

const PROBLEMS = {
  prepare: 'failed in `prepare`',
  find: 'could not be looked up',
  intercept: 'failed in an interceptor',
  list: 'could not be created',
  check: 'failed while its arguments were validated',
  construct: 'could not be constructed',
  call: 'failed',
  complete: 'failed to complete an argument',
};

/**
 * Returns the error for the client. A `RequestError` is usually returned unchanged; any other error is hidden behind an
 * `InternalError`.
 * @param maxLength the maximum size of an error, in characters of JSON
 */
export function toClientError(error: unknown, subject: string, step: Step, maxLength: number): RequestError {
  if (error instanceof RequestError && !isInternal(step, error)) {
    const problem = unsendableReason(error, maxLength);
    return problem === undefined ? error : new InternalError(subject, problem, { cause: error });
  }
  if (isInstance(OutputFault, error)) return new InternalError(subject, error.message);
  return new InternalError(subject, PROBLEMS[step], { cause: error });
}

export function timeoutError(
  subject: string,
  limitMs: number,
  { kind, name }: { readonly kind: KindName; readonly name: string | undefined },
): RequestError {
  const includesName = name !== undefined && kind !== 'resource'; // A URI may contain confidential data.
  return new TimeoutError(subject, limitMs, includesName ? { [kind]: clip(name) } : {});
}

const MAX_DATA_MEMBERS = 100_000;

/**
 * Returns the reason why an error cannot be sent; `undefined` if it can be sent. If `data` is not JSON, an SDK would
 * send no response at all.
 */
function unsendableReason(error: RequestError, maxLength: number): string | undefined {
  if (isRefusal(error)) return undefined; // The errors of this package have a bounded size.
  const { message, data } = error;
  try {
    // `JSON.stringify` omits members that JSON cannot represent.
    const json = data === undefined ? undefined : toJsonText({ data }, { maxMembers: MAX_DATA_MEMBERS });
    if (json === '{}') return NOT_JSON;
    return message.length + (json?.length ?? 0) > maxLength ? TOO_LARGE : undefined;
  } catch {
    return NOT_JSON;
  }
}

const NOT_JSON = 'threw an error whose data is not JSON';
const TOO_LARGE = 'threw an error that exceeds `limits.answerBytes`';

/** The steps in which a rejection is the client's fault. */
const CLIENT_STEPS: ReadonlySet<Step> = new Set(['prepare', 'find', 'check', 'intercept', 'list']);

/**
 * Whether an error must be hidden. If a handler calls a different definition with invalid input, the handler is at
 * fault, not the client.
 */
function isInternal(step: Step, error: RequestError): boolean {
  return error instanceof DefinitionError || (!CLIENT_STEPS.has(step) && isRefusal(error));
}

const REFUSALS = [InvalidArgumentsError, InvalidCursorError, InsufficientScopeError];

/**
 * Whether an error rejects a request. A missing resource does not count, because a handler may have tried to embed it.
 */
function isRefusal(error: RequestError): boolean {
  if (error instanceof NotFoundError) return error.kind !== 'resource';
  return REFUSALS.some((type) => error instanceof type);
}
