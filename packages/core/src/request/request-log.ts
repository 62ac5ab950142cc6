import type { InternalError } from '../errors.js';
import { optionalArgument, type Logger } from '../logging/logger.js';
import { clip } from '../text/strings.js';

/** The request that owns a log. */
interface LogOwner {
  readonly subject: string;
  readonly services: { readonly logger: Logger };
}

const reported = new WeakSet<InternalError>();

/** The server's log of one request. */
export class RequestLog {
  readonly #owner: LogOwner;
  readonly #reported = new Set<object>();

  constructor(owner: LogOwner) {
    this.#owner = owner;
  }

  report(problem: string, cause: unknown): void {
    this.#owner.services.logger.error(`${this.#owner.subject} ${problem}`, ...optionalArgument(cause));
  }

  /** Reports an internal error under the id that the client gets, once, even if it passes through several requests. */
  failed(failure: InternalError): void {
    if (!reported.has(failure)) this.report(`${failure.problem} [${failure.id}]`, failure.cause);
    reported.add(failure);
  }

  /** Reports a problem of a source once per request. */
  reportOnce(source: object, problem: string, cause: unknown): void {
    if (!this.#reported.has(source)) this.report(problem, cause);
    this.#reported.add(source);
  }

  /** Logs the client's reason for cancelling, if it gives one (basic/utilities/cancellation). */
  cancelled(reason: unknown): void {
    if (typeof reason !== 'string') return;
    this.#owner.services.logger.debug?.(`${this.#owner.subject} was cancelled: ${clip(reason)}`);
  }
}
