import { AnswerAwaitedError, InputRequiredError, NotFoundError, RequestError } from '@cuecard/core';
import { HttpException } from '@nestjs/common';
import type { Written } from './nest-call.js';

/**
 * What filters get in place of a `RequestError`, such as a refusal of arguments: an exception that filters for REST
 * know, with the error as its `cause`.
 */
export class CuecardException extends HttpException {
  override readonly cause: RequestError;

  constructor(cause: RequestError) {
    super({ message: cause.message, ...(cause.data !== undefined && { data: cause.data }) }, statusOf(cause), {
      cause,
    });
    this.cause = cause;
  }
}

const [BAD_REQUEST, NOT_FOUND, INTERNAL] = [400, 404, 500];
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

function statusOf(error: RequestError): number {
  if (error instanceof NotFoundError) return NOT_FOUND;
  if (isClientError(error.code)) return error.code;
  return error.code === INTERNAL_ERROR ? INTERNAL : BAD_REQUEST;
}

/** Whether an error ends a round with a question to the user: no failure that a filter may answer. */
export function isQuestion(error: unknown): boolean {
  return error instanceof AnswerAwaitedError || error instanceof InputRequiredError;
}

/** An error as filters see it. */
export function asException(error: unknown): unknown {
  return error instanceof RequestError ? new CuecardException(error) : error;
}

/**
 * An error as the engine sees it. An `HttpException` that blames the caller is fit for the client, with its message;
 * whatever else a handler throws is internal, unless a filter has written an answer for the caller.
 */
export function asRequestError(error: unknown, written: Written = {}): unknown {
  if (error instanceof CuecardException) return error.cause;
  if (error instanceof HttpException && isClientError(error.getStatus()))
    return requestError(messageOf(error.getResponse()) ?? error.message, error.getStatus(), error);
  const { status = INTERNAL, body } = written;
  const message = messageOf(body);
  const isAnswered = !(error instanceof RequestError) && isClientError(status) && message !== undefined;
  return isAnswered ? requestError(message, status, error) : error;
}

function requestError(message: string, status: number, cause: unknown): RequestError {
  return new RequestError(message, { code: codeOf(status), data: { status }, cause });
}

/** The statuses for which other arguments would help. The others have codes of their own, which JSON-RPC allows. */
const OF_ARGUMENTS = new Set([BAD_REQUEST, NOT_FOUND, 409, 410, 413, 415, 422]);

function codeOf(status: number): number {
  return OF_ARGUMENTS.has(status) ? INVALID_PARAMS : status;
}

function isClientError(status: number): boolean {
  return status >= BAD_REQUEST && status < INTERNAL;
}

/** The text of what a REST client would get: it is a text, or has one or several. */
function messageOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  const { message, error } = Object(body) as { readonly message?: unknown; readonly error?: unknown };
  if (Array.isArray(message)) return message.map(String).join('; ');
  if (typeof message === 'string') return message;
  return typeof error === 'string' ? error : undefined;
}
