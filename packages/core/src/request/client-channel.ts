import type { CallOptions, LogLevel } from '../api/context.js';
import type { Limits } from '../limits.js';
import { optionalArgument, type Logger } from '../logging/logger.js';
import type { Lifetime } from './lifetime.js';
import { isPromise, nextTurn } from '../promises.js';

/**
 * The functions that send messages to the client before the result. They come from the call options or from an
 * enclosing request.
 */
export type ClientFunctions = Pick<CallOptions, 'progress' | 'log' | 'elicit'>;

const LOGGER_METHODS: ReadonlyMap<LogLevel, keyof Logger> = new Map([
  ['debug', 'debug'],
  ['info', 'info'],
  ['warning', 'warn'],
  ['error', 'error'],
]);

interface ChannelOwner {
  readonly subject: string;
  readonly services: { readonly limits: Limits; readonly logger: Logger };
  readonly lifetime: Lifetime;
  report(problem: string, cause: unknown): void;
}

type Progress = readonly [progress: number, total: number | undefined, message: string | undefined];

type LogLine = readonly [level: LogLevel, message: string, data?: Readonly<Record<string, unknown>> | undefined];

/** The maximum number of progress notifications per tick. Of further ones, only the last is sent. */
const MAX_PROGRESS_REPORTS = 16;
/** The maximum number of log messages per tick. Of further ones, only the number is sent. */
const MAX_LOG_MESSAGES = 100;

/**
 * Sends notifications and elicitations to the client before the result. Limits notifications, so that a loop cannot
 * fill the memory. If the client cannot be notified, the request does not fail.
 */
export class ClientChannel {
  hasAsked = false;
  readonly #owner: ChannelOwner;
  readonly #functions: ClientFunctions;
  // Read once, because a getter may create a new function with its own state each time.
  readonly #progress: ClientFunctions['progress'];
  readonly #log: ClientFunctions['log'];
  #progressCount = 0;
  #lineCount = 0;
  /** The last progress notification that has not been sent. */
  #pendingProgress: Progress | undefined;
  #isTickPending = false;

  constructor(owner: ChannelOwner, functions: ClientFunctions) {
    this.#owner = owner;
    this.#functions = functions;
    this.#progress = functions.progress;
    this.#log = functions.log;
  }

  /** The functions for a nested request. Its log messages are not written to the server's log again. */
  get functions(): ClientFunctions {
    return {
      progress: (...report) => this.progress(...report),
      log: (...line) => this.#notify(line),
      elicit: this.elicit,
    };
  }

  /** Asks the user while the deadline is paused; `undefined` if the client does not support elicitation. */
  get elicit(): CallOptions['elicit'] {
    const { elicit } = this.#functions;
    if (elicit === undefined) return undefined;
    const { lifetime, services } = this.#owner;
    return (form, options) => {
      this.hasAsked = true;
      return lifetime.pause(elicit(form, options), services.limits.askMs);
    };
  }

  progress(progress: number, total?: number, message?: string): void {
    this.#progressCount += 1;
    this.#pendingProgress = [progress, total, message];
    if (this.#progressCount <= MAX_PROGRESS_REPORTS) this.#sendProgress();
    this.#startTick();
  }

  log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void {
    const { logger } = this.#owner.services;
    const method = LOGGER_METHODS.get(level);
    if (method === undefined)
      throw new TypeError(`context.log has no level "${level}": use ${[...LOGGER_METHODS.keys()].join(', ')}`);
    logger[method]?.(`${this.#owner.subject}: ${message}`, ...optionalArgument(data));
    this.#notify([level, message, data]);
  }

  /** Sends the notifications that were held back. Called at the end of a tick and before the result. */
  flush(): void {
    this.#isTickPending = false;
    this.#sendProgress();
    const omitted = this.#lineCount - MAX_LOG_MESSAGES;
    if (omitted > 0) this.#sendLine(['warning', `${omitted} more log messages were omitted`]);
    this.#progressCount = 0;
    this.#lineCount = 0;
  }

  #notify(line: LogLine): void {
    this.#lineCount += 1;
    if (this.#lineCount <= MAX_LOG_MESSAGES) this.#sendLine(line);
    this.#startTick();
  }

  #startTick(): void {
    if (this.#isTickPending) return;
    this.#isTickPending = true;
    void nextTurn().then(() => this.flush());
  }

  #sendProgress(): void {
    const pending = this.#pendingProgress;
    this.#pendingProgress = undefined;
    if (pending !== undefined) this.#send(() => this.#progress?.(...pending));
  }

  #sendLine(line: LogLine): void {
    this.#send(() => this.#log?.(...line));
  }

  #send(send: () => unknown): void {
    if (this.#owner.lifetime.isOver) return;
    const reportFailure = (error: unknown) => this.#owner.report('could not notify the client', error);
    try {
      const result = send();
      if (isPromise(result)) void Promise.resolve(result).catch(reportFailure);
    } catch (error) {
      reportFailure(error);
    }
  }
}
