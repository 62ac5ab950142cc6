import type { Interceptor, Call } from '@cuecard/core';
import { calledDefinition, calledName, type CalledName } from './called.js';
import type { BrokenRule } from './broken-rules.js';
import { argumentsOf } from './given-arguments.js';
import { clipped } from './made-up.js';
import { type Failure, type Outcome, watched } from './outcome.js';
import { stopwatch } from './stopwatch.js';

/** One call, as it is logged: no values of arguments, no tokens, and of errors neither messages nor causes. */
export interface CallRecord extends CalledName {
  readonly method: Call['method'];
  readonly version?: string;
  /** Of one that is a text, the first 64 characters. */
  readonly requestId?: string | number;
  readonly sessionId?: string;
  /** The client's name, as it says itself: the first 64 characters. */
  readonly client?: string;
  readonly principal?: string;
  /** How long each argument is, of those that the prompt or tool knows: `{ code: '12 characters' }`. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly durationMs: number;
  /**
   * `ok`, `tool_error` where a tool answers that it has failed, `input_required` where the person at the client is asked
   * first, the code of the error, or `cancelled`. What a tool throws is an error here, and a result for the client.
   */
  readonly outcome: 'ok' | 'tool_error' | 'input_required' | 'cancelled' | number;
  /** Which error the call ended with: its name, and which arguments broke which rules. */
  readonly error?: { readonly name: string; readonly errors?: readonly BrokenRule[] };
}

/** What a record is written with; pino is one. */
export interface CallLogger {
  info(record: CallRecord, message: string): void;
  error(record: CallRecord, message: string): void;
}

export interface LoggingOptions {
  /**
   * Is told of internal errors and of what takes too long by `error`, and of all else by `info`, once the request is
   * over; what it throws goes to the runtime's own logger, and fails no request.
   * @default one line of JSON a call, to stderr
   */
  readonly logger?: CallLogger;
}

/** The code of what is the server's own fault. */
const INTERNAL_ERROR = -32603;

/** Logs every call, once it is over. As the first of the interceptors it sees what all others make of a call. */
export function logging({ logger = STDERR }: LoggingOptions = {}): Interceptor {
  return (call, next) => {
    const elapsed = stopwatch();
    return watched(call, next(), (outcome) => {
      const record = recordOf(call, outcome, elapsed());
      const level = record.outcome === INTERNAL_ERROR ? 'error' : 'info';
      call.context.defer(() => logger[level](record, call.method));
    });
  };
}

const STDERR: CallLogger = { info: writing('info'), error: writing('error') };

function writing(level: 'info' | 'error'): CallLogger['info'] {
  return (record, message) => {
    process.stderr.write(`${lineOf({ time: new Date().toISOString(), level, message, ...record })}\n`);
  };
}

/** JSON in which nothing ends a line or controls a terminal: JSON itself leaves the newer of such characters as they are. */
function lineOf(record: object): string {
  return JSON.stringify(record).replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function recordOf(call: Call, outcome: Outcome, durationMs: number): CallRecord {
  const { method, context } = call;
  const definition = calledDefinition(call);
  const { failure } = outcome;
  const about = {
    ...calledName(definition),
    version: definition?.version,
    requestId: clipped(context.requestId),
    sessionId: context.sessionId,
    client: clipped(context.client?.name),
    principal: context.auth?.principal,
    arguments: lengthsOf(call),
  };
  return {
    method,
    ...defined(about),
    durationMs,
    outcome: nameOf(outcome),
    ...(failure?.code !== undefined && { error: errorOf(failure) }),
  };
}

function errorOf({ name, errors }: Failure): NonNullable<CallRecord['error']> {
  return { name, ...(errors.length > 0 && { errors }) };
}

function nameOf({ asks, hasFailed, failure }: Outcome): CallRecord['outcome'] {
  if (asks) return 'input_required';
  if (hasFailed) return 'tool_error';
  return failure === undefined ? 'ok' : (failure.code ?? 'cancelled');
}

/** Only of arguments that the definition knows: what a client makes up as a name may be anything, too. */
function lengthsOf(call: Call): Record<string, string> | undefined {
  const definition = calledDefinition(call);
  if (definition === undefined) return undefined;
  const given = argumentsOf(call);
  const names = definition.arguments.names.filter((name) => Object.hasOwn(given, name));
  return Object.fromEntries(names.map((name) => [name, lengthOf(given[name])]));
}

function lengthOf(value: unknown): string {
  return typeof value === 'string' ? `${value.length} characters` : `of type ${typeof value}`;
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
