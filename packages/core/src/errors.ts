import { ARRAY } from './text/option-kinds.js';
import { clip } from './text/strings.js';
import { isInstance } from './promises.js';

// Both official SDKs send an error's `code`, `message` and `data` unchanged, so adapters do not have to convert errors.

/** The error codes that the specification requires (server/prompts, "Error Handling"). */
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

/**
 * The code if the client has not declared a capability that the request needs, from protocol revision 2026-07-28 on
 * (basic, "Error Codes").
 */
export const MISSING_CAPABILITY = -32021;

/** The codes that JSON-RPC and MCP reserve. An SDK may mistake them for its own errors. */
const RESERVED_CODES = { from: -32768, to: -32000 };

/** The reserved codes that a server may use. */
const ALLOWED_CODES: ReadonlySet<number> = new Set([
  -32601, // unknown method
  INVALID_PARAMS,
  INTERNAL_ERROR,
  -32002, // resource not found, up to protocol revision 2025-11-25
  -32020, // headers that contradict the body, from protocol revision 2026-07-28 on
  MISSING_CAPABILITY,
]);

/**
 * Returns a valid code unchanged.
 * @throws {TypeError} if the code is not an integer
 * @throws {RangeError} if the code is reserved for a different meaning
 */
function validateCode(code: number): number {
  if (!Number.isSafeInteger(code)) {
    const description =
      typeof code === 'number' ? String(code) : `${typeof code === 'object' ? 'an' : 'a'} ${typeof code}`;
    throw new TypeError(`RequestError: code is ${description}. Use an integer, or omit code to use ${INTERNAL_ERROR}.`);
  }
  if (code < RESERVED_CODES.from || code > RESERVED_CODES.to || ALLOWED_CODES.has(code)) return code;
  throw new RangeError(
    `RequestError: code ${code} is reserved by JSON-RPC and MCP. Use ${INVALID_PARAMS} for an error that the client can fix, ${INTERNAL_ERROR} for a failure of the server, or a code outside the range ${RESERVED_CODES.from} to ${RESERVED_CODES.to}.`,
  );
}

export interface RequestErrorOptions extends ErrorOptions {
  /**
   * An integer. In the reserved range from -32768 to -32000, only -32601, -32602, -32603, -32002, -32020 and -32021 are
   * allowed.
   * @default -32603
   */
  readonly code?: number;
  /** Sent to the client. It must not contain secrets or argument values. */
  readonly data?: unknown;
}

/**
 * An error whose `message`, `code` and `data` are sent to the client. Its `cause` is not. Throw it from `render` to
 * send the user a message, or from `call` to tell the model what to try instead. For any other error, the client sees
 * "Internal error".
 */
export class RequestError extends Error {
  override readonly name: string = 'RequestError';
  readonly code: number;
  readonly data: unknown;
  /** Identifies errors of this class without running foreign code: a Proxy does not have private fields. */
  readonly #isOurs = true;

  /** Returns `false` for a Proxy around an error, because inspecting a Proxy would run its traps. */
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    const isOurs = typeof thrown === 'object' && thrown !== null && #isOurs in thrown && thrown.#isOurs;
    return isOurs && isInstance(this, thrown);
  }

  /** @throws {TypeError | RangeError} if the `code` is not an integer, or is reserved */
  constructor(message: string, { code = INTERNAL_ERROR, data, ...options }: RequestErrorOptions = {}) {
    super(message, options);
    this.code = validateCode(code);
    this.data = data;
  }
}

/** The kinds of definitions that a server can offer. */
export type KindName = 'prompt' | 'tool' | 'resource';

export interface NotFoundErrorOptions extends ErrorOptions {
  /** The similar name that the caller probably meant. */
  readonly suggestion?: string | undefined;
}

/**
 * Thrown if the requested definition or resource does not exist or is hidden from the caller, or if the request names
 * none. A `ResourceReader` throws this error with the same message whether a resource is missing or must not be read.
 * Only the `cause`, which is not sent to the client, distinguishes the two.
 */
export class NotFoundError extends RequestError {
  override readonly name = 'NotFoundError';
  readonly kind: KindName;
  /** The requested name or URI, shortened if it is long; `undefined` if the request has none. */
  readonly requested: string | undefined;

  constructor(kind: KindName, requested: unknown, { suggestion, ...options }: NotFoundErrorOptions = {}) {
    const name = typeof requested === 'string' ? clip(requested) : undefined;
    super(notFoundMessage(kind, name, suggestion), {
      ...options,
      code: INVALID_PARAMS,
      ...notFoundData(kind, name, suggestion),
    });
    this.kind = kind;
    this.requested = name;
  }
}

function notFoundMessage(kind: KindName, name: string | undefined, suggestion: string | undefined): string {
  if (name === undefined) return `The ${kind === 'resource' ? 'URI' : 'name'} of a ${kind} must be a string`;
  const hint = suggestion === undefined ? '' : `; did you mean "${suggestion}"?`;
  return kind === 'resource' ? `No resource at "${name}"${hint}` : `Unknown ${kind} "${name}"${hint}`;
}

function notFoundData(kind: KindName, name: string | undefined, suggestion: string | undefined): { data?: object } {
  if (name === undefined) return {};
  const key = kind === 'resource' ? 'uri' : kind;
  return { data: { [key]: name, ...(suggestion !== undefined && { suggestion }) } };
}

/** Thrown if the caller may see a definition with `stepUp`, but lacks the scopes to use it. */
export class InsufficientScopeError extends RequestError {
  override readonly name = 'InsufficientScopeError';
  /** All scopes that the definition needs. */
  readonly scopes: readonly string[];

  /** @param name the definition's name, or the URI of a resource */
  constructor(kind: KindName, name: string, scopes: readonly string[]) {
    ARRAY.require('The scopes of an InsufficientScopeError', scopes);
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
  /** The argument's name or a path into its value; `''` if the fault concerns `arguments` as a whole. */
  readonly argument: string;
  /** The class-validator name of the broken rule; `customValidation` for a validator class without a name. */
  readonly rule: string;
  readonly message: string;
  /** The expected value: "a number", "one of go, rust". */
  readonly expected?: string;
  /** The similar name that the caller probably meant. */
  readonly suggestion?: string;
}

/** The maximum number of faults in an error, so that a hostile request cannot cause a large response. */
export const MAX_FAULTS = 50;

/** Thrown if arguments are missing, unknown or break rules. Lists at most 50 faults. */
export class InvalidArgumentsError extends RequestError {
  override readonly name = 'InvalidArgumentsError';
  readonly errors: readonly ArgumentFault[];

  /** @param name the definition's name, or the URI of a resource */
  constructor(kind: KindName, name: string, faults: readonly ArgumentFault[]) {
    ARRAY.require('The faults of an InvalidArgumentsError', faults);
    const errors = faults.slice(0, MAX_FAULTS);
    super(`Invalid arguments for ${kind} "${name}": ${errors.map(({ message }) => message).join('; ')}`, {
      code: INVALID_PARAMS,
      data: { [kind]: name, errors },
    });
    this.errors = errors;
  }
}

/**
 * Thrown by `context.ask` if the client cannot ask the user, or the user does not answer. Its `data` lists the missing
 * input. Its `code` is -32021 if the client has protocol revision 2026-07-28 or later and does not show forms,
 * otherwise -32602.
 */
export class InputRequiredError extends RequestError {
  override readonly name = 'InputRequiredError';
  readonly errors: readonly ArgumentFault[];
  /** What the user did instead of answering; `undefined` if the user was not asked, or the answers were invalid. */
  readonly action: 'decline' | 'cancel' | undefined;

  constructor(
    subject: string,
    reason: string,
    errors: readonly ArgumentFault[],
    { action, ...options }: RequestErrorOptions & { readonly action?: 'decline' | 'cancel' } = {},
  ) {
    ARRAY.require('The errors of an InputRequiredError', errors);
    super(`${subject} needs more input, but ${reason}: ${errors.map(({ message }) => message).join('; ')}`, {
      code: INVALID_PARAMS,
      data: { errors },
      ...options,
    });
    this.errors = errors;
    this.action = action;
  }
}

/** Thrown if the cursor in a list request was not created by this server. */
export class InvalidCursorError extends RequestError {
  override readonly name = 'InvalidCursorError';

  constructor() {
    super('Invalid cursor: request the list without a cursor', { code: INVALID_PARAMS });
  }
}

/**
 * Thrown if the application's own code fails. The client gets "Internal error" and the `id`. The `problem` and the
 * `cause` are logged with the same id.
 */
export class InternalError extends RequestError {
  override readonly name = 'InternalError';
  readonly id: string;

  /** @param subject the name of the definition that failed, or an empty string */
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

/** Thrown if a request exceeds its time limit, such as `limits.renderMs`. The request's signal has been aborted. */
export class TimeoutError extends RequestError {
  override readonly name = 'TimeoutError';

  /**
   * @param subject the subject of the message, such as `Prompt "review"`
   * @param target the definition's name, keyed by its kind, for the error's `data`
   */
  constructor(
    subject: string,
    readonly limitMs: number,
    target?: { readonly [Kind in KindName]?: string },
  ) {
    super(`${subject} did not answer within ${limitMs} ms`, { data: { ...target, limitMs } });
  }
}
