import type { Client } from '../api/context.js';
import { AnswerAwaitedError } from '../asking/answer-awaited-error.js';
import {
  InputRequiredError,
  InternalError,
  InvalidArgumentsError,
  NotFoundError,
  RequestError,
  TimeoutError,
} from '../errors.js';
import { MISSING_CAPABILITY } from '../error-code.js';
import type { Step } from '../request/failure.js';
import type { CallToolResult } from '../protocol.js';

/** The `_meta` key of what a program can read of a failure: the `code` and the `data` of the error. */
const ERROR = 'dev.cuecard/error';

/** The first revision in which refused arguments are a result, so that the model can correct them (server/tools). */
const REFUSALS_SINCE = '2025-11-25';

/** The circumstances of a failure. */
interface Failing {
  readonly client: Client | undefined;
  /** What the request was doing. */
  readonly step: Step | undefined;
}

/**
 * The result for a call that has failed.
 * @throws the error if it is one of the protocol, not of the tool
 */
export function failedResult(error: unknown, failing: Failing): CallToolResult {
  if (!(error instanceof RequestError) || isOfProtocol(error, failing)) throw error;
  const { code, data } = error;
  const text = textOf(error);
  return {
    content: [{ type: 'text', text }],
    isError: true,
    _meta: { [ERROR]: { code, ...(data !== undefined && { data }) } },
  };
}

function isOfProtocol(error: RequestError, { client, step }: Failing): boolean {
  if (error instanceof InvalidArgumentsError) return isMalformed(error) || isBeforeResults(client);
  if (error instanceof AnswerAwaitedError || error.code === MISSING_CAPABILITY) return true;
  if (error instanceof InputRequiredError) return false;
  if (error instanceof NotFoundError && error.kind === 'tool') return true;
  return !(error instanceof TimeoutError) && (step === undefined || BEFORE.has(step));
}

/** Whether the client expects an error for invalid arguments. A call without a client receives a result. */
function isBeforeResults(client: Client | undefined): boolean {
  return client !== undefined && client.revision < REFUSALS_SINCE;
}

/** Arguments that are not an object make a request malformed in every revision (server/tools, "Error Handling"). */
function isMalformed({ errors }: InvalidArgumentsError): boolean {
  return errors.some(({ argument, rule }) => argument === '' && rule === 'isObject');
}

/** The steps before the tool: requests refused there are not failures of the tool. */
const BEFORE: ReadonlySet<Step> = new Set(['prepare', 'find', 'intercept']);

function textOf(error: RequestError): string {
  if (error instanceof InternalError) return `${error.message} (${error.id})`;
  if (!(error instanceof InvalidArgumentsError)) return error.message;
  const [subject = error.message] = error.message.split(': ', 1);
  return [`${subject}. Mend them and call it again:`, ...error.errors.map(({ message }) => `- ${message}`)].join('\n');
}
