import { LIST } from './text/option-kinds.js';
import { clip } from './text/strings.js';
import { isInstance } from './pending.js';

// Both official SDKs send an error's integer `code`, its `message` and its `data` unchanged, so adapters map nothing.

/** JSON-RPC error codes, as the specification requires of prompt servers (server/prompts, "Error Handling"). */
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/** A capability that the client has not declared is needed, since 2026-07-28 (basic, "Error Codes"). */
export const MISSING_CAPABILITY = -32021;

/** JSON-RPC reserves these codes and MCP assigns them: an SDK may mistake one for its own error. */
const RESERVED = { from: -32768, to: -32000 };

/** The reserved codes that servers may answer with. */
const ANSWERS: ReadonlySet<number> = new Set([
  -32601, // an unknown method
  INVALID_PARAMS,
  INTERNAL_ERROR,
  -32002, // resource not found, up to 2025-11-25
  -32020, // headers that contradict the body, since 2026-07-28
  MISSING_CAPABILITY,
]);

/**
 * Returns a valid code unchanged.
 * @throws {TypeError} if the code is not an integer
 * @throws {RangeError} if the code has another meaning to clients
 */
function errorCode(code: number): number {
  if (!Number.isSafeInteger(code)) {
    const description =
      typeof code === 'number' ? String(code) : `${typeof code === 'object' ? 'an' : 'a'} ${typeof code}`;
    throw new TypeError(
      `RequestError: code is ${description}. Give an integer, or leave it out for ${INTERNAL_ERROR}.`,
    );
  }
  if (code < RESERVED.from || code > RESERVED.to || ANSWERS.has(code)) return code;
  throw new RangeError(
    `RequestError: code ${code} is reserved by JSON-RPC and MCP. Use ${INVALID_PARAMS} for what the client can fix, ${INTERNAL_ERROR} for a failure of the server, or any other code outside ${RESERVED.from} to ${RESERVED.to}.`,
  );
}

export interface RequestErrorOptions extends ErrorOptions {
  /**
   * An integer. Of the reserved range from -32768 to -32000, only -32601, -32602, -32603, -32002, -32020
   * and -32021.
   * @default -32603
   */
  readonly code?: number;
  /** Sent to the client; keep secrets and argument values out of it. */
  readonly data?: unknown;
}

/**
 * An error whose message, `code` and `data` reach the client, and whose `cause` does not. Throw one from `render` to
 * send the user a message, and from `call` to show the model what it can try instead; the client sees every other error
 * as "Internal error".
 */
export class RequestError extends Error {
  override readonly name: string = 'RequestError';
  readonly code: number;
  readonly data: unknown;
  /** A private member identifies our errors without running foreign code: a Proxy does not have it. */
  readonly #isOurs = true;

  /** Rejects a Proxy around an error, because inspecting it would run its traps. */
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    const isOurs = typeof thrown === 'object' && thrown !== null && #isOurs in thrown && thrown.#isOurs;
    return isOurs && isInstance(this, thrown);
  }

  /** @throws {TypeError | RangeError} if the `code` is not an integer, or is reserved */
  constructor(message: string, { code = INTERNAL_ERROR, data, ...options }: RequestErrorOptions = {}) {
    super(message, options);
    this.code = errorCode(code);
    this.data = data;
  }
}

/** The kinds of definitions that a server can offer. */
export type KindName = 'prompt' | 'tool' | 'resource';

export interface NotFoundErrorOptions extends ErrorOptions {
  /** The name that was probably meant. */
  readonly suggestion?: string | undefined;
}

/**
 * Thrown if the caller may not see a definition of that name, or a resource at that URI, and if the request has no
 * name. A `ResourceReader` also throws it, with the same message whether a resource is missing or may not be read. The
 * `cause`, which stays on the server, distinguishes the two.
 */
export class NotFoundError extends RequestError {
  override readonly name = 'NotFoundError';
  readonly kind: KindName;
  /** The requested name or URI, shortened if it is long; `undefined` if there was none. */
  readonly requested: string | undefined;

  constructor(kind: KindName, requested: unknown, { suggestion, ...options }: NotFoundErrorOptions = {}) {
    const name = typeof requested === 'string' ? clip(requested) : undefined;
    super(messageOf(kind, name, suggestion), { ...options, code: INVALID_PARAMS, ...dataOf(kind, name, suggestion) });
    this.kind = kind;
    this.requested = name;
  }
}

function messageOf(kind: KindName, name: string | undefined, suggestion: string | undefined): string {
  if (name === undefined) return `A ${kind} must be named by a ${kind === 'resource' ? 'URI' : 'string'}`;
  const hint = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
  return kind === 'resource' ? `No resource at "${name}"${hint}` : `Unknown ${kind} "${name}"${hint}`;
}

function dataOf(kind: KindName, name: string | undefined, suggestion: string | undefined): { data?: object } {
  if (name === undefined) return {};
  const key = kind === 'resource' ? 'uri' : kind;
  return { data: { [key]: name, ...(suggestion !== undefined && { suggestion }) } };
}

/** Thrown if the caller may see a definition with `stepUp`, but has not all of its scopes. */
export class InsufficientScopeError extends RequestError {
  override readonly name = 'InsufficientScopeError';
  /** All scopes that the definition needs. */
  readonly scopes: readonly string[];

  /** @param name the definition's name, or the URI of a resource */
  constructor(kind: KindName, name: string, scopes: readonly string[]) {
    LIST.require('The scopes of an InsufficientScopeError', scopes);
    super(`The ${kind} "${name}" needs a token with the scopes ${scopes.join(', ')}`, {
      code: FORBIDDEN,
      data: { [kind]: name, scopes },
    });
    this.scopes = scopes;
  }
}

const FORBIDDEN = 403;

/** One fault of one argument. It never contains the argument's value. */
export interface ArgumentFault {
  /** The argument's name, or `''` if `arguments` as a whole is at fault. */
  readonly argument: string;
  /** The broken rule, by class-validator's name; `customValidation` for a validator class that is given no name. */
  readonly rule: string;
  readonly message: string;
  /** The expected value: "a number", "one of go, rust". */
  readonly expected?: string;
  /** The name that was probably meant. */
  readonly suggestion?: string;
}

/** The maximum number of faults in an error, so that a hostile request cannot make it large. */
export const FAULTS_REPORTED = 50;

/** Thrown if arguments are missing, unknown or break a rule. Lists up to 50 faults of the request. */
export class InvalidArgumentsError extends RequestError {
  override readonly name = 'InvalidArgumentsError';
  readonly errors: readonly ArgumentFault[];

  /** @param name the definition's name, or the URI of a resource */
  constructor(kind: KindName, name: string, faults: readonly ArgumentFault[]) {
    LIST.require('The faults of an InvalidArgumentsError', faults);
    const errors = faults.slice(0, FAULTS_REPORTED);
    super(`Invalid arguments for ${kind} "${name}": ${errors.map(({ message }) => message).join('; ')}`, {
      code: INVALID_PARAMS,
      data: { [kind]: name, errors },
    });
    this.errors = errors;
  }
}

/**
 * Thrown by `context.ask` if the client cannot ask the user, or the user does not answer. Its `data` lists the missing
 * input. Since 2026-07-28 its code is -32021 for a client without forms, otherwise -32602.
 */
export class InputRequiredError extends RequestError {
  override readonly name = 'InputRequiredError';
  readonly errors: readonly ArgumentFault[];

  constructor(subject: string, reason: string, errors: readonly ArgumentFault[], options?: RequestErrorOptions) {
    LIST.require('The errors of an InputRequiredError', errors);
    super(`${subject} needs more input, and ${reason}: ${errors.map(({ message }) => message).join('; ')}`, {
      code: INVALID_PARAMS,
      data: { errors },
      ...options,
    });
    this.errors = errors;
  }
}

/** Thrown if this server did not create the cursor of a list request. */
export class InvalidCursorError extends RequestError {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('Invalid cursor: ask for the list without one', { code: INVALID_PARAMS });
  }
}

/**
 * Thrown if the application's own code fails. The client sees "Internal error" and the `id`. `problem` and `cause` stay
 * on the server, where the log has them under the same id.
 */
export class InternalError extends RequestError {
  override readonly name = 'InternalError';
  readonly id: string;

  /** @param subject the name of what failed, or an empty string */
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

/** Thrown if a request exceeds its time limit, such as `limits.renderMs`. Its abort signal has been fired. */
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
