import type { Open } from '../session/connection.js';
import type { MessageGuards } from '../jsonrpc/envelope-fault.js';
import type { Exchange } from '../edge/exchange.js';
import type { VerificationLogger } from '../auth/verification-log.js';

/** Answers what needs no connection, as it is since revision 2026-07-28. */
export interface Stateless {
  /** Whether it answers this exchange. */
  takes(exchange: Exchange): Promise<boolean>;
  answer(exchange: Exchange): Promise<Response>;
  /** Whether this one goes on until somebody ends it, so that a shutdown must not wait for it. */
  isEndless(exchange: Exchange): boolean;
  close(): Promise<void>;
}

/** What an adapter makes of an SDK. */
export interface Backend {
  readonly open: Open;
  readonly guards: MessageGuards;
  readonly stateless?: Stateless;
  /**
   * Where the operator learns why callers are refused.
   * @default nowhere
   */
  readonly logger?: VerificationLogger;
}
