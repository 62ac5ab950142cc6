import type { CallOptions, LogLevel } from '../api/context.js';
import type { Limits } from '../limits.js';
import { given, type Logger } from '../logging/logger.js';
import { ClientNotices } from './client-notices.js';
import type { Lifetime } from './lifetime.js';
import type { RequestLog } from './request-log.js';

/** The ways to reach the client before the answer: those of the call, or of the enclosing request. */
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

  /** The ways of a nested request to reach the client: through this channel, but without its server log. */
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
    logger[method]?.(`${this.#owner.subject}: ${message}`, ...given(data));
    this.#notices.log([level, message, data]);
  }

  /** Sends the notifications that were held back. */
  flush(): void {
    this.#notices.flush();
  }
}
