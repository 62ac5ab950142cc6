import type { CallOptions, LogLevel } from '../api/context.js';
import type { Limits } from '../limits.js';
import { optionalArgument, type Logger } from '../logging/logger.js';
import type { Lifetime } from './lifetime.js';
import type { RequestLog } from './request-log.js';
import { isPending } from '../pending.js';

/** The functions that reach the client before the answer: from the call, or from the enclosing request. */
export type ClientWays = Pick<CallOptions, 'progress' | 'log' | 'elicit'>;

/** The logger method for each level. */
const METHODS: ReadonlyMap<LogLevel, keyof Logger> = new Map([
  ['debug', 'debug'],
  ['info', 'info'],
  ['warning', 'warn'],
  ['error', 'error'],
]);

/** The request that a channel is of. */
interface ChannelOwner {
  readonly subject: string;
  readonly services: { readonly limits: Limits; readonly logger: Logger };
  readonly lifetime: Lifetime;
  readonly log: Pick<RequestLog, 'report'>;
}

/** Sends notifications and questions to the client before the answer. */
export class ClientChannel {
  /** Whether a handler has asked the user. */
  hasAsked = false;
  readonly #owner: ChannelOwner;
  readonly #ways: ClientWays;
  readonly #notices: ClientNotices;

  constructor(owner: ChannelOwner, ways: ClientWays) {
    const { progress, log } = ways;
    this.#owner = owner;
    this.#ways = ways;
    this.#notices = new ClientNotices({
      progress,
      log,
      isOver: () => owner.lifetime.isOver,
      failed: (error) => owner.log.report('could not notify the client', error),
    });
  }

  /** The functions of a nested request that reach the client: through this channel, but without its server log. */
  get ways(): ClientWays {
    return {
      progress: (...report) => this.progress(...report),
      log: (...line) => this.#notices.log(line),
      elicit: this.elicit,
    };
  }

  /** Asks the user, pausing the deadline; `undefined` if the client cannot ask. */
  get elicit(): CallOptions['elicit'] {
    const { elicit } = this.#ways;
    if (elicit === undefined) return undefined;
    const { lifetime, services } = this.#owner;
    return (form, options) => {
      this.hasAsked = true;
      return lifetime.pause(elicit(form, options), services.limits.askMs);
    };
  }

  progress(progress: number, total?: number, message?: string): void {
    this.#notices.progress([progress, total, message]);
  }

  /** Writes to the server's log, and notifies the client. */
  log(level: LogLevel, message: string, data?: Readonly<Record<string, unknown>>): void {
    const { logger } = this.#owner.services;
    const method = METHODS.get(level);
    if (method === undefined)
      throw new TypeError(`context.log has no level "${level}": use ${[...METHODS.keys()].join(', ')}`);
    logger[method]?.(`${this.#owner.subject}: ${message}`, ...optionalArgument(data));
    this.#notices.log([level, message, data]);
  }

  /** Sends the notifications that were held back. */
  flush(): void {
    this.#notices.flush();
  }
}

type Progress = readonly [progress: number, total: number | undefined, message: string | undefined];

type LogLine = readonly [level: LogLevel, message: string, data?: Readonly<Record<string, unknown>> | undefined];

/** How to notify the client of a request. */
interface NoticesOptions {
  readonly progress: CallOptions['progress'];
  readonly log: CallOptions['log'];
  /** Whether the answer is no longer awaited. */
  isOver(): boolean;
  /** Receives the error if the client cannot be notified, which does not fail the request. */
  failed(error: unknown): void;
}

/** The maximum number of progress notifications per tick. Only the last of the others is sent. */
const MAX_PROGRESS = 16;
/** The maximum number of log messages per tick. Only the number of the others is sent. */
const MAX_LINES = 100;

/** Notifies the client before the answer. Bounded, so that a loop cannot fill the memory with notifications. */
class ClientNotices {
  readonly #options: NoticesOptions;
  #reports = 0;
  #lines = 0;
  /** The last progress notification that has not been sent. */
  #latest: Progress | undefined;
  #isWaiting = false;

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  progress(report: Progress): void {
    this.#reports += 1;
    this.#latest = report;
    if (this.#reports <= MAX_PROGRESS) this.#sendLatest();
    this.#startTick();
  }

  log(line: LogLine): void {
    this.#lines += 1;
    if (this.#lines <= MAX_LINES) this.#sendLine(line);
    this.#startTick();
  }

  /** Sends what was held back, at the end of a tick and before the answer. */
  flush(): void {
    this.#isWaiting = false;
    this.#sendLatest();
    const more = this.#lines - MAX_LINES;
    if (more > 0) this.#sendLine(['warning', `${more} more lines were logged at the same time`]);
    this.#reports = 0;
    this.#lines = 0;
  }

  #startTick(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    nextTick(() => this.flush());
  }

  #sendLatest(): void {
    const latest = this.#latest;
    this.#latest = undefined;
    if (latest !== undefined) this.#send(() => this.#options.progress?.(...latest));
  }

  #sendLine(line: LogLine): void {
    this.#send(() => this.#options.log?.(...line));
  }

  #send(send: () => unknown): void {
    if (this.#options.isOver()) return;
    const failed = (error: unknown) => this.#options.failed(error);
    try {
      const sent = send();
      if (isPending(sent)) void Promise.resolve(sent).catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}

/** Not every platform has `setImmediate`; a timer is the shortest alternative. */
function nextTick(callback: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(callback);
  else setTimeout(callback, 0);
}
