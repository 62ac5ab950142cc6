import { type Call, hasMethods, type Interceptor, validateOptions, OptionKind } from '@cuecard/core';
import type { RuleViolation } from './rule-violations.js';
import {
  type Failure,
  type Outcome,
  watchOutcome,
  calledDefinition,
  definitionRef,
  type DefinitionRef,
  stopwatch,
  argumentsOf,
  truncate,
  hashSessionId,
} from './outcome.js';

/** The log record of one call. It contains no argument values, no tokens, and neither messages nor causes of errors. */
export interface CallRecord extends DefinitionRef {
  readonly method: Call['method'];
  readonly version?: string;
  /** The first 64 characters of a string. */
  readonly requestId?: string | number;
  /** A digest of the session's id. */
  readonly sessionId?: string;
  /** The first 64 characters of the name in `clientInfo`. */
  readonly client?: string;
  readonly principal?: string;
  /** The length of each argument that the prompt or tool declares: `{ code: '12 characters' }`. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly durationMs: number;
  /**
   * `ok`; `tool_error` if a tool reports a failure; `input_required` if the user must be asked first; `cancelled`; or
   * the error's code. If a tool throws, the record has an error, although the client receives a result.
   */
  readonly outcome: 'ok' | 'tool_error' | 'input_required' | 'cancelled' | number;
  /** The error of the call: its name, and the broken rules by argument. */
  readonly error?: { readonly name: string; readonly errors?: readonly RuleViolation[] };
}

/** Writes records, as a pino logger does. */
export interface CallLogger {
  info(record: CallRecord, message: string): void;
  error(record: CallRecord, message: string): void;
}

export interface LoggingOptions {
  /**
   * Receives each record once the request is over: internal errors and slow calls by `error`, all others by `info`. If
   * the logger throws, the runtime logs the error, and the request does not fail.
   * @default one line of JSON for each call, on stderr
   */
  readonly logger?: CallLogger;
}

/** The JSON-RPC code for internal errors. */
const INTERNAL_ERROR = -32603;

/**
 * Logs every call once it is over. Place this interceptor first, so that it sees the results of all other interceptors.
 */
export function logging(options: LoggingOptions = {}): Interceptor {
  const { logger = STDERR } = validateOptions('logging', options, { logger: LOGGER });
  return (call, next) => {
    const elapsed = stopwatch();
    return watchOutcome(call, next(), (outcome) => {
      const record = createRecord(call, outcome, elapsed());
      const level = record.outcome === INTERNAL_ERROR ? 'error' : 'info';
      call.context.defer(() => logger[level](record, call.method));
    });
  };
}

const LOGGER = new OptionKind('an object with the functions info and error, such as a pino logger', (value) => {
  return hasMethods(value, ['info', 'error']);
});

const STDERR: CallLogger = { info: stderrWriter('info'), error: stderrWriter('error') };

function stderrWriter(level: 'info' | 'error'): CallLogger['info'] {
  return (record, message) => {
    process.stderr.write(`${formatLine({ time: new Date().toISOString(), level, message, ...record })}\n`);
  };
}

/** Formats JSON, and also escapes Unicode line ends and terminal control characters, which `JSON.stringify` keeps. */
function formatLine(record: object): string {
  return JSON.stringify(record).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function createRecord(call: Call, outcome: Outcome, durationMs: number): CallRecord {
  const { method, context } = call;
  const definition = calledDefinition(call);
  const { failure } = outcome;
  const about = {
    ...definitionRef(definition),
    version: definition?.version,
    requestId: truncate(context.requestId),
    sessionId: context.sessionId && hashSessionId(context.sessionId),
    client: truncate(context.client?.name),
    principal: context.auth?.principal,
    arguments: lengthsOf(call),
  };
  return {
    method,
    ...withoutUndefined(about),
    durationMs,
    outcome: outcomeName(outcome),
    ...(failure?.code !== undefined && { error: errorOf(failure) }),
  };
}

function errorOf({ name, errors }: Failure): NonNullable<CallRecord['error']> {
  return { name, ...(errors.length > 0 && { errors }) };
}

function outcomeName({ asks, hasFailed, failure }: Outcome): CallRecord['outcome'] {
  if (asks) return 'input_required';
  if (hasFailed) return 'tool_error';
  return failure === undefined ? 'ok' : (failure.code ?? 'cancelled');
}

/** Returns the lengths of declared arguments only, because a client may put anything into an invented argument name. */
function lengthsOf(call: Call): Record<string, string> | undefined {
  const definition = calledDefinition(call);
  if (definition === undefined) return undefined;
  const args = argumentsOf(call);
  const names = definition.arguments.names.filter((name) => Object.hasOwn(args, name));
  return Object.fromEntries(names.map((name) => [name, formatLength(args[name])]));
}

function formatLength(value: unknown): string {
  return typeof value === 'string' ? `${value.length} characters` : `of type ${typeof value}`;
}

type WithoutUndefined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function withoutUndefined<T extends object>(members: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}
