import { ElicitationPendingError, InputRequiredError, NotFoundError, RequestError } from '@cuecard/core';
import { HttpException } from '@nestjs/common';
import type { ResponseContent } from './nest-call.js';

/**
 * The exception that filters receive for a `RequestError`, such as one for invalid arguments. Being an `HttpException`,
 * it also works with filters written for REST. Its `cause` is the `RequestError`.
 */
export class CuecardException extends HttpException {
  override readonly cause: RequestError;

  constructor(cause: RequestError) {
    super({ message: cause.message, ...(cause.data !== undefined && { data: cause.data }) }, toStatus(cause), {
      cause,
    });
    this.cause = cause;
  }
}

const [BAD_REQUEST, NOT_FOUND, INTERNAL] = [400, 404, 500];
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

function toStatus(error: RequestError): number {
  if (error instanceof NotFoundError) return NOT_FOUND;
  if (isClientError(error.code)) return error.code;
  return error.code === INTERNAL_ERROR ? INTERNAL : BAD_REQUEST;
}

/** Whether an error requests input from the user. Such an error is not a failure, so filters must not handle it. */
export function isInputRequest(error: unknown): boolean {
  return error instanceof ElicitationPendingError || error instanceof InputRequiredError;
}

/** Whether an error maps to a protocol error. */
export function isException(error: unknown): error is HttpException | RequestError {
  return error instanceof HttpException || error instanceof RequestError;
}

/** Converts an error to the exception that filters receive. */
export function asException(error: unknown): unknown {
  return error instanceof RequestError ? new CuecardException(error) : error;
}

/**
 * Converts an exception to the error that the engine receives. The client gets the message of an `HttpException` with a
 * 4xx status. Any other exception is an internal error, unless a filter has written a 4xx response.
 */
export function asRequestError(error: unknown, written: ResponseContent = {}): unknown {
  if (error instanceof CuecardException) return error.cause;
  if (error instanceof HttpException && isClientError(error.getStatus())) {
    const response = error.getResponse();
    return requestError(
      messageOf(response) ?? error.message,
      { ...bodyIn(response), status: error.getStatus() },
      error,
    );
  }
  const { status = INTERNAL, body } = written;
  const message = messageOf(body);
  const hasMessage = !(error instanceof RequestError) && isClientError(status) && message !== undefined;
  return hasMessage ? requestError(message, { status }, error) : error;
}

function requestError(message: string, data: { readonly status: number }, cause: unknown): RequestError {
  return new RequestError(message, { code: toErrorCode(data.status), data, cause });
}

/** The members of Nest's default error body. They only repeat the message and the status. */
const USUAL_MEMBERS = new Set(['statusCode', 'message', 'error']);

/** Returns the body of an exception if it has members that Nest's default body lacks. */
function bodyIn(response: unknown): { readonly response?: object } {
  const isUsual = typeof response !== 'object' || Object.keys(response ?? {}).every((name) => USUAL_MEMBERS.has(name));
  return isUsual ? {} : { response: response as object };
}

/**
 * The statuses that mean invalid arguments. Any other status is itself used as the error code, which JSON-RPC allows.
 */
const ARGUMENT_STATUSES = new Set([BAD_REQUEST, NOT_FOUND, 409, 410, 413, 415, 422]);

function toErrorCode(status: number): number {
  return ARGUMENT_STATUSES.has(status) ? INVALID_PARAMS : status;
}

function isClientError(status: number): boolean {
  return status >= BAD_REQUEST && status < INTERNAL;
}

/** Returns the message in the body of a REST response: the body itself, or its `message` or `error`. */
function messageOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  const { message, error } = Object(body) as { readonly message?: unknown; readonly error?: unknown };
  if (Array.isArray(message)) return message.map(String).join('; ');
  if (typeof message === 'string') return message;
  return typeof error === 'string' ? error : undefined;
}
