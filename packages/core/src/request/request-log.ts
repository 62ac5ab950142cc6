import type { InternalError } from '../errors.js';
import { given, type Logger } from '../logging/logger.js';
import { clip } from '../text/clip.js';

/** The request that a log is of. */
interface LogOwner {
  readonly subject: string;
  readonly services: { readonly logger: Logger };
}

const reported = new WeakSet<InternalError>();

/** What the server's log gets of one request. */
export class RequestLog {
  readonly #owner: LogOwner;
  readonly #reported = new Set<object>();

  constructor(owner: LogOwner) {
    this.#owner = owner;
  }

  report(problem: string, cause: unknown): void {
    this.#owner.services.logger.error(`${this.#owner.subject} ${problem}`, ...given(cause));
  }

  /** Reports an internal error, under the id that the client gets; once, though it may pass through several requests. */
  failed(failure: InternalError): void {
    if (!reported.has(failure)) this.report(`${failure.problem} [${failure.id}]`, failure.cause);
    reported.add(failure);
  }

  /** Reports the problem of a source the first time that it comes up in this request. */
  reportOnce(source: object, problem: string, cause: unknown): void {
    if (!this.#reported.has(source)) this.report(problem, cause);
    this.#reported.add(source);
  }

  /** Logs why the client no longer wants an answer, if it gives a reason (basic/utilities/cancellation). */
  cancelled(reason: unknown): void {
    if (typeof reason !== 'string') return;
    this.#owner.services.logger.debug?.(`${this.#owner.subject} was cancelled: ${clip(reason)}`);
  }
}
