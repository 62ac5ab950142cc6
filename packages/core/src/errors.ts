import { errorCode, INTERNAL_ERROR, INVALID_PARAMS } from './error-code.js';
import { clip } from './text/clip.js';
import { isInstance } from './instance.js';

export interface RequestErrorOptions extends ErrorOptions {
  /**
   * An integer; of -32768 to -32000, which are reserved, only -32601, -32602, -32603, -32002 and -32021.
   * @default -32603
   */
  readonly code?: number;
  /** Sent to the client; keep secrets and argument values out of it. */
  readonly data?: unknown;
}

/**
 * An error whose message, `code` and `data` reach the client, and whose `cause` does not. Throw one from `render` to
 * tell the person at the client what to do; every other error is hidden behind "Internal error".
 */
export class RequestError extends Error {
  override readonly name: string = 'RequestError';
  readonly code: number;
  readonly data: unknown;
  /** What only errors of ours have, and no Proxy round one: to look for it runs nobody's code. */
  readonly #isOurs = true;

  /** Takes no Proxy for one of ours: to look at it would run its traps. */
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    const isOurs = typeof thrown === 'object' && thrown !== null && #isOurs in thrown && thrown.#isOurs;
    return isOurs && isInstance(this, thrown);
  }

  /** @throws {TypeError | RangeError} for a `code` that is no integer, or that is reserved */
  constructor(message: string, { code = INTERNAL_ERROR, data, ...options }: RequestErrorOptions = {}) {
    super(message, options);
    this.code = errorCode(code);
    this.data = data;
  }
}

/** What a server offers. */
export type KindName = 'prompt' | 'tool' | 'resource';

export interface NotFoundErrorOptions extends ErrorOptions {
  /** The name that was probably meant. */
  readonly suggestion?: string | undefined;
}

/**
 * Thrown when there is nothing of a name, or at a URI, that the caller may know of, and when none was given. A
 * `ResourceReader` throws it too, and uses the same words whether nothing is there or it may not be read; `cause` tells
 * the two apart, on the server.
 */
export class NotFoundError extends RequestError {
  override readonly name = 'NotFoundError';
  readonly kind: KindName;
  /** The name or URI that was asked for, cut short if it is long; `undefined` if there was none. */
  readonly requested: string | undefined;

  constructor(kind: KindName, requested: unknown, { suggestion, ...options }: NotFoundErrorOptions = {}) {
    const name = typeof requested === 'string' ? clip(requested) : undefined;
    super(messageOf(kind, name, suggestion), { ...options, code: INVALID_PARAMS, ...dataOf(kind, name, suggestion) });
    this.kind = kind;
    this.requested = name;
  }
}

function messageOf(kind: KindName, name: string | undefined, suggestion: string | undefined): string {
  if (name === undefined) return `A ${kind} must be named, with a ${kind === 'resource' ? 'URI' : 'string'}`;
  const hint = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
  return kind === 'resource' ? `No resource at "${name}"${hint}` : `Unknown ${kind} "${name}"${hint}`;
}

function dataOf(kind: KindName, name: string | undefined, suggestion: string | undefined): { data?: object } {
  if (name === undefined) return {};
  const key = kind === 'resource' ? 'uri' : kind;
  return { data: { [key]: name, ...(suggestion !== undefined && { suggestion }) } };
}

/** One fault of one argument. It never holds the argument's value. */
export interface ArgumentFault {
  /** The argument's name, or `''` when `arguments` as a whole is at fault. */
  readonly argument: string;
  /** The rule that was broken, by class-validator's name where it has one. */
  readonly rule: string;
  readonly message: string;
  /** What would have been right: "a number", "one of go, rust". */
  readonly expected?: string;
  /** What was probably meant. */
  readonly suggestion?: string;
}

/** How many faults an error lists at most, so that a hostile request cannot make it large. */
export const FAULTS_REPORTED = 50;

/** Thrown when arguments are missing, unknown or break a rule; it lists all faults of the request, up to 50. */
export class InvalidArgumentsError extends RequestError {
  override readonly name = 'InvalidArgumentsError';
  readonly errors: readonly ArgumentFault[];

  /** @param name the definition's name, or the URI of a resource */
  constructor(kind: KindName, name: string, faults: readonly ArgumentFault[]) {
    const errors = faults.slice(0, FAULTS_REPORTED);
    super(`Invalid arguments for ${kind} "${name}": ${errors.map(({ message }) => message).join('; ')}`, {
      code: INVALID_PARAMS,
      data: { [kind]: name, errors },
    });
    this.errors = errors;
  }
}

/**
 * Thrown by `context.ask` when the client cannot ask the person at it, or the person does not answer. Its `data` says
 * what is missing; since 2026-07-28 its code is -32021 for a client that shows no forms, and -32602 otherwise.
 */
export class InputRequiredError extends RequestError {
  override readonly name = 'InputRequiredError';
  readonly errors: readonly ArgumentFault[];

  constructor(subject: string, reason: string, errors: readonly ArgumentFault[], options?: RequestErrorOptions) {
    super(`${subject} needs more input, and ${reason}: ${errors.map(({ message }) => message).join('; ')}`, {
      code: INVALID_PARAMS,
      data: { errors },
      ...options,
    });
    this.errors = errors;
  }
}

/** Thrown when the parameters of a list request are not what this server gave out. */
export class InvalidCursorError extends RequestError {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('Invalid cursor: ask for the list without one', { code: INVALID_PARAMS });
  }
}

/**
 * Thrown when the application's own code fails, for whatever reason that is not the client's. The client sees "Internal
 * error" and `id`; `problem` and `cause` stay on the server, where the log has them under the same id.
 */
export class InternalError extends RequestError {
  override readonly name = 'InternalError';
  readonly id: string;

  /** @param subject the name of what failed, if it has one */
  constructor(
    readonly subject: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    const id = crypto.randomUUID();
    super('Internal error', { ...options, data: { id } });
    this.id = id;
  }
}

/** Thrown when a request was not answered within its time limit, such as `limits.renderMs`. Its abort signal has been fired. */
export class TimeoutError extends RequestError {
  override readonly name = 'TimeoutError';

  /**
   * @param subject what did not answer, such as `Prompt "review"`
   * @param named its name, by its kind: part of the `data`
   */
  constructor(
    subject: string,
    readonly limitMs: number,
    named?: { readonly [Kind in KindName]?: string },
  ) {
    super(`${subject} did not answer within ${limitMs} ms`, { data: { ...named, limitMs } });
  }
}
