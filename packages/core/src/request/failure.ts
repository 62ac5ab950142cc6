import { DefinitionError } from '../definition-error.js';
import { InvalidArgumentsError, InvalidCursorError, RequestError, InternalError, NotFoundError } from '../errors.js';
import { jsonText } from '../messages/json-text.js';
import { OutputFault } from '../messages/output-parts.js';

/** What a request was at when it failed. */
export type Step = keyof typeof PROBLEMS;

const PROBLEMS = {
  prepare: 'failed in `prepare`',
  find: 'could not be looked up',
  intercept: 'failed in an interceptor',
  list: 'could not be made',
  check: 'failed while its arguments were checked',
  construct: 'could not be constructed',
  call: 'failed',
  complete: 'failed to complete an argument',
};

/** What a failure has to do with. */
interface Failing {
  readonly subject: string;
  readonly step: Step;
  /** How large an error may be that is sent, in characters of JSON. */
  readonly maxLength: number;
}

/** What the client gets to see of an error: what was written for it as it is, and nothing of all else. */
export function failureOf(error: unknown, { subject, step, maxLength }: Failing): RequestError {
  if (error instanceof RequestError && !isInternal(step, error)) {
    const problem = whyUnsendable(error, maxLength);
    return problem === undefined ? error : new InternalError(subject, problem, { cause: error });
  }
  if (isOutputFault(error)) return new InternalError(subject, error.message);
  return new InternalError(subject, PROBLEMS[step], { cause: error });
}

/** How many members the data of an error may have. */
const MAX_DATA_MEMBERS = 100_000;

/** Why an error cannot be sent, if so: one of an application may hold data that is no JSON, which an SDK never answers. */
function whyUnsendable(error: RequestError, maxLength: number): string | undefined {
  if (isRefusal(error)) return undefined; // Ours are bounded.
  const { message, data } = error;
  try {
    // What JSON cannot write is left out of an object.
    const json = data === undefined ? undefined : jsonText({ data }, { maxMembers: MAX_DATA_MEMBERS });
    if (json === '{}') return NO_JSON;
    return message.length + (json?.length ?? 0) > maxLength ? TOO_LARGE : undefined;
  } catch {
    return NO_JSON;
  }
}

const NO_JSON = 'threw an error whose data is no JSON';
const TOO_LARGE = 'threw an error that is larger than an answer may be, the limit of `answerBytes`';

/** A Proxy may throw when it is asked what it is. */
function isOutputFault(error: unknown): error is OutputFault {
  try {
    return error instanceof OutputFault;
  } catch {
    return false;
  }
}

/** The steps in which a refusal is the client's. */
const OUTSIDE: ReadonlySet<Step> = new Set(['prepare', 'find', 'check', 'intercept', 'list']);

/** Refusals that a handler meets when it uses other definitions are its own mistake, not its client's. */
function isInternal(step: Step, error: RequestError): boolean {
  if (error instanceof DefinitionError) return true;
  const isOutside = OUTSIDE.has(step);
  return !isOutside && isRefusal(error);
}

/** Whether it refuses what a caller asked of a runtime. A resource that is not there is no refusal to whoever quotes it. */
function isRefusal(error: RequestError): boolean {
  if (error instanceof NotFoundError) return error.kind !== 'resource';
  return error instanceof InvalidArgumentsError || error instanceof InvalidCursorError;
}
